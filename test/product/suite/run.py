#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""hardbop suite: what is asked, what is written, and what happens if something goes wrong.

    run.py HARDBOP [--kills N] [TEST...]     N: how often a run is killed, by default ten times
"""

import csv
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree
from pathlib import Path

HARDBOP = ""
KILLS = 10

HOLDS = "decl g; void main() begin g := T; assert(g); end\n"
VIOLATED = "decl g; void main() begin g := F; assert(g); end\n"
SUITE = """
name = "small"
[[group]]
name = "good"
programs = ["good/*.bp"]
expected = "holds"
[[group]]
name = "bad"
programs = ["bad/*.bp"]
expected = "violated"
"""


class SuiteTest(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.here = Path(temporary.name)

    def write(self, name: str, text: str) -> Path:
        path = self.here / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def suite(self, *words: str, status: int | None = 0, **more) -> subprocess.CompletedProcess:
        done = subprocess.run(
            [HARDBOP, "suite", *words], cwd=self.here, capture_output=True, text=True, timeout=120, check=False, **more
        )
        if status is not None:
            self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def rows(self, folder: str) -> list[dict]:
        return [json.loads(line) for line in (self.here / folder / "results.jsonl").read_text().splitlines()]

    def small(self, count: int = 3) -> None:
        self.write("small.toml", SUITE)
        for i in range(count):
            self.write(f"good/{i}.bp", HOLDS)
            self.write(f"bad/{i}.bp", VIOLATED)


class Files(SuiteTest):
    def complaint(self, text: str) -> str:
        self.write("a.bp", HOLDS)
        self.write("a.c", "int main(void) { return 0; }\n")
        self.write("s.toml", text)
        return self.suite("run", "s.toml", "--out", "out", status=2).stderr

    def test_errors_have_their_places(self) -> None:
        for text, expected in (
            ('programs = ["a.bp"\nx', "s.toml:2:1: error: not TOML"),
            ('programs = ["a.bp"]\nprograms = ["a.bp"]', "s.toml:2:12: error: not TOML"),
            ('porgrams = ["a.bp"]', "s.toml:1:1: error: unknown key 'porgrams'\n  hint: did you mean 'programs'?"),
            ('programs = ["*.h"]', "s.toml:1:13: error: no file matches '*.h'"),
            ("programs = [7]", "s.toml:1:13: error: a program is a pattern"),
            ('programs = "a.c"\nproperties = ["memry"]', "s.toml:2:15: error: unknown property 'memry'"),
            ('programs = "a.c"\nrules = ["lokc"]', "s.toml:2:10: error: there is no rule and no file 'lokc'"),
            ('programs = "a.bp"\nexpected = "true"', "s.toml:2:12: error: unknown verdict 'true'"),
            ('programs = "a.bp"\nlimits = { wal = 1 }', "s.toml:2:12: error: unknown limit 'wal'"),
            ('programs = "a.bp"\nlimits = { wall = -1 }', "s.toml:2:19: error: 'wall' is a positive number"),
            ('programs = "a.bp"\nrules = ["lock"]', "'a.bp' is a Boolean program"),
            ("[[group]]\nname = 'empty'", "s.toml:1:1: error: there are no programs"),
            ('programs = "a.c"\nproperties = "memory"\nexpected = { lock = "holds" }', "'lock' is not a question"),
            ("", "s.toml:1:1: error: there are no programs"),
        ):
            with self.subTest(text=text):
                self.assertIn(expected, self.complaint(text))

    def test_a_suite_that_cannot_be_read_says_so(self) -> None:
        said = self.suite("run", "none.toml", status=2).stderr
        self.assertIn("none.toml: error: cannot be read", said)
        self.assertNotIn("more error", said)

    def test_wrong_options_are_refused(self) -> None:
        self.small()
        for words, expected in (
            (["--shard", "4/3"], "--shard: '4/3' is not I/N"),
            (["--detach"], "--detach has no effect without --on slurm"),
            (["--fail-on", "new"], "--fail-on new has no effect without --baseline"),
            (["--fail-on", "bad"], "--fail-on"),
            (["--on", "moon"], "--on"),
            (["--spec", "lock"], "--spec has no effect with a suite file"),
            (["good/0.bp"], "'small.toml' names the programs; give it alone"),
        ):
            with self.subTest(words=words):
                self.assertIn(expected, self.suite("run", "small.toml", *words, status=1).stderr)
        self.assertIn("hint: it is a folder", self.suite("run", "good", status=2).stderr)
        self.assertIn("no SUITE.toml", self.suite("run", status=1).stderr)

    def test_programs_questions_and_configurations_are_multiplied(self) -> None:
        for name in ("a.c", "deep/down/b.c", "deep/c.c", "deep/old/d.c"):
            self.write(name, "int main(void) { return 0; }\n")
        self.write(
            "s.toml",
            'programs = ["**/*.c", { name = "two", files = ["a.c", "deep/c.c"], expected = { lock = "holds" } }]\n'
            'exclude = ["deep/old/**"]\nproperties = ["memory"]\nrules = ["lock"]\n'
            '[configurations]\nfast = ["--engine", "bmc"]\nslow = []\n',
        )
        lines = self.suite("plan", "s.toml").stdout.splitlines()
        tasks = {task["task"]: task for task in map(json.loads, lines[1:])}
        self.assertEqual(len(tasks), 4 * 2 * 2)
        self.assertEqual(
            tasks["two | lock (fast)"]["arguments"], ["--engine", "bmc", "--spec", "lock", "a.c", "deep/c.c"]
        )
        self.assertEqual(tasks["two | lock (fast)"]["expected"], "holds")
        self.assertNotIn("deep/old/d.c | memory (slow)", tasks)

    def test_task_definitions_bring_properties_and_answers(self) -> None:
        self.write("c/p.c", "void reach_error(void); int main(void) { reach_error(); }\n")
        self.write("c/unreach-call.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
        self.write(
            "c/p.yml",
            "format_version: '2.0'\ninput_files: 'p.c'\nproperties:\n"
            "  - property_file: unreach-call.prp\n    expected_verdict: false\n"
            "options:\n  language: C\n  data_model: ILP32\n",
        )
        self.write("all.set", "# all\nc/*.yml\n")
        self.suite("run", "all.set", "--out", "out")
        (row,) = self.rows("out")
        self.assertEqual((row["verdict"], row["expected"]), ("violated", "violated"))
        self.write("bad.set", "\nnone/*.yml\n")
        self.assertIn("bad.set:2:1: error: no file", self.suite("run", "bad.set", status=2).stderr)

    def test_odd_names_are_only_names(self) -> None:
        for name in ("a b.bp", "ü€.bp", "-w.bp", "'q\".bp", "[x].bp", "a,b;c.bp", "new\nline.bp"):
            self.write(name, HOLDS)
        self.suite("run", "*.bp", "--out", "out put", "--csv", "t.csv", "--junit", "t.xml", "--sarif", "t.sarif")
        rows = self.rows("out put")
        self.assertEqual([row["verdict"] for row in rows], ["holds"] * 7)
        with (self.here / "t.csv").open(newline="") as file:
            self.assertEqual(len(list(csv.DictReader(file))), 7)
        xml.etree.ElementTree.parse(self.here / "t.xml")
        self.suite("run", "[x].bp", "--out", "one")
        self.assertEqual(self.rows("one")[0]["program"], "[x].bp")


class Runs(SuiteTest):
    def test_expected_answers_are_right_or_wrong(self) -> None:
        self.small()
        done = self.suite("run", "small.toml", "--out", "out")
        self.assertIn("total", done.stdout)
        self.write("good/0.bp", VIOLATED)
        done = self.suite("run", "small.toml", "--out", "next", "--baseline", "out", status=10)
        self.assertIn("wrong (1):\n  good: good/0.bp  violated, expected holds", done.stdout)
        self.assertIn("new violations (1):\n  good: good/0.bp", done.stdout)
        self.assertIn("lost proofs (1)", done.stdout)
        self.suite("show", "next", "--baseline", "out", "--fail-on", "new", status=10)
        self.suite("show", "next", "--baseline", "next", "--fail-on", "new")
        self.suite("show", "next", "--fail-on", "unknown")

    def test_a_folder_with_results_is_not_overwritten(self) -> None:
        self.small(1)
        self.suite("run", "small.toml", "--out", "out")
        self.assertIn("--resume", self.suite("run", "small.toml", "--out", "out", status=2).stderr)
        self.suite("run", "small.toml", "--out", "out", "--resume")
        self.assertEqual(len(self.rows("out")), 2)

    def test_results_of_another_suite_are_not_replaced(self) -> None:
        self.small(1)
        self.write("other.bp", HOLDS)
        self.suite("run", "small.toml", "--out", "out")
        said = self.suite("run", "other.bp", "--out", "out", "--resume", status=2).stderr
        self.assertIn("out/results.jsonl: error: all results are of other tasks", said)
        self.assertIn("--out names another folder", said)
        self.assertEqual({row["program"] for row in self.rows("out")}, {"good/0.bp", "bad/0.bp"})

    def test_outputs_replace_neither_inputs_nor_each_other(self) -> None:
        self.small(1)
        before = {path: path.read_text() for path in self.here.rglob("*") if path.is_file()}
        for words, said in (
            (("--csv", "small.toml"), "small.toml: error: the output would replace the input"),
            (("--report", "good/0.bp"), "good/0.bp: error: the output would replace the input"),
            (("--sarif", "out/results.jsonl"), "out/results.jsonl: error: the output would replace the input"),
            (("--junit", "a.xml", "--benchexec", "./a.xml"), "./a.xml: error: two outputs would be written to this file"),
            (("--report", "-"), "give the name of a file"),
        ):
            with self.subTest(words=words):
                done = self.suite("run", "small.toml", "--out", "out", *words, status=None)
                self.assertIn(said, done.stderr)
                self.assertIn(done.returncode, (1, 2))
        self.assertEqual(before, {path: path.read_text() for path in self.here.rglob("*") if path.is_file()})
        self.suite("run", "small.toml", "--out", "out", "--csv", "/dev/null", "--junit", "/dev/null")
        done = self.suite("show", "out", "--csv", "out/results.jsonl", status=2)
        self.assertIn("the output would replace the input", done.stderr)

    def test_other_questions_replace_rows(self) -> None:
        self.small(2)
        self.suite("run", "small.toml", "--out", "out")
        self.suite("run", "small.toml", "--out", "out", "--resume", "--options=--engine explicit")
        rows = self.rows("out")
        self.assertEqual(len(rows), 4)
        self.assertEqual({row["answer"]["engine"] for row in rows}, {"explicit"})

    def test_a_torn_line_is_asked_again(self) -> None:
        self.small()
        self.suite("run", "small.toml", "--out", "out")
        path = self.here / "out/results.jsonl"
        text = path.read_bytes()
        path.write_bytes(text[:-20])
        self.suite("run", "small.toml", "--out", "out", "--resume")
        self.assertEqual(len({row["task"] for row in self.rows("out")}), 6)
        path.write_bytes(text.replace(b'{"task"', b'{"tusk"', 1))
        self.suite("run", "small.toml", "--out", "out", "--resume")
        self.assertEqual(len({row["task"] for row in self.rows("out")}), 6)

    def test_a_killed_run_resumes_without_loss_and_doubles(self) -> None:
        self.small(20)
        words = ["run", "small.toml", "--out", "out", "--resume", "--jobs", "2"]
        spread = random.Random(7)
        for _ in range(KILLS):
            with subprocess.Popen(
                [HARDBOP, "suite", *words], cwd=self.here, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            ) as run:
                time.sleep(spread.uniform(0.02, 0.3))
                run.send_signal(signal.SIGKILL)
        self.suite(*words)
        rows = self.rows("out")
        self.assertEqual(len(rows), 40)
        self.assertEqual(len({row["task"] for row in rows}), 40)
        self.assertTrue(all(row["verdict"] == row["expected"] for row in rows))

    def test_a_full_disk_is_said_and_the_run_resumes(self) -> None:
        self.small(20)
        limit = 12_000  # bytes; a row has about 600

        def small_files() -> None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        done = self.suite("run", "small.toml", "--out", "out", status=2, preexec_fn=small_files)
        self.assertIn("out/results.jsonl: error: cannot be written", done.stderr)
        self.assertIn("--resume", done.stderr)
        self.assertLess(len(self.rows("out")), 40)
        self.suite("run", "small.toml", "--out", "out", "--resume")
        self.assertEqual(len({row["task"] for row in self.rows("out")}), 40)
        self.assertEqual(len(self.rows("out")), 40)

    def test_two_runs_do_not_share_a_folder(self) -> None:
        self.write("slow.bp", HARD())
        words = [HARDBOP, "suite", "run", "slow.bp", "--out", "out", "--timeout", "60"]
        run = subprocess.Popen(words, cwd=self.here, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            self.wait_for(lambda: (self.here / "out/run.json").exists() and "; running" in self.status("out"))
            done = self.suite("run", "slow.bp", "--out", "out", "--resume", "--timeout", "60", status=2)
            self.assertIn("another run writes it", done.stderr)
            self.assertIn("0 of 1 done", self.status("out"))
            self.suite("cancel", "out")
            self.assertEqual(run.wait(20), 5)
        finally:
            run.kill()
            run.wait()
        self.assertIn("not running", self.status("out"))
        self.assertIn("no run is going on", self.suite("cancel", "out", status=2).stderr)

    def status(self, folder: str) -> str:
        return self.suite("status", folder).stdout

    def wait_for(self, condition) -> None:
        end = time.monotonic() + 30
        while not condition():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.05)

    def test_shards_make_the_whole(self) -> None:
        self.small(4)
        for i in (1, 2, 3):
            self.suite("run", "small.toml", "--out", f"part{i}", "--shard", f"{i}/3")
        self.suite("merge", "part1", "part2", "part3", "--out", "all")
        self.assertEqual(len({row["task"] for row in self.rows("all")}), 8)
        self.assertEqual(sum(len(self.rows(f"part{i}")) for i in (1, 2, 3)), 8)
        self.suite("merge", "part1", "part2", "--out", "all", status=1)
        self.assertIn("nothing: error: cannot be read", self.suite("merge", "nothing", "--out", "x", status=2).stderr)

    def test_a_contradiction_is_told(self) -> None:
        self.small(1)
        self.suite("run", "small.toml", "--out", "a")
        text = (self.here / "a/results.jsonl").read_text()
        self.write("b/results.jsonl", text.replace('"verdict":"holds","reason"', '"verdict":"violated","reason"'))
        self.assertIn("holds in one run", self.suite("merge", "a", "b", "--out", "c", status=6).stderr)

    def test_formats_have_every_task(self) -> None:
        self.small(2)
        self.write("good/9.bp", "this is not a program\n")
        self.suite(
            "run", "small.toml", "--out", "out", "--csv", "t.csv", "--junit", "t.xml", "--benchexec", "b.xml",
            "--markdown", "t.md", "--sarif", "t.sarif", "--report", "t.html", "--trace", status=10
        )  # fmt: skip
        with (self.here / "t.csv").open(newline="") as file:
            table = list(csv.DictReader(file))
        self.assertEqual(sorted(row["verdict"] for row in table), ["error", "holds", "holds", "violated", "violated"])
        junit = xml.etree.ElementTree.parse(self.here / "t.xml")
        self.assertEqual((len(junit.findall(".//testcase")), len(junit.findall(".//error"))), (5, 1))
        bench = xml.etree.ElementTree.parse(self.here / "b.xml")
        found = [run.find("column[@title='status']").get("value") for run in bench.findall("run")]
        self.assertEqual(sorted(found), ["ERROR", "false", "false", "true", "true"])
        log = json.loads((self.here / "t.sarif").read_text())
        (run,) = log["runs"]
        self.assertEqual(len(run["results"]), 2)
        self.assertTrue(all("codeFlows" in result for result in run["results"]))
        rules = run["tool"]["driver"]["rules"]
        self.assertTrue(all(rules[one["ruleIndex"]]["id"] == one["ruleId"] for one in run["results"]))
        self.assertIn("| total | 5 |", (self.here / "t.md").read_text())
        page = (self.here / "t.html").read_text()
        for expected in ("good/9.bp", "bad/1.bp", "begin g := F; assert(g); end", "cactus"):
            self.assertTrue(expected in page, expected)


def HARD() -> str:
    return subprocess.run([HARDBOP, "generate", "hard", "14"], capture_output=True, text=True, check=True).stdout


class Limits(SuiteTest):
    def test_limits_are_rows(self) -> None:
        self.write("slow.bp", HARD())
        for option, reason in (
            (["--timeout", "0.3"], "time limit reached"),
            (["--cpu", "1"], "processor time limit reached"),
            (["--memory", "30"], "memory"),
        ):
            with self.subTest(option=option):
                out = option[0]
                self.suite("run", "slow.bp", f"--out=out{out}", *option)
                (row,) = self.rows(f"out{out}")
                self.assertEqual(row["verdict"], "unknown")
                self.assertIn(reason, row["reason"])

    def test_too_much_output_is_a_row(self) -> None:
        count = 3000
        many = "".join(f"  assert(g{i % 40});\n" for i in range(count))
        names = ", ".join(f"g{i}" for i in range(40))
        self.write("long.bp", f"decl {names};\nvoid main() begin\n{many}end\n")
        self.suite("run", "long.bp", "--out", "out", "--output-limit", "1", "--options=--trace")
        (row,) = self.rows("out")
        self.assertEqual((row["verdict"], row["reason"]), ("unknown", "output limit reached; the process was killed"))

    def test_a_killed_task_is_a_row_and_the_run_goes_on(self) -> None:
        self.write("slow.bp", HARD())
        self.write("z.bp", HOLDS)
        with subprocess.Popen(
            [HARDBOP, "suite", "run", "slow.bp", "z.bp", "--out", "out", "--jobs", "1"], cwd=self.here,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as run:
            children = Path(f"/proc/{run.pid}/task/{run.pid}/children")
            end = time.monotonic() + 30
            while not children.read_text().split():
                self.assertLess(time.monotonic(), end)
            os.kill(int(children.read_text().split()[0]), signal.SIGKILL)
            self.assertEqual(run.wait(60), 10)
        rows = {row["program"]: row for row in self.rows("out")}
        self.assertEqual(rows["slow.bp"]["reason"], "ended by signal 9 (Killed)")
        self.assertEqual((rows["slow.bp"]["verdict"], rows["z.bp"]["verdict"]), ("error", "holds"))


class Full(SuiteTest):
    """A file system that is really full; only in make test-kills, as it has to be mounted."""

    def test_a_full_file_system_is_said_and_the_run_resumes(self) -> None:
        disk = self.here / "disk"
        disk.mkdir()
        mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)]
        if KILLS <= 10 or subprocess.run(mount, capture_output=True, check=False).returncode != 0:
            self.skipTest("no file system can be mounted, or it is not asked for")
        self.addCleanup(subprocess.run, ["umount", str(disk)], check=True)
        self.small(100)
        done = self.suite("run", "small.toml", "--out", "disk/out", status=2)
        self.assertIn("No space left on device", done.stderr)
        before = len(self.rows("disk/out"))
        self.assertIn("No space left", self.suite("run", "small.toml", "--out", "disk/out", "--resume", status=2).stderr)
        self.assertGreaterEqual(len(self.rows("disk/out")), before)
        subprocess.run(["mount", "-o", "remount,size=4m", str(disk)], check=True)
        self.suite("run", "small.toml", "--out", "disk/out", "--resume")
        rows = self.rows("disk/out")
        self.assertEqual((len(rows), len({row["task"] for row in rows})), (200, 200))


class Stores(SuiteTest):
    def test_tasks_share_a_store_at_the_same_time(self) -> None:
        """Four processes at a time ask the same about programs that change; now and then a file is damaged."""
        text = subprocess.run([HARDBOP, "generate", "tn", "60"], capture_output=True, text=True, check=True).stdout
        self.write("bad.bp", VIOLATED)
        self.write(
            "s.toml",
            'options = ["--store", "known", "--store-size", "1"]\n[configurations]\na = []\nb = []\nc = []\nd = []\n'
            '[[group]]\nprograms = ["tn.bp"]\noptions = ["--label", "reach"]\nexpected = "violated"\n'
            '[[group]]\nprograms = ["bad.bp"]\nexpected = "violated"\n'
            '[[group]]\nprograms = ["good.bp"]\nexpected = "holds"\n',
        )
        for i in range(3):
            self.write("tn.bp", text.replace("g := !g;", "if (g) then g := F; else g := T; fi", i))
            self.write("good.bp", HOLDS.replace("assert", "skip; " * i + "assert"))
            self.suite("run", "s.toml", "--out", f"out{i}", "--jobs", "4")
            rows = self.rows(f"out{i}")
            self.assertEqual(len(rows), 12)
            self.assertTrue(all(row["verdict"] == row["expected"] for row in rows))
            said = "".join(row.get("messages", "") for row in rows)
            self.assertEqual("damaged file ignored" in said, i == 2, said)
            files = sorted((self.here / "known").iterdir())
            self.assertTrue(all(file.suffix != ".part" for file in files))
            if i == 1:
                for file in files:
                    file.write_bytes(file.read_bytes()[:-1] + b"?")


class CacheTest(SuiteTest):
    number = 0

    def cached(self, *words: str) -> list[bool]:
        self.number += 1
        out = f"out{self.number}"
        self.suite("run", *words, "--out", out, "--cache", "cache", status=None)
        return [row["cached"] for row in self.rows(out)]

    def test_answers_count_while_no_file_changes(self) -> None:
        self.write("a.c", '#include "a.h"\nint main(void) { return N - 1; }\n')
        self.write("include/a.h", "#define N 1\n")
        old = time.time() - 100
        for path in self.here.rglob("*.[ch]"):
            os.utime(path, (old, old))
        words = ("a.c", "--property", "assertions", "--options=-I early -I include")
        self.assertEqual(self.cached(*words), [False])
        self.assertEqual(self.cached(*words), [True])
        os.utime(self.here / "include/a.h")  # another time, the same text
        self.assertEqual(self.cached(*words), [True])
        self.write("include/a.h", "#define N 2\n")  # as long as before
        os.utime(self.here / "include/a.h", (old, old))
        self.assertEqual(self.cached(*words), [False])
        self.assertEqual(self.cached(*words), [True])
        self.write("early/a.h", "#define N 3\n")  # hides the other
        os.utime(self.here / "early/a.h", (old, old))
        self.assertEqual(self.cached(*words), [False])
        self.assertEqual(self.cached(*words), [True])
        self.assertEqual(self.cached(*words, "--again", "holds,not-applicable"), [False])

    def test_old_answers_make_room(self) -> None:
        self.small(3)
        self.assertEqual(self.cached("small.toml"), [False] * 6)
        self.assertEqual(len(list((self.here / "cache").rglob("*.json"))), 6)
        self.assertEqual(self.cached("small.toml", "--cache-size", "1"), [True] * 6)
        self.assertEqual(self.cached("small.toml", "--cache-size", "0"), [True] * 6)
        self.assertEqual(list((self.here / "cache").rglob("*.json")), [])

    def test_rules_and_options_are_part_of_the_question(self) -> None:
        self.write("b.bp", HOLDS)
        os.utime(self.here / "b.bp", (1, 1))
        self.assertEqual(self.cached("b.bp"), [False])
        self.assertEqual(self.cached("b.bp"), [True])
        self.assertEqual(self.cached("b.bp", "--options=--engine explicit"), [False])
        for file in (self.here / "cache").rglob("*.json"):
            file.write_text(file.read_text()[:50])
        self.assertEqual(self.cached("b.bp"), [False])


if __name__ == "__main__":
    HARDBOP = str(Path(sys.argv.pop(1)).resolve())
    if "--kills" in sys.argv:
        at = sys.argv.index("--kills")
        KILLS = int(sys.argv[at + 1])
        del sys.argv[at : at + 2]
    unittest.main(verbosity=1)
