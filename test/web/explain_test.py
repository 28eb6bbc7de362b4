#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Opens pages of `hardbop explain` in a headless browser, and steps through them.

Usage: explain_test.py HARDBOP PACKAGES [--pictures FOLDER], as report_test.py.
"""

import json
import re
from pathlib import Path

from pages import MOST_BYTES, PageTest, main

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
COUNTS = """\
#include <assert.h>
int main(void) {
  int debt = 0;
  int rounds = 0;
  while (rounds < 3) {
    rounds = rounds + 1;
    debt = debt - 1;
  }
  assert(debt == -3);
  assert(debt == 0);
  return 0;
}
"""
JUMPS = """\
#include <assert.h>
#include <setjmp.h>
int main(void) {
  jmp_buf back;
  assert(setjmp(back) == 0);
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
# Presses a key so often at most; the number of the first step that is as wanted, or -1.
STEPS = """\
const step = (count, key, isWanted) => {
  const read = (selector) => document.querySelector(selector).innerText;
  for (let i = 0; i <= count; ++i) {
    if (isWanted(read('.sentence'), read('.engine-view'))) return i;
    if (i < count) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  }
  return -1;
};
"""


class ExplainPages(PageTest):
    def explain(self, *arguments: str) -> Path:
        page = self.folder / "page.html"
        self.hardbop("explain", "-w", *arguments, "-o", str(page), status=(0,))
        self.assertLess(page.stat().st_size, MOST_BYTES)
        self.browser.open(page)
        return page

    def press_until(self, key: str, words: str) -> None:
        """Steps on until the sentence has these words."""
        self.assertTrue(self.browser.run(STEPS + "return step(300, arguments[0], (text) => text.includes(arguments[1])) >= 0;", key, words),
                        f"no step says: {words}")  # fmt: skip

    def step_through(self) -> int:
        """All steps, each with a sentence of its own; how many there are."""
        count = int(self.browser.run("return document.querySelector('input[type=range]').max;"))
        bad = self.browser.run(STEPS + "return step(arguments[0], 'n', (text, view) => (text + view).includes('undefined'));", count)
        self.assertEqual(bad, -1, "a step says: undefined")
        self.assertIn(f"end, after {count - 1} steps", self.position())  # the last one is the answer
        return count

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
        self.picture("explain-summary")
        self.accessible()
        self.browser.open(self.folder / "page.html", "#step=2")
        self.assertIn("step 2 of", self.browser.text(".position"))
        self.browser.keys("Home")
        self.assertRegex(self.position(), r"^start of \d+ steps$")
        self.browser.wait("return location.hash.includes('step=0');")
        steps = int(self.position().split()[2])
        self.assertIn(f"the first of {steps} steps", self.browser.text(".sentence"))
        self.press_until("n", "The way back, in ring 6")
        self.assertIn("R: skip", self.browser.text(".sentence"))
        self.press_until("n", "The way back, in ring 0: line 7")
        self.assertEqual(len(self.browser.texts(".rings .on-way")), 7)
        self.browser.keys("End")
        self.assertIn("label R: violated", self.browser.text(".sentence"))
        self.assertNotIn("line 0", self.browser.run("return document.querySelector('[role=status]').textContent;"))
        self.assertIn(f"end, after {steps} steps", self.position())
        # The run itself, with those inside of its calls.
        run = self.browser.texts("#run li")
        self.assertIn("R: skip;", "".join(run))
        self.assertEqual(self.browser.texts("#run h3").count("Inside of a completed call of A"), 2)
        self.assertIn("Calls that begin and end alike were searched once", self.browser.text(".sentence"))  # the run has four
        self.browser.keys("?")
        self.assertEqual(self.browser.text("dialog").count("light or dark"), 1)
        self.browser.keys("Escape")
        self.browser.keys("p")
        self.picture("explain-rings")

    def test_what_is_new_is_marked_and_what_is_not_is_told(self) -> None:
        self.explain("--label", "R", "examples/bebop-fig1.bp")
        self.press_until("n", "Take line 7")
        self.assertGreater(len(self.browser.texts("#here tr.new")), 0)
        self.press_until("n", "A can return in a new way")
        self.assertEqual(self.browser.text("#here th.here"), "at the exit")
        self.press_until("n", "The arguments are not new, so A is not entered again.")
        self.press_until("n", "No statement calls main")
        self.assertIn("if it is 1, ", self.browser.run("return document.querySelector('.diagram ul').textContent;"))

    def test_keys_and_lines_lead_to_parts(self) -> None:
        self.explain("--label", "R", "examples/bebop-fig1.bp")
        self.browser.keys("]")
        self.assertIn("can return in a new way", self.browser.text(".sentence"))
        self.press_until("]", "Ring 1")
        self.browser.keys("[")
        self.assertIn("breadth first", self.browser.text(".sentence"))
        self.browser.keys("Home")
        self.browser.click(".line[data-line='9']")
        self.assertEqual(self.browser.run("return document.querySelector('.line.here .line-number').innerText;"), "9")
        self.assertEqual(self.browser.run("return document.querySelector('.step-bar button:nth-of-type(3)').title;"), "next step (n)")

    def test_points_and_arrows_of_the_lecture(self) -> None:
        self.explain("--engine", "explicit", "examples/lecture-choice.bp")
        self.step_through()
        self.assertEqual(len(self.browser.texts(".points .dot.bad")), 1)
        kinds = {kind: len(self.browser.texts(f".points > g .arrow.{kind}")) for kind in ("step", "call", "return")}
        self.assertEqual(kinds["call"], 2)
        self.assertEqual(kinds["return"], 4)
        # Arrows from one procedure to another do not hide what columns are.
        order = self.browser.run("return [...document.querySelectorAll('.points > g')].map((one) => one.querySelector('.arrow') ? 'arrows' : one.getAttribute('class'));")
        self.assertLess(order.index("arrows"), order.index("heads"))
        self.picture("explain-points")
        self.browser.click(".in-words summary")
        self.browser.wait("return document.querySelector('.in-words li') !== null;")
        self.assertGreater(len(self.browser.texts(".in-words li")), 8)
        self.accessible()
        self.browser.keys("Home")
        self.assertEqual(self.browser.texts(".points .dot"), [])

    def test_the_drawing_is_that_of_hardbop_graph(self) -> None:
        self.explain("--engine", "explicit", "examples/lecture-recursion.bp")
        self.browser.keys("End")
        dot = self.hardbop("graph", "--points", "examples/lecture-recursion.bp")
        self.assertEqual(len(self.browser.texts(".points .dot")), dot.count("shape=point"))
        self.assertEqual(len(self.browser.texts(".points > g .arrow")), dot.count(" -> "))

    def test_rounds_of_relations(self) -> None:
        self.explain("--engine", "fixpoint", "--algorithm", "summary", "--label", "R", "examples/bebop-fig1.bp")
        self.press_until("n", "Round 2 of Summary")
        self.assertIn("mu Summary", self.browser.text(".algorithm .marked"))
        self.assertGreater(len(self.browser.texts("#change tr.new")), 0)
        self.picture("explain-fixpoint")
        self.accessible()

    def test_early_termination_is_told(self) -> None:
        self.explain("--engine", "fixpoint", "--label", "R", "examples/bebop-fig1.bp")
        self.press_until("n", "early termination adds every tuple")
        self.press_until("n", "What early termination added counts here, too. Reached is complete.")
        self.press_until("n", "label R: violated, the relations have a state there")

        self.assertEqual(set(self.browser.texts("#change td.mark")[-18:]), {"perhaps"})  # reached if what was added is

    def test_context_switches_are_explained_by_relations(self) -> None:
        self.explain("--context-switches", "2", "examples/threads.bp")
        self.browser.keys("End")
        states = self.browser.run("return [...document.querySelectorAll('#relations > div > table tbody tr')].map((row) => row.cells[3].innerText);")
        self.assertTrue(all(state.startswith(("complete", "empty")) for state in states), states)
        self.assertIn("where it fails", self.browser.text(".sentence"))
        self.assertFalse(self.browser.texts("#sources .key"))  # no step is about a line

    def test_points_of_several_contexts_are_told(self) -> None:
        self.explain("--engine", "explicit", "examples/bebop-fig1.bp")
        self.press_until("n", "a call with other arguments than that of the point")
        self.browser.keys("End")
        self.assertEqual(self.browser.texts(".arrow.new"), [])
        self.assertEqual(len(self.browser.texts(".dot.done")), len(self.browser.texts(".points .dot")))

    def test_variables_are_those_of_the_procedure(self) -> None:
        """Each thread has a main of its own, and at an exit only results have values."""
        self.explain("--context-switches", "2", "examples/bluetooth.bp")
        self.assertTrue(self.browser.run(STEPS + "return step(30, 'n', (_, view) => view.includes('stop.main')) >= 0;"))
        rows = [row.split("\t") for row in self.browser.texts("#change tbody tr")]
        of_stop = [row for row in rows if "stop.main" in row]
        self.assertTrue(of_stop)
        self.assertFalse(any("admitted" in cell for row in of_stop for cell in row), of_stop)
        (self.folder / "result.bp").write_text("bool f(a) begin return !a; end\nvoid main() begin decl x; x := f(T); R: skip; end\n")
        self.explain("--engine", "fixpoint", "--algorithm", "summary", "--label", "R", "result.bp")
        self.assertTrue(self.browser.run(STEPS + "return step(30, 'n', (_, view) => /\\bexit\\b.*result1=0/.test(view)) >= 0;"))
        self.assertNotIn("a=0", next(row for row in self.browser.texts("#change tbody tr") if "exit" in row).split("exit")[1])

    def test_the_label_that_is_asked_for_is_marked(self) -> None:
        self.explain("--engine", "explicit", "--label", "R", "examples/bebop-fig1.bp")
        self.browser.keys("End")
        self.assertEqual(len(self.browser.texts(".points .dot.bad")), 1)

    def test_places_of_no_statement_have_names(self) -> None:
        (self.folder / "deep.bp").write_text(
            "decl g;\nvoid main() begin\n  g := F;\n  f();\n  if (g) then\n    R: skip;\n  fi\nend\n"
            "void f() begin\n  if (*) then\n    f();\n  fi\nend\n"
        )
        self.explain("--engine", "image", "--label", "R", "deep.bp")
        self.browser.keys("End")
        self.assertIn("calls deeper than the bound", self.browser.text("#blocks"))
        self.explain("--engine", "image", "--label", "R", "examples/bebop-fig1.bp")
        self.browser.keys("End")
        self.assertIn("the return to line 9, “skip;”", self.browser.text("#blocks"))
        self.assertNotIn("no statement", self.browser.text("#blocks"))

    def test_images_and_sizes(self) -> None:
        self.explain("--engine", "image", "--label", "R", "examples/bebop-fig1.bp")
        self.step_through()
        self.assertGreater(len(self.browser.texts("#blocks tbody tr")), 5)
        try:
            for height in (900, 700):  # where it scrolls, too
                self.browser.resize(1024, height)
                self.browser.open(self.folder / "page.html", "#step=20")
                self.accessible()
        finally:
            self.browser.resize(1400, 900)

    def test_the_end_says_why_there_is_no_answer(self) -> None:
        (self.folder / "jump.c").write_text(JUMPS)
        self.explain("jump.c")
        self.browser.keys("End")
        self.assertIn("unknown, unsupported: call of", self.browser.text(".sentence"))

    def test_rounds_of_refinement(self) -> None:
        (self.folder / "order.c").write_text(REFINED)
        if "holds" not in self.hardbop("check", "-w", "--engine", "slam", "order.c", status=(0, 2, 5)):
            self.skipTest("this build cannot refine C programs")
        self.explain("order.c")
        self.press_until("n", "by a path that C cannot take")
        self.assertGreater(len(self.browser.texts("#path tr.core")), 0)
        self.press_until("n", "A new predicate")
        self.assertIn("it has to be known before line", self.browser.text(".sentence"))
        self.picture("explain-slam")
        self.accessible()
        self.browser.keys("End")
        self.assertIn("holds, proved", self.browser.text(".sentence"))
        self.browser.keys("p")
        self.assertIn("Round", self.browser.text(".sentence"))

    def test_a_path_that_scrolls_can_be_read_by_keyboard(self) -> None:
        self.explain("examples/driver.c")
        try:
            self.browser.resize(1280, 900)
            self.browser.open(self.folder / "page.html", "#step=5")
            self.assertGreater(len(self.browser.texts("#path tbody tr")), 3)
            self.accessible()
        finally:
            self.browser.resize(1400, 900)

    def test_a_hostile_program_runs_no_script(self) -> None:
        (self.folder / "<b>x.bp").write_text(HOSTILE)
        for engine in ("summary", "explicit", "fixpoint", "image"):
            self.explain("--engine", engine, "<b>x.bp")
            self.browser.keys("n", "n", "End")
            self.assertIsNone(self.browser.run("return window.hacked ?? null;"))
            self.assertEqual(self.browser.texts("img, b"), [])

    def test_panes_stay_where_they_are_at_two_widths(self) -> None:
        self.explain("--label", "R", "examples/bebop-fig1.bp")
        self.browser.keys("n", "n", "n")
        try:
            for width in (1400, 950, 700):
                self.browser.resize(width, 900)
                sources, text, film, view = self.boxes("#sources", "#sources .list", "#film", ".engine-view")
                if width > 1000:
                    self.assertGreaterEqual(film[0], sources[2])
                else:
                    self.assertGreaterEqual(film[1], sources[3])
                self.assertLessEqual(text[3], sources[3])
                self.assertGreater(text[3] - text[1], 150)
                self.assertLessEqual(max(film[2], view[2]), width)
                self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth;"), width)
        finally:
            self.browser.resize(1400, 900)
        self.assertGreater(len(self.browser.print_pages()), 1000)

    def test_images_of_a_c_program(self) -> None:
        (self.folder / "count.c").write_text(COUNTS)
        self.explain("--engine", "image", "count.c")
        self.press_until("n", "line 7 in main")
        self.assertEqual(self.browser.run("return document.querySelector('.line.here .line-number').innerText;"), "7")
        self.assertIn("main::debt", self.browser.text("#frontier thead"))
        self.press_until("n", "line 9 in main")
        self.assertIn("-3", self.browser.text("#frontier tr.new"))
        self.press_until("n", "A new search begins, for assertions")
        self.assertEqual(len(self.browser.texts("#blocks tbody tr")), 1)
        self.browser.keys("End")
        self.assertIn("of search 2", self.browser.text("#sizes figcaption"))
        self.accessible()
        self.picture("explain-image-c")

    def test_a_search_of_a_program_that_was_reduced_says_so(self) -> None:
        self.explain("--engine", "image", "examples/driver.c")
        self.browser.keys("End")
        self.assertIn("this left no way to the error", self.browser.text(".sentence"))
        self.assertIn("assertions 6:26: violated", self.browser.text(".badges"))
        self.explain("--engine", "image", "--label", "R", "examples/bebop-fig1.bp")
        self.browser.keys("End")
        self.assertNotIn("reduced", self.browser.text(".sentence"))
        self.assertNotIn("depth", self.browser.text("#frontier thead"))  # of calls that have returned

    def test_several_questions_and_calls_of_refinement_are_told_apart(self) -> None:
        self.explain("examples/driver.c")
        self.browser.keys("n")
        self.assertIn("Question 1 of 2 begins, about assertions", self.browser.text(".sentence"))
        self.press_until("n", "the statements before it on the path exclude that")
        self.assertIn("lock();", [text.strip() for text in self.browser.texts(".algorithm .on-path")])
        self.press_until("n", "Question 2 of 2 begins, about assertions: what was decided before is left out")

    def test_long_paths_show_what_contradicts(self) -> None:
        body = "".join(f"  g = {i};\n" for i in range(60))
        (self.folder / "long.c").write_text("#include <assert.h>\nint nondet(void);\nint g;\nint main(void) {\n  int x = nondet();\n  if (x > 5) {\n"
                                            + body + "    assert(x > 4);\n  }\n  return 0;\n}\n")  # fmt: skip
        self.explain("long.c")
        self.press_until("n", "by a path that C cannot take")
        self.assertLess(len(self.browser.texts("#path tbody tr")), 30)
        self.assertGreater(len(self.browser.texts("#path tr.path-gap")), 0)
        self.browser.click("#path button")
        self.assertGreater(len(self.browser.texts("#path tbody tr")), 60)

    def test_long_searches_are_sampled(self) -> None:
        page = self.folder / "page.html"
        (self.folder / "long.bp").write_text(self.hardbop("generate", "tn", "60"))
        plain = ("--no-live", "--no-modref", "--no-slice", "--no-compress")
        self.hardbop("check", "-w", "--all-labels", "--trace", *plain, "--log", "log.jsonl", "long.bp")
        self.hardbop("explain", "-w", "--all-labels", "long.bp", "-o", str(page))
        events = (self.folder / "log.jsonl").read_text().splitlines()
        data = re.search(r'id="data">(.*?)</script>', page.read_text())
        assert data
        kept = [json.dumps(event) for event in json.loads(data[1])["events"]]
        # In their order, the first and the last of them one after the other.
        all_events = iter(json.dumps(json.loads(event)) for event in events)
        self.assertTrue(all(event in all_events for event in kept))
        self.assertEqual(kept[:2000], [json.dumps(json.loads(event)) for event in events[:2000]])
        self.assertEqual(kept[-1000:], [json.dumps(json.loads(event)) for event in events[-1000:]])
        self.assertLess(len(kept), len(events) - 1000)
        self.browser.open(page)
        self.assertEqual(self.browser.text("#film .note"), f"{len(events) - len(kept)} of {len(events)} events are left out of this page.")
        self.browser.keys("End", "p", "p", "Home", "n")
        self.assertNotIn("undefined", self.browser.text("#film"))


if __name__ == "__main__":
    main()
