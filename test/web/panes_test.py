#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Looks at each pane of pages of `hardbop check --report`: what it shows, where, and what keys do there.

Usage: panes_test.py HARDBOP PACKAGES, as report_test.py.
"""

from pages import ROOT, ReportTest, main

LONG = """\
decl a, b, c;
void main() begin
  a, b, c := F, F, F;
  while (!(a & b & c)) do
    inc();
  od
  E: skip;
end
void inc() begin
  if (!a) then
    a := T;
  else
    a := F;
    if (!b) then
      b := T;
    else
      b, c := F, T;
    fi
  fi
end
"""
ANY = """\
decl g, h;
void main() begin
  g := T;
  h := g;
  g := F;
  assert(!h);
end
"""
LOCALS = """\
decl s;
thread a begin
  void main() begin
    decl x;
    x := T;
    s := x;
    help();
    assert(!s);
  end
  void help() begin
    decl y;
    y := T;
    s := y;
    s := !s;
    assume(s);
  end
end
thread b begin
  void main() begin
    decl z;
    z := !s;
    assume(z);
    s := z;
  end
end
"""
WIDE = """\
extern int nondet(void);
struct part { int x; int y; };
int a[2][3];
struct { unsigned flag : 3; union { int i; char c[4]; } u; struct part parts[3]; } g;
static int third(int n) { return n / 3; } static int unused_function_with_a_long_name(int n) { return n; }
int main(void) {
  int *q = &a[1][0];
  g.flag = 5; g.u.i = 0x41424344; g.parts[2].y = 7;
  double d = third(30) / 4.0;
  for (int j = 0; j < 3; j++) a[1][j] = 10 + j;
  int *last = &a[1][2];
  q = q + 5;
  return *q;
}
"""
FORKS = """\
#include <pthread.h>
struct fork { pthread_mutex_t lock; int uses; };
static struct fork forks[2];
static void eat(struct fork *left, struct fork *right) {
  pthread_mutex_lock(&left->lock);
  left->uses++;
  pthread_mutex_lock(&right->lock);
  pthread_mutex_unlock(&right->lock);
  pthread_mutex_unlock(&left->lock);
}
static void *philosopher(void *unused) {
  eat(&forks[0], &forks[1]);
  return 0;
}
static void *other(void *unused) {
  eat(&forks[1], &forks[0]);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, philosopher, 0);
  pthread_create(&b, 0, other, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
"""


class Panes(ReportTest):
    def tearDown(self) -> None:
        self.browser.resize(1400, 900)
        super().tearDown()

    def focus(self) -> str:
        return self.browser.run("const at = document.activeElement; return (at.dataset.key ?? at.className ?? at.tagName) + '';")

    # What is shown.

    def test_behind_steps_that_are_not_listed_nothing_is_said_to_have_changed(self) -> None:
        browser = self.open(self.report("gap", "--label", "E", "--trace-limit", "6", "long.bp", text=LONG))
        row = browser.run("return Number(document.querySelector('.step.gap').nextElementSibling.dataset.step);")
        browser.run("document.querySelector(`[data-step='${arguments[0]}']`).click();", row)
        self.assertEqual(browser.texts(".values tr.changed"), [])
        counts = dict(zip(browser.texts(".line .line-number"), browser.texts(".line .count")))
        self.assertTrue(counts["4"].startswith("≥"))
        self.assertEqual((counts["11"], counts["20"]), ("⋮", ""))  # it may have run inside of a call; no statement
        self.assertIn("of them are numbered", browser.text(".details"))

    def test_a_line_counts_its_most_frequent_statement(self) -> None:
        text = "decl a;\nvoid main() begin\n  a := T; a := F; a := T;\n  L: skip;\nend\n"
        browser = self.open(self.report("line", "--label", "L", "line.bp", text=text))
        self.assertEqual(browser.text(".line[data-line='3'] .count"), "1×")

    def test_a_watch_finds_variables_of_threads_that_do_not_run(self) -> None:
        browser = self.open(self.report("other", "--context-switches", "3", "locals.bp", text=LOCALS))
        for _ in range(20):
            if any("help:" in one for one in browser.texts(".thread-calls")):
                break
            browser.keys("n")
        self.assertEqual(browser.texts(".thread-values"), ["y=1"])
        other = browser.text(".other-thread:has(.thread-calls) .lane")
        self.assertEqual(self.watch(f"y@{other}", "s", "x@0", "x@77")[:2], ["1", self.values()["s"]])
        self.assertIn("has no x of its own", browser.texts(".watches output")[2])
        self.assertIn("there is no thread 77", browser.texts(".watches output")[3])

    def test_a_thread_that_runs_no_more_has_ended_or_stands_before_a_statement(self) -> None:
        browser = self.open(self.report("other", "--context-switches", "3", "locals.bp", text=LOCALS))
        browser.keys("End")
        self.assertTrue(any(one.endswith("has ended") for one in browser.texts(".other-thread")), browser.texts(".other-thread"))
        browser = self.open(self.report("stands", "--context-switches", "3", "stands.bp", text=LOCALS.replace("    s := z;", "    s := z;\n    z := F;")))
        browser.keys("End")
        self.assertRegex("".join(browser.texts(".other-thread")), r"at main:24\s+no further step in this run")

    def test_a_watch_says_why_there_is_no_value(self) -> None:
        browser = self.open(self.report("wide", "--property", "memory", "wide.c", text=WIDE))
        browser.keys("End")
        shown = self.watch("d / 2", "a[1][7]", "g.u.i", "g.u{0}", "last - &a[1][0]", "last - q", "g.parts[2].y")
        self.assertIn("floating-point", shown[0])
        self.assertIn("behind the end", shown[1])
        self.assertIn("g.u is a union, which is shown by bytes", shown[2])
        self.assertEqual((shown[3], shown[4], shown[6]), ("68", "2", "7"))
        self.assertIn("no elements of one array", shown[5])

    def test_a_watch_knows_what_does_not_matter(self) -> None:
        self.open(self.report("any", "any.bp", text=ANY))
        self.assertIn("any", self.browser.text("[data-variable=g] td"))
        self.assertEqual(self.watch("g", "g & F", "g | !g", "h"), ["any", "0", "1", "any"])

    def test_an_assertion_of_a_boolean_program_fails_with_a_sign(self) -> None:
        browser = self.open(self.report("fails", "examples/threads.bp"))
        browser.keys("End")
        self.assertEqual(browser.text(".step.end .effect"), "✗ the assertion fails")
        self.assertIn("assert(", browser.text(".step.end .statement"))

    def test_only_the_place_of_an_error_has_its_sign(self) -> None:
        text = "int a[5];\nint main(void) {\n  int i = 7;\n  a[i] = 1;\n  return 0;\n}\n"
        browser = self.open(self.report("sign", "--property", "memory", "sign.c", text=text))
        lines = browser.run("return [...document.querySelectorAll('.note-property.margin-note')].map((note) => note.closest('.line').dataset.line);")
        self.assertEqual(lines, ["4"])
        self.assertIn("declared at", browser.text(".line[data-line='1'] .note-related.margin-note"))
        # Nor does the graph of a function that is right.
        browser = self.open(self.report("right", "right.c", text="#include <assert.h>\nint main(void) {\n  int i = 7;\n  assert(i == 7);\n  return 0;\n}\n"))
        self.assertTrue(browser.run("return [...document.querySelectorAll('.error-sign')].every((one) => getComputedStyle(one).display === 'none');"))

    def test_a_deadlock_ends_inside_of_the_calls_of_its_thread(self) -> None:
        browser = self.open(self.report("forks", "--property", "deadlock", "forks.c", text=FORKS))
        browser.keys("End")
        self.assertIn(browser.texts(".frame-name"), (["eat", "philosopher"], ["eat", "other"]))
        said = " ".join(browser.texts(".details li"))
        self.assertIn("for forks[0].lock, held by thread", said)
        self.assertIn("for forks[1].lock, held by thread", said)
        self.assertTrue(any(note.startswith("◆ 2 notes: ") for note in browser.texts(".line[data-line='7'] .margin-note")))

    def test_a_pointer_to_a_variable_of_a_caller_is_no_link_to_another_one(self) -> None:
        text = "#include <assert.h>\nstatic void set(int *n) {\n  *n = 3;\n}\nint main(void) {\n  int n = 1;\n  set(&n);\n  assert(n != 3);\n  return 0;\n}\n"
        browser = self.open(self.report("caller-pointer", "set.c", text=text))
        browser.keys("n", "n")
        self.assertEqual(self.values()["n"], "&main::n")
        self.assertEqual(browser.texts(".values td .link"), [])

    # Where it is.

    def test_many_watches_scroll_and_leave_room_for_the_values(self) -> None:
        browser = self.open(self.report("many", "--property", "memory", "wide.c", text=WIDE))
        browser.keys("End")
        self.watch(*["a[1]", "g", "d + 1", "last", "*last", "a", "q", "g.parts", "a[0]", "a[1][2] + 1", "g.flag", "last[0]"])
        self.watch("1 +")
        header, table, form, message, right = self.boxes("header", ".values", ".watch form", ".watch > .message", "#right")
        self.assertEqual((header[1], right[3]), (0, 900))
        self.assertGreater(table[3] - table[1], 60)
        self.assertLessEqual(form[3], 900)
        self.assertLessEqual(message[3], 900)
        self.assertGreater(message[3], message[1])

    def test_notes_never_cover_the_code(self) -> None:
        for width in (1400, 1024):
            browser = self.open(self.report("covered", "--property", "memory", "wide.c", text=WIDE))
            browser.resize(width, 900)
            overlaps = browser.run(
                "return [...document.querySelectorAll('.line')].filter((line) => { const notes = line.querySelector('.margin-notes');"
                " return notes && notes.getBoundingClientRect().width > 0 &&"
                " notes.getBoundingClientRect().left < line.querySelector('code').getBoundingClientRect().right - 1; }).map((line) => line.dataset.line);"
            )
            self.assertEqual(overlaps, [])
        # What has no room stands below the text.
        noted = browser.run("return Number([...document.querySelectorAll('.line')].find((line) => line.querySelector('.signs > *'))?.dataset.line);")
        browser.keys("2")
        browser.keys(*["ArrowUp"] * 20, *["ArrowDown"] * (noted - 1))
        self.assertRegex(browser.text(".told"), f"^line {noted}: .")

    def test_many_properties_leave_the_answer_in_sight(self) -> None:
        text = "int a[9];\nint main(void) {\n  int i = 9;\n" + "".join(f"  a[{k}] = a[{k + 1}] + a[i - {9 - k}];\n" for k in range(8)) + "  return a[i];\n}\n"
        page = self.report("list", "--property", "memory", "list.c", text=text)
        for width, height in ((1280, 800), (1024, 768), (800, 900)):
            browser = self.open(page)
            browser.resize(width, height)
            line, pane = self.boxes(".details .verdict-line", "#left")
            self.assertLess(line[3], min(height, pane[3]) if width > 1000 else height)
        places = browser.texts(".property-place")
        self.assertEqual(len(places), len(set(places)))  # with their columns
        self.assertGreater(len(places), 8)

    def test_what_a_step_changes_has_the_room_that_its_statement_leaves(self) -> None:
        text = ("struct point { int x; int y; };\nstatic struct point first_point, second_point;\nint main(void) {\n  struct point *p = &first_point;\n"
                "  p = &second_point;\n  p->x = 1; p->y = 2; first_point.x = 3;\n  return 1 / (p->x - 1);\n}\n")  # fmt: skip
        browser = self.open(self.report("room", "room.c", text=text))
        for width in (1280, 1024):
            browser.resize(width, 800)
            used = browser.run("const row = [...document.querySelectorAll('.step')].find((one) => one.querySelector('.statement').innerText.trim() === 'p = &second_point;');"
                               "const effect = row.querySelector('.effect'); return [effect.innerText, effect.scrollWidth - effect.clientWidth];")  # fmt: skip
            self.assertEqual(used, ["p=&second_point", 0])
        self.assertEqual(browser.run("const end = document.querySelector('.step.end .effect'); return end.scrollWidth - end.clientWidth;"), 0)
        browser.keys("End")
        height = browser.run("return Math.max(...[...document.querySelectorAll('.values tbody tr')].map((row) => row.getBoundingClientRect().height));")
        self.assertLess(height, 50)  # two lines at most
        self.assertEqual(browser.run("return document.querySelectorAll('.line .stripe').length;"), 0)  # nobody asked for coverage

    def test_what_is_printed_is_dark_on_light(self) -> None:
        browser = self.open(self.report("dark", "examples/driver.c"))
        colours = "const style = getComputedStyle(document.documentElement); return ['--text', '--accent', '--here', '--bad', '--token-keyword'].map((name) => style.getPropertyValue(name));"
        dark_scheme = [{"name": "prefers-color-scheme", "value": "dark"}]
        try:
            browser.devtools("Emulation.setEmulatedMedia", media="print")
            light = browser.run(colours)
            browser.devtools("Emulation.setEmulatedMedia", media="", features=dark_scheme)
            self.assertNotEqual(browser.run(colours), light)
            self.assertEqual(browser.run("return getComputedStyle(document.documentElement).colorScheme;"), "dark")
            browser.devtools("Emulation.setEmulatedMedia", media="print", features=dark_scheme)
            self.assertEqual(browser.run(colours), light)
            browser.run("document.documentElement.dataset.theme = 'dark';")
            self.assertEqual(browser.run(colours), light)
        finally:
            browser.devtools("Emulation.setEmulatedMedia", media="", features=[])

    def test_rows_keep_their_places_at_two_widths(self) -> None:
        page = self.report("rows", "--property", "deadlock", "rows.c", text=(ROOT / "test/golden/c/threads-call-and-wait/input.c").read_text())
        page = self.report("rows", "examples/bluetooth.bp") if not page.exists() else page
        for width in (1400, 1024):
            browser = self.open(page)
            browser.resize(width, 900)
            browser.keys("End")
            bar = browser.run("return [...document.querySelectorAll('.step-bar button, .step-bar .position')].map((one) => one.getBoundingClientRect()).map((box) => [box.height, box.right]);")
            if bar:
                self.assertTrue(all(height < 34 and right <= width for height, right in bar), bar)
            rows = browser.run("return [...document.querySelectorAll('.step:not(.gap)')].map((row) => ['.where', '.statement', '.effect'].map((part) => {"
                               " const box = row.querySelector(part).getBoundingClientRect(); return [box.left, box.right]; }));")  # fmt: skip
            for where, statement, effect in rows:
                self.assertLessEqual(where[1], statement[0] + 0.5)
                self.assertLessEqual(statement[1], effect[0] + 0.5)

    def test_places_of_several_files_have_room(self) -> None:
        (self.folder / "a_long_name.h").write_text("static inline int twice(int n) {\n  return 2 * n;\n}\n")
        text = '#include <assert.h>\n#include "a_long_name.h"\nint main(void) {\n  int n = twice(3);\n  assert(n != 6);\n  return 0;\n}\n'
        browser = self.open(self.report("files", "files.c", text=text))
        cut = browser.run("return [...document.querySelectorAll('.step .where')].filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.innerText);")
        self.assertEqual(cut, [])

    def test_long_values_leave_the_old_ones_in_sight(self) -> None:
        browser = self.open(self.report("values", "--property", "memory", "wide.c", text=WIDE))
        browser.keys("End")
        for width in (1400, 1024):
            browser.resize(width, 900)
            head, pane = self.boxes(".values thead th:last-child", ".values")
            self.assertLessEqual(head[2], pane[2])
        self.assertIn("[0]: 0", browser.text("[data-variable=a] td"))  # what is inside, not dots alone
        browser.click("[data-variable=a] .variable")
        self.assertIn("[2]: 12", browser.text("[data-variable=a] td"))

    def test_places_in_the_details_lead_to_their_last_step(self) -> None:
        text = "#include <stdlib.h>\nint main(void) {\n  int *p = malloc(4);\n  if (!p) return 0;\n  *p = 0x1234;\n  free(p);\n  p++;\n  p--;\n  return *p;\n}\n"
        browser = self.open(self.report("freed", "--property", "memory", "freed.c", text=text), "#step=1")
        browser.run("[...document.querySelectorAll('.details .link')].find((one) => one.innerText.includes(':6:')).click();")
        self.assertEqual(browser.text(".step.here .statement").strip(), "free(p);")

    def test_the_current_row_is_in_sight_although_lines_below_it_grow(self) -> None:
        body = "".join(f"  g += {i};\n" for i in range(70))
        text = f"#include <assert.h>\nint g;\nint main(void) {{\n{body}  assert(g == 1 || g == 2 || g == 3 || g == 4 || g == 5 || g == 6 || g == 7 || g == 8 || g == 9);\n  return g;\n}}\n"
        browser = self.open(self.report("grows", "grows.c", text=text))
        browser.keys("End")
        for row, pane in ((".step.here", ".list.trace"), (".line.here", ".list.source")):
            box, around = self.boxes(row, pane)
            self.assertLessEqual(box[3], around[3] + 1)
        browser.keys("p")
        browser.click("[data-variable=g] .variable")
        self.assertIn(f"0x{sum(range(70)):x}", browser.text("[data-variable=g] td"))

    def test_sources_stay_in_sight_on_a_narrow_screen(self) -> None:
        browser = self.open(self.report("narrow", "examples/driver.c"))
        browser.resize(800, 900)
        browser.run("document.querySelector('#right').scrollIntoView({ block: 'end' });")
        source, values = self.boxes(".line.here", ".values")
        self.assertGreaterEqual(source[1], 0)
        self.assertLessEqual(values[3], 900)

    def test_all_kinds_of_pages_are_accessible_on_a_narrow_screen(self) -> None:
        waits = self.report("n1", "examples/bluetooth.bp")
        for name, words in (("one.json", ("examples/lock.bp",)), ("two.json", ("--label", "R", "examples/bebop-fig1.bp"))):
            (self.folder / name).write_text(self.hardbop("check", "-w", "--json", "--trace", *words))
        self.hardbop("report", "one.json", "two.json", "-o", "n2.html")
        explained = []
        for number, words in enumerate((("--label", "R", "examples/bebop-fig1.bp"), ("--engine", "explicit", "examples/bebop-fig1.bp"),
                                        ("--engine", "fixpoint", "examples/bebop-fig1.bp"), ("examples/driver.c",))):  # fmt: skip
            explained.append(self.folder / f"n{3 + number}.html")
            self.hardbop("explain", "-w", *words, "-o", str(explained[-1]))
        self.browser.resize(800, 900)
        for page in (waits, self.folder / "n2.html", *explained):
            with self.subTest(page.name):
                self.open(page, "" if page in (waits, self.folder / "n2.html") else "#step=5")
                self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth;"), 800)
                self.accessible()

    # By keyboard.

    def test_what_has_the_focus_keeps_it(self) -> None:
        browser = self.open(self.report("focus", "examples/driver.c"), "#step=3")
        browser.run("document.querySelector('.property:not([aria-current])').focus();")
        for selector, key in ((".property", ""), (".frame", ""), ("button.variable", "name")):
            browser = self.open(self.report("focus", "examples/driver.c"), "#step=4")
            browser.run("const all = document.querySelectorAll(arguments[0]); all[all.length - 1].focus();", selector)
            before = self.focus()
            browser.keys("Enter")
            self.assertEqual(self.focus(), before, selector)
            self.assertTrue(before.startswith(key))

    def test_lines_and_blocks_are_chosen_by_keyboard(self) -> None:
        browser = self.open(self.report("lines", "examples/driver.c"))
        browser.keys("2")
        browser.keys(*["ArrowUp"] * 40, *["ArrowDown"] * 10)
        self.assertEqual(browser.run("return document.querySelector('.line.cursor').dataset.line;"), "11")
        active = browser.run("return document.querySelector('.list.source').getAttribute('aria-activedescendant');")
        self.assertEqual(browser.run("return document.getElementById(arguments[0]).dataset.line;", active), "11")
        browser.keys("Enter")
        self.assertEqual(self.position(), "step 5 of 8")
        browser.keys("3", *["ArrowUp"] * 9)
        self.assertEqual(len(browser.texts(".block.cursor")), 1)
        self.assertRegex(browser.text(".graph-pane [role=status]"), r"^line 10: .* leads ")
        browser.keys("Enter")
        self.assertGreater(len(browser.texts(".graph-pane ul li")), 2)  # the drawing in words
        for key, kind in (("1", "0"), ("4", "list trace"), ("5", "values")):
            browser.keys(key)
            self.assertTrue(self.focus().startswith(kind), (key, self.focus()))
        browser.keys("]")
        self.assertIn("No run", browser.text("#right"))
        browser.keys("[")
        self.assertIn("step 1 of", self.position())

    def test_a_key_that_does_nothing_says_why(self) -> None:
        browser = self.open(self.report("keys", "examples/driver.c"))
        browser.keys("c")
        self.assertIn("select a variable", browser.text(".complaint"))
        browser.keys("i")
        self.assertIn("outermost", browser.text(".complaint"))
        browser.keys("n")
        self.assertEqual(browser.text(".complaint"), "")
        browser.keys("End", "u")
        self.assertIn("ends in this procedure", browser.text(".complaint"))
        self.accessible()

    def test_found_steps_are_numbered(self) -> None:
        browser = self.open(self.report("found", "examples/driver.c"))
        browser.keys("/")
        browser.keys(*"lock(", "Enter")
        first = browser.text(".trace-tree .message")
        self.assertRegex(first, r"^\d+ of \d+$")
        browser.keys("Enter")
        self.assertNotEqual(browser.text(".trace-tree .message"), first)
        browser.run("document.querySelector('.trace-tree input').value = ''; document.querySelector('.trace-tree input').focus();")
        browser.keys(*"transmit")
        self.assertEqual(browser.texts(".step.hit .statement"), [one for one in browser.texts(".step .statement") if "transmit" in one])


if __name__ == "__main__":
    main()
