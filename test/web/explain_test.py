#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Opens pages of `hardbop explain` in a headless browser, and steps through them.

Usage: explain_test.py HARDBOP PACKAGES [--pictures FOLDER], as report_test.py.
"""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from browser import Browser, missing

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
HARDBOP = ""
PACKAGES = Path()
PICTURES: Path | None = None

REFINED = """\
#include <assert.h>
int nondet(void);

int main(void) {
  int requests = nondet();
  int open = 0;
  if (requests > 0)
    open = 1;
  if (requests > 5)
    assert(open == 1);
  return 0;
}
"""
HOSTILE = """\
decl {</script><img src=x onerror=window.hacked=1>};
// </script><script>window.hacked = 1</script><!--
void main() begin
  {</script><img src=x onerror=window.hacked=1>} := T;
  ERROR: skip;
end
"""


class ExplainPages(unittest.TestCase):
    browser: Browser
    folder: Path

    @classmethod
    def setUpClass(cls) -> None:
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.temporary.name)
        (cls.folder / "examples").symlink_to(EXAMPLES)
        cls.browser = Browser()
        cls.browser.resize(1400, 900)

    @classmethod
    def tearDownClass(cls) -> None:
        cls.browser.close()
        cls.temporary.cleanup()

    def tearDown(self) -> None:
        self.browser.read_logs()
        self.assertEqual(self.browser.complaints, [])
        self.assertEqual([url for url in self.browser.requests if not url.startswith(("file:", "about:", "data:"))], [])

    def explain(self, *arguments: str) -> Path:
        page = self.folder / "page.html"
        command = [HARDBOP, "explain", "-w", *arguments, "-o", str(page)]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertLess(page.stat().st_size, 300_000)
        self.browser.open(page)
        return page

    def press_until(self, key: str, words: str) -> None:
        """Steps on until the sentence has these words."""
        for _ in range(300):
            if words in self.browser.text(".sentence"):
                return
            self.browser.keys(key)
        self.fail(f"no step says: {words}")

    def step_through(self) -> int:
        """All steps, each with a sentence of its own; how many there are."""
        count = int(self.browser.run("return document.querySelector('input[type=range]').max;"))
        for step in range(1, count + 1):
            self.browser.keys("n")
            self.assertNotIn("undefined", self.browser.text(".sentence") + self.browser.text(".engine-view"), f"step {step}")
        self.assertIn(f"end, after {count} steps", self.browser.text(".position"))
        return count

    def accessible(self) -> None:
        axe = PACKAGES / "axe-core" / "axe.min.js"
        if axe.is_file():
            self.assertEqual(self.browser.violations(axe), [])

    def picture(self, name: str) -> None:
        if PICTURES is not None:
            self.browser.screenshot(PICTURES / f"explain-{name}.png")

    def test_path_edges_summaries_and_rings_of_figure_1(self) -> None:
        self.explain("--label", "R", "examples/bebop-fig1.bp")
        self.assertIn("label R: violated", self.browser.text(".badges"))
        self.browser.keys("n")
        self.assertIn("A run can start with any values", self.browser.text(".sentence"))
        self.press_until("n", "A can return in a new way")
        self.assertIn("Summary of A", self.browser.text("#here h2"))
        self.press_until("n", "The summary of A takes the call on line 8")
        self.assertEqual(self.browser.run("return document.querySelector('.line.here .line-number').innerText;"), "9")
        self.assertGreater(len(self.browser.texts(".valuations tr.new")), 0)
        self.assertGreater(len(self.browser.texts(".diagram .node")), 2)
        self.picture("summary")
        self.accessible()
        self.browser.open(self.folder / "page.html", "#step=2")
        self.assertIn("step 2 of", self.browser.text(".position"))
        self.press_until("n", "The way back, in ring 6")
        self.assertIn("R: skip", self.browser.text(".sentence"))
        self.press_until("n", "The way back, in ring 0: line 7")
        self.assertEqual(len(self.browser.texts(".rings .on-way")), 7)
        self.picture("rings")

    def test_points_and_arrows_of_the_lecture(self) -> None:
        self.explain("--engine", "explicit", "examples/lecture-choice.bp")
        self.step_through()
        self.assertEqual(len(self.browser.texts(".points .dot.bad")), 1)
        kinds = {kind: len(self.browser.texts(f".points > g .arrow.{kind}")) for kind in ("step", "call", "return")}
        self.assertEqual(kinds["call"], 2)
        self.assertEqual(kinds["return"], 4)
        self.picture("points")
        self.accessible()
        self.browser.keys("Home")
        self.assertEqual(self.browser.texts(".points .dot"), [])

    def test_the_drawing_is_that_of_hardbop_graph(self) -> None:
        self.explain("--engine", "explicit", "examples/lecture-recursion.bp")
        self.browser.keys("End")
        command = [HARDBOP, "graph", "--points", "examples/lecture-recursion.bp"]
        dot = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=True).stdout
        self.assertEqual(len(self.browser.texts(".points .dot")), dot.count("shape=point"))
        self.assertEqual(len(self.browser.texts(".points > g .arrow")), dot.count(" -> "))

    def test_rounds_of_relations(self) -> None:
        self.explain("--engine", "fixpoint", "--algorithm", "summary", "--label", "R", "examples/bebop-fig1.bp")
        self.press_until("n", "Round 2 of Summary")
        self.assertIn("mu Summary", self.browser.text(".algorithm .marked"))
        self.assertGreater(len(self.browser.texts("#change tr.new")), 0)
        self.picture("fixpoint")
        self.accessible()

    def test_context_switches_are_explained_by_relations(self) -> None:
        self.explain("--context-switches", "2", "examples/threads.bp")
        self.browser.keys("End")
        self.assertIn("complete", self.browser.text("#relations"))

    def test_images_and_sizes(self) -> None:
        self.explain("--engine", "image", "--label", "R", "examples/bebop-fig1.bp")
        self.step_through()
        self.assertGreater(len(self.browser.texts("#blocks tbody tr")), 5)
        self.accessible()

    def test_rounds_of_refinement(self) -> None:
        (self.folder / "order.c").write_text(REFINED)
        command = [HARDBOP, "check", "-w", "--engine", "slam", "order.c"]
        if subprocess.run(command, cwd=self.folder, capture_output=True).returncode != 0:
            self.skipTest("this build cannot refine C programs")
        self.explain("order.c")
        self.press_until("n", "by a path that C cannot take")
        self.assertGreater(len(self.browser.texts("#path tr.core")), 0)
        self.press_until("n", "A new predicate")
        self.assertIn("it has to be known before line", self.browser.text(".sentence"))
        self.picture("slam")
        self.accessible()
        self.browser.keys("End")
        self.assertIn("Round", self.browser.text(".sentence"))

    def test_a_hostile_program_runs_no_script(self) -> None:
        (self.folder / "<b>x.bp").write_text(HOSTILE)
        for engine in ("summary", "explicit", "fixpoint", "image"):
            self.explain("--engine", engine, "<b>x.bp")
            self.browser.keys("n", "n", "End")
            self.assertIsNone(self.browser.run("return window.hacked ?? null;"))
            self.assertEqual(self.browser.texts("img, b"), [])

    def test_panes_stay_where_they_are_at_two_widths(self) -> None:
        self.explain("--label", "R", "examples/bebop-fig1.bp")
        box = "const b = document.querySelector(arguments[0]).getBoundingClientRect(); return [b.left, b.top, b.width, b.height];"
        try:
            for width in (1400, 700):
                self.browser.resize(width, 900)
                left, top, wide, _ = self.browser.run(box, "#sources")
                film = self.browser.run(box, "#film")
                if width > 900:
                    self.assertGreaterEqual(film[0], left + wide)
                else:
                    self.assertGreater(film[1], top)
                self.assertLessEqual(film[0] + film[2], width + 1)
        finally:
            self.browser.resize(1400, 900)
        self.assertGreater(len(self.browser.print_pages()), 1000)


if __name__ == "__main__":
    HARDBOP = str(Path(sys.argv[1]).resolve())
    PACKAGES = Path(sys.argv[2])
    if "--pictures" in sys.argv:
        at = sys.argv.index("--pictures")
        PICTURES = Path(sys.argv[at + 1])
        del sys.argv[at : at + 2]
    if why := missing():
        print(f"skipped: {why}")
        sys.exit(77)
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
