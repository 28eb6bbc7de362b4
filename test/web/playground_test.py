#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Uses the playground in a headless browser: playground_test.py FOLDER [PACKAGES [PICTURES]]. Ends with 77 if there is no browser.

PACKAGES is the folder of npm's packages, with axe-core; without it, accessibility is not checked. PICTURES is
where to put a picture for the manual.
"""

import functools
import http.server
import sys
import threading
import time
import unittest
from pathlib import Path

from browser import Browser, missing

FOLDER = Path()
AXE = Path()
PICTURES: Path | None = None

WRONG = "decl lock;\nvoid main() begin\n  lokc := T;\nend\n"
LONG = "decl {};\nvoid main() begin\n  while (*) do\n{}  od\n  ERROR: skip;\nend\n".format(
    ", ".join(f"v{i}" for i in range(26)), "".join(f"    if (*) then v{i} := !v{i}; fi\n" for i in range(26))
)
TYPE = "const view = document.querySelector('.cm-content').cmTile?.view ?? document.querySelector('.cm-content').cmView.view;"


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


class Playground(unittest.TestCase):
    def setUp(self) -> None:
        handler = functools.partial(Quiet, directory=str(FOLDER))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.browser = Browser()
        self.browser.resize(1400, 900)
        self.visit()

    def tearDown(self) -> None:
        self.browser.read_logs()
        complaints = self.browser.complaints
        self.browser.close()
        self.server.shutdown()
        self.server.server_close()
        self.assertEqual([text for text in complaints if "favicon" not in text], [])
        own = (f"http://127.0.0.1:{self.server.server_port}/", "data:", "blob:", "about:")
        self.assertEqual([url for url in self.browser.requests if not url.startswith(own)], [])

    def visit(self, fragment: str = "") -> None:
        self.browser.run("location.href = 'about:blank';")
        self.browser._call("POST", "/url", {"url": f"http://127.0.0.1:{self.server.server_port}/{fragment}"})
        self.browser.wait("return document.querySelector('.cm-line') !== null;", seconds=60)

    def type(self, text: str) -> None:
        self.browser.run(TYPE + "view.dispatch({changes: {from: 0, to: view.state.doc.length, insert: arguments[0]}});", text)

    def press(self, command: str, seconds: float = 60) -> None:
        self.browser.run("document.querySelector('.status').replaceChildren();")
        self.browser.click(f"[data-command={command}]")
        self.browser.wait("return / s$/.test(document.querySelector('.status').innerText);", seconds=seconds)

    def choose(self, name: str, group: str = "") -> None:
        self.browser.run(
            "const select = document.querySelector('select'); select.value = [...select.options].find("
            "(one) => one.text === arguments[0] && (one.parentNode.label ?? '').includes(arguments[1])).value;"
            "select.dispatchEvent(new Event('change'));", name, group,
        )  # fmt: skip

    def program(self) -> str:
        return str(self.browser.run(TYPE + "return view.state.doc.toString();"))

    def search_long(self, seconds: int) -> None:
        self.type(LONG)
        self.browser.run(
            "document.querySelector('[aria-label=engine]').value = 'explicit';"
            "document.querySelector('[aria-label=seconds]').value = arguments[0];", seconds,
        )  # fmt: skip

    def inside(self, script: str) -> object:
        """The value of a function's body in the page that is shown."""
        frame = self.browser._call("POST", "/element", {"using": "css selector", "value": "iframe"})
        self.browser._call("POST", "/frame", {"id": frame})
        try:
            return self.browser.wait(script, seconds=30)
        finally:
            self.browser._call("POST", "/frame", {"id": None})

    def test_it_checks_explains_reports_and_draws(self) -> None:
        self.press("check")
        self.assertIn("assert 7:3: violated", self.browser.text(".output"))
        self.assertIn("trace of", self.browser.text(".output"))
        self.press("explain")
        self.assertIn("Press n", str(self.inside("return document.querySelector('.sentence')?.innerText;")))
        if PICTURES:
            for _ in range(9):
                self.inside("document.querySelector('[aria-label^=\"next\"]').click(); return true;")
            self.browser.screenshot(PICTURES / "playground.png")
        self.press("report")
        self.assertIn("step", str(self.inside("return document.querySelector('.position')?.innerText;")))
        self.press("graph")
        self.assertGreater(len(self.browser.texts(".graph svg .node")), 3)

    def test_mistakes_are_marked_as_you_type(self) -> None:
        self.type(WRONG)
        self.browser.wait("return document.querySelector('.cm-lintRange-error') !== null;", seconds=30)
        self.browser.run("document.querySelector('.cm-lint-marker-error').dispatchEvent(new MouseEvent('mouseover'));")
        shown = self.browser.wait("return document.querySelector('.cm-tooltip-lint')?.innerText;")
        self.assertIn("'lokc' is not declared", shown)
        self.assertIn("hint: did you mean 'lock'?", shown)
        self.press("check")
        self.assertIn("'lokc' is not declared", self.browser.text(".output"))
        self.assertIn("hint: did you mean 'lock'?", self.browser.text(".output"))

    def test_words_have_colours_and_are_completed(self) -> None:
        self.type("decl locked;\nvoid main() begin\n  // a remark\n  locked := T;\n  \nend\n")
        colours = self.browser.run(
            "const colours = {}; for (const span of document.querySelectorAll('.cm-line span'))"
            " colours[span.innerText] = getComputedStyle(span).color; return colours;"
        )
        kinds = [colours[word] for word in ("void", "// a remark", "T")]
        self.assertEqual(len(set(kinds)), 3, colours)
        for start, whole in (("ass", "assert"), ("loc", "locked")):
            self.browser.run(
                TYPE + "const at = view.state.doc.line(5).to; view.focus(); view.dispatch({selection: {anchor: at}});"
            )
            self.browser.keys(*start)
            self.browser.wait(
                "return [...document.querySelectorAll('.cm-tooltip-autocomplete li')].some((one) => one.innerText === arguments[0]);", whole
            )
            time.sleep(0.2)  # an offer is not taken by mistake just after it appears
            self.browser.keys("Enter", " ")
            self.assertIn(whole, self.program().splitlines()[4])

    def test_lessons_are_read_and_their_programs_opened(self) -> None:
        self.choose("the lesson", "Points and arrows")
        self.assertIn("Points and arrows", self.browser.text(".lesson h2"))
        self.assertGreater(len(self.browser.texts(".lesson li")), 5)
        self.assertNotIn("**", self.browser.text(".lesson"))
        self.choose("the lesson", "Boolean programs")
        self.browser.click(".lesson button.link")
        self.assertIn("begin", self.program())
        self.press("check")
        self.assertIn(":", self.browser.text(".output"))

    def test_everybody_can_use_it(self) -> None:
        if not AXE.is_file():
            self.skipTest("no axe-core")
        self.assertEqual(self.browser.violations(AXE), [])
        self.browser.resize(700, 900)
        boxes = self.browser.run(
            "return ['.editor', '.output'].map((one) => document.querySelector(one).getBoundingClientRect().toJSON());"
        )
        self.assertLess(boxes[0]["top"], boxes[1]["top"])  # below each other where it is narrow
        self.assertLessEqual(boxes[0]["right"], 700)

    def test_it_formats_and_solves(self) -> None:
        self.type("decl a;void main() begin a:=T; end")
        self.press("format")
        self.assertIn("\n", self.program().strip())
        self.choose("wolf-goat-cabbage.fx")
        self.press("solve")
        self.assertIn("all_across: true", self.browser.text(".output").replace("yes", "true"))

    def test_a_link_holds_the_program(self) -> None:
        text = "decl shared;\nvoid main() begin\n  skip;\nend\n"
        self.type(text)
        self.browser.run("[...document.querySelectorAll('button')].find((one) => one.innerText === 'share').click();")
        fragment = self.browser.wait("return location.hash.startsWith('#program=') && location.hash;")
        self.visit(fragment)
        self.assertEqual(self.program(), text)

    def test_a_search_can_be_stopped(self) -> None:
        self.search_long(60)
        self.browser.run("document.querySelector('[data-command=check]').click();")
        self.browser.wait("return !([...document.querySelectorAll('button')].find((one) => one.innerText === 'stop').disabled);")
        self.browser.run("[...document.querySelectorAll('button')].find((one) => one.innerText === 'stop').click();")
        self.browser.wait("return document.querySelector('.output').innerText.includes('stopped');")
        self.choose("lock.bp")
        self.browser.run("document.querySelector('[aria-label=engine]').value = 'auto';")
        self.press("check")
        self.assertIn("label ERROR: violated", self.browser.text(".output"))

    def test_a_search_ends_at_its_limit(self) -> None:
        self.search_long(1)
        self.press("check")
        self.assertIn("unknown: time limit", self.browser.text(".output"))

    def test_it_works_without_a_network_once_loaded(self) -> None:
        self.browser.run_async("const done = arguments[0]; navigator.serviceWorker.ready.then(() => done(true));")
        self.browser.wait("return navigator.serviceWorker.controller !== null;", seconds=30)
        self.server.shutdown()
        self.server.server_close()
        self.browser.run("location.reload();")
        self.browser.wait("return document.querySelector('.cm-line') !== null;", seconds=60)
        self.press("check")
        self.assertIn("violated", self.browser.text(".output"))


if __name__ == "__main__":
    FOLDER = Path(sys.argv[1]).resolve()
    if why := missing():
        print(f"skipped: {why}")
        sys.exit(77)
    if len(sys.argv) > 2:
        AXE = Path(sys.argv[2]) / "axe-core" / "axe.min.js"
    if len(sys.argv) > 3:
        PICTURES = Path(sys.argv[3])
    unittest.main(argv=sys.argv[:1])
