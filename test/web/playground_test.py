#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Uses the playground in a headless browser: playground_test.py FOLDER. Ends with 77 if there is no browser."""

import functools
import http.server
import sys
import threading
import unittest
from pathlib import Path

from browser import Browser, missing

FOLDER = Path()

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

    def choose(self, name: str) -> None:
        self.browser.run(
            "const select = document.querySelector('select'); select.value = [...select.options].find("
            "(one) => one.text === arguments[0]).value; select.dispatchEvent(new Event('change'));", name,
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
        self.press("report")
        self.assertIn("step", str(self.inside("return document.querySelector('.position')?.innerText;")))
        self.press("graph")
        self.assertGreater(len(self.browser.texts(".graph svg .node")), 3)

    def test_mistakes_are_marked_as_you_type(self) -> None:
        self.type(WRONG)
        self.browser.wait("return document.querySelector('.cm-lintRange-error') !== null;", seconds=30)
        self.press("check")
        self.assertIn("'lokc' is not declared", self.browser.text(".output"))
        self.assertIn("hint: did you mean 'lock'?", self.browser.text(".output"))

    def test_it_formats_and_solves(self) -> None:
        self.type("decl a;void main() begin a:=T; end")
        self.press("format")
        self.assertIn("\n", self.browser.run(TYPE + "return view.state.doc.toString().trim();"))
        self.choose("wolf-goat-cabbage.fx")
        self.press("solve")
        self.assertIn("all_across: true", self.browser.text(".output").replace("yes", "true"))

    def test_a_link_holds_the_program(self) -> None:
        text = "decl shared;\nvoid main() begin\n  skip;\nend\n"
        self.type(text)
        self.browser.run("[...document.querySelectorAll('button')].find((one) => one.innerText === 'share').click();")
        fragment = self.browser.wait("return location.hash.startsWith('#program=') && location.hash;")
        self.visit(fragment)
        self.assertEqual(self.browser.run(TYPE + "return view.state.doc.toString();"), text)

    def test_a_search_can_be_stopped(self) -> None:
        self.type(LONG)
        self.browser.run(
            "document.querySelector('[aria-label=engine]').value = 'explicit';"
            "document.querySelector('[aria-label=seconds]').value = 60;"
            "document.querySelector('[data-command=check]').click();"
        )
        self.browser.wait("return !([...document.querySelectorAll('button')].find((one) => one.innerText === 'stop').disabled);")
        self.browser.run("[...document.querySelectorAll('button')].find((one) => one.innerText === 'stop').click();")
        self.browser.wait("return document.querySelector('.output').innerText.includes('stopped');")
        self.choose("lock.bp")
        self.browser.run("document.querySelector('[aria-label=engine]').value = 'auto';")
        self.press("check")
        self.assertIn("label ERROR: violated", self.browser.text(".output"))

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
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
