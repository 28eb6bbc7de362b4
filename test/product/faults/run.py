#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What goes wrong around the program: full disks, limits, signals, inputs without end.

Each ends with a status of docs/manual/exit-status.md and a reason, never in a crash, and an
output file is there whole or not at all.
"""

import json
import os
import pty
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

HARDBOP = ""
SMALL = """decl g;
void main() begin g := T; if (*) then g := F; fi L: skip; assert(g); end
"""
SAFE = "decl g; void main() begin g := T; assert(g); end\n"
PATIENCE = 60  # seconds; for machines that are slow, not for the program


def generated(*words: str) -> str:
    command = [HARDBOP, "generate", *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


class Faults(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, name: str, text: str) -> str:
        path = self.folder / name
        path.write_text(text)
        return str(path)

    def files(self) -> set[str]:
        return {path.name for path in self.folder.iterdir()}

    def run_it(self, *words: str, **options) -> subprocess.CompletedProcess:
        options.setdefault("stdin", subprocess.DEVNULL)
        return subprocess.run(
            [HARDBOP, *words], capture_output="stdout" not in options, text=True, timeout=PATIENCE,
            check=False, **options,
        )  # fmt: skip

    def start(self, *words: str, **options) -> subprocess.Popen:
        for stream in ("stdin", "stdout", "stderr"):
            options.setdefault(stream, subprocess.PIPE)
        process = subprocess.Popen([HARDBOP, *words], text=True, **options)

        def end() -> None:
            process.kill()
            process.communicate()

        self.addCleanup(end)
        return process

    def finish(self, process: subprocess.Popen) -> tuple[int, str, str]:
        out, err = process.communicate(timeout=PATIENCE)
        return process.returncode, out, err


class FullDisks(Faults):
    def test_standard_output_on_a_full_disk_is_an_error(self) -> None:
        small = self.write("small.bp", SMALL)
        for words in (
            ["check", small],
            ["check", "--trace", "--json", small],
            ["fmt", small],
            ["export", "--to", "chc", small],
            ["cross", "--against", "z3", small],
            ["shrink", small, "--keep", "grep main {}"],
            ["fuzz", "--seeds", "0..1"],
            ["generate", "tn", "3"],
        ):
            with open("/dev/full", "w") as full:
                done = self.run_it(*words, stdout=full, stderr=subprocess.PIPE)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn("<stdout>: error: cannot be written: No space left", done.stderr, words)

    def outputs(self, target: str) -> list[list[str]]:
        unsafe = self.write("unsafe.bp", SMALL)
        safe = self.write("safe.bp", SAFE)
        return [
            ["check", safe, "--certify", target],
            ["check", unsafe, "--certify", target],
            ["export", safe, "--to", "c", "-o", target],
            ["shrink", unsafe, "--keep", "grep main {}", "-o", target],
        ]

    def test_a_file_that_grows_too_large_appears_not_at_all(self) -> None:
        def tiny_files() -> None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (8, 8))

        for words in self.outputs(str(self.folder / "out")):
            if words[0] == "shrink":
                continue  # its candidates are files as well
            before = self.files()
            done = self.run_it(*words, preexec_fn=tiny_files)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn("cannot be written", done.stderr, words)
            self.assertEqual(self.files(), before, words)

    def test_a_file_that_cannot_be_replaced_keeps_its_content(self) -> None:
        def tiny_files() -> None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (8, 8))

        target = self.write("out", "what was there before")
        for words in self.outputs(target):
            if words[0] == "shrink":
                continue
            self.assertEqual(self.run_it(*words, preexec_fn=tiny_files).returncode, 2, words)
            self.assertEqual(Path(target).read_text(), "what was there before", words)

    def test_a_place_where_nothing_can_be_written_is_an_error(self) -> None:
        for target in (str(self.folder / "no/such/folder/out"), str(self.folder)):
            for words in self.outputs(target):
                done = self.run_it(*words)
                self.assertEqual(done.returncode, 2, words)
                self.assertIn("cannot be written", done.stderr, words)

    def test_an_answer_is_printed_though_a_file_of_it_cannot_be_written(self) -> None:
        safe, unsafe = self.write("safe.bp", SAFE), self.write("unsafe.bp", SMALL)
        for option in ("--sarif", "--certify"):
            done = self.run_it("check", unsafe, option, "/dev/full")
            self.assertEqual(done.returncode, 2, done)
            self.assertIn("/dev/full: error: cannot be written: No space left", done.stderr)
            self.assertIn("violated", done.stdout)
        done = self.run_it("check", safe, "--sarif", "/dev/full", "--json")
        self.assertEqual(json.loads(done.stdout)["results"][0]["verdict"], "holds")
        self.assertEqual(done.returncode, 2)

    def test_outputs_are_looked_at_before_the_search_and_left_alone_by_it(self) -> None:
        hard = self.write("hard.bp", generated("hard", "14"))
        c_program = self.write("input.c", "int main(void) { return 0; }\n")
        old = self.write("old", "what was there before")
        nowhere = str(self.folder / "no/such/folder/out")
        for program, option in [
            (hard, "--sarif"), (hard, "--certify"), (c_program, "--witness"), (c_program, "--harness"),
        ]:  # fmt: skip
            done = self.run_it("check", program, option, nowhere)
            self.assertEqual(done.returncode, 2, done)  # without a limit: the search did not begin
            self.assertIn("cannot be written: No such file", done.stderr)
            self.assertEqual(done.stdout, "")
        rounds = str(self.folder / "old" / "rounds")
        done = self.run_it("check", c_program, "--engine", "slam", "--keep", rounds)
        self.assertEqual(done.returncode, 2, done)
        done = self.run_it("check", "--timeout", "0.2", hard, "--certify", old)
        self.assertEqual(done.returncode, 5, done)
        self.assertEqual(Path(old).read_text(), "what was there before")
        self.run_it("check", "--timeout", "0.2", hard, "--certify", str(self.folder / "new"))
        self.assertEqual(self.files(), {"hard.bp", "input.c", "old"})

    def test_fuzz_wants_a_folder_to_keep_findings_in(self) -> None:
        done = self.run_it("fuzz", "--seeds", "0..1", "--keep", "/no/such/folder")
        self.assertEqual(done.returncode, 2, done.stderr)


class Memory(Faults):
    def test_a_memory_limit_is_unknown(self) -> None:
        hard = self.write("hard.bp", generated("hard", "9"))
        for words in ([], ["--trace"], ["--engine", "explicit"], ["--certify", "cert"]):
            done = self.run_it("check", "--memory", "1", *words, hard, cwd=self.folder)
            self.assertEqual(done.returncode, 5, (words, done))
            self.assertIn("memory limit reached", done.stdout, words)
            self.assertNotIn("cert", self.files())

    def test_a_memory_limit_ends_an_input_without_end(self) -> None:
        with open("/dev/zero") as endless:
            done = self.run_it("check", "--memory", "3", "-", stdin=endless)
        self.assertEqual(done.returncode, 5)
        self.assertIn("<stdin>: memory limit reached while reading", done.stderr)

    def test_without_memory_no_answer_is_wrong_and_nothing_crashes(self) -> None:
        safe = self.write("safe.bp", generated("hard", "9", "--safe"))
        large = self.write("large.bp", generated("drivers", "20000", "--safe"))
        seen = set()
        for megabytes in (12, 18, 24, 32, 64, 140):
            size = megabytes * 1_000_000

            def little_memory(size: int = size) -> None:
                resource.setrlimit(resource.RLIMIT_AS, (size, size))

            for program, engine in ((safe, "summary"), (large, "summary"), (safe, "explicit")):
                words = ["check", "--trace", "--timeout", "1", "--certify", "cert", "--engine", engine]
                done = self.run_it(*words, program, preexec_fn=little_memory, cwd=self.folder)
                if done.returncode == 127:
                    continue  # the program was not even loaded
                if done.returncode == 2 and "error: no certificate: " in done.stderr:
                    continue  # and so no answer either
                self.assertIn(done.returncode, (0, 5), (megabytes, engine, done))
                if done.returncode == 5:
                    said = done.stdout + done.stderr
                    self.assertRegex(said, "memory exhausted|time limit|memory limit|limit of")
                    seen.add("memory exhausted" in said)
                self.assertEqual("cert" in self.files(), done.returncode == 0)
                (self.folder / "cert").unlink(missing_ok=True)
        self.assertIn(True, seen)


class BadC(Faults):
    """C that no one would write; where C is not read, all of it is refused alike."""

    def ends(self, text: str, seconds: int = 10) -> subprocess.CompletedProcess:
        done = self.run_it("check", "--timeout", str(seconds), self.write("input.c", text))
        said = done.stdout + done.stderr
        self.assertIn(done.returncode, (0, 2, 5, 6, 10), (text[:80], said[:200]))
        self.assertTrue(said.strip(), text[:80])
        return done

    def test_deep_nesting_ends(self) -> None:
        n = 100_000
        for expression in ("(" * n + "1" + ")" * n, "!" * n + "n()", "- " * n + "n()", "+".join(["x"] * 3000)):
            self.ends(f"int n(void); int main(void) {{ int x = n(); return {expression}; }}")
        for statement in ("{" * n + "}" * n, "while (n())" * 1000 + ";", "if (n())" * 1000 + ";"):
            self.ends(f"int n(void); int main(void) {{ {statement} return 0; }}")

    def test_large_arrays_end(self) -> None:
        for array in ("int a[1 << 28];", "char a[1 << 30];", "long long a[1ULL << 60];", "int a[1 << 16][1 << 12];"):
            self.ends(f"{array} int main(void) {{ return sizeof a[0]; }}")
            self.ends(f"int main(void) {{ {array} return sizeof a[0]; }}")

    def test_texts_without_end_end(self) -> None:
        self.write("a.h", '#include "b.h"')
        self.write("b.h", '#include "a.h"')
        self.assertEqual(self.ends('#include "a.h"\nint main(void) { return 0; }').returncode, 2)
        self.assertEqual(self.ends('#include "input.c"').returncode, 2)
        macros = "".join(f"#define M{i} M{i + 1} M{i + 1}\n" for i in range(40))
        self.ends(macros + "int main(void) { return 0; M0 }", seconds=1)
        self.ends("/*" + "x" * (8 << 20) + "*/ int main(void) { return 0; }")
        self.ends("\0\1\2 \x7f int main")

    def test_little_memory_is_said(self) -> None:
        for megabytes in (40, 200, 300, 400, 700):
            size = megabytes * 1_000_000

            def little_memory(size: int = size) -> None:
                resource.setrlimit(resource.RLIMIT_AS, (size, size))

            done = self.run_it(
                "check", self.write("input.c", "int main(void) { return 0; }"), preexec_fn=little_memory
            )
            if done.returncode != 127:  # else the program was not even loaded
                self.assertIn(done.returncode, (0, 2, 5, 6), (megabytes, done))


class Signals(Faults):
    def test_reading_ends_with_a_signal(self) -> None:
        small = self.write("small.bp", SMALL)
        for number in (signal.SIGINT, signal.SIGTERM):
            for words in (
                ["check", "-"],
                ["cross", "-"],
                ["shrink", "-", "--keep", "true"],
                ["validate", small, "-"],
            ):
                process = self.start(*words)
                time.sleep(0.3)
                process.send_signal(number)
                # What it reads from stays open: it is the signal that ends it.
                self.assertEqual(process.wait(PATIENCE), 5, words)
                self.assertIn("<stdin>: cancelled while reading", process.stderr.read())

    def test_deciding_ends_with_a_signal(self) -> None:
        hard = self.write("hard.bp", generated("hard", "14"))
        for number in (signal.SIGINT, signal.SIGTERM):
            for words in ([], ["--engine", "explicit"], ["--trace"], ["--certify", "cert"]):
                process = self.start("check", *words, hard, cwd=self.folder)
                time.sleep(0.5)
                process.send_signal(number)
                status, out, _ = self.finish(process)
                self.assertEqual(status, 5, words)
                self.assertIn("unknown: cancelled while", out, words)
                self.assertEqual(self.files(), {"hard.bp"})

    def test_a_stuck_output_ends_with_a_signal(self) -> None:
        large = self.write("large.bp", generated("tn", "20000"))
        process = self.start("fmt", large)
        time.sleep(1)  # the pipe is full, nobody reads
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(PATIENCE), -signal.SIGINT)

    def test_shrinking_leaves_the_smallest_so_far(self) -> None:
        program = self.write("program.bp", generated("drivers", "1000"))
        small = self.folder / "small.bp"
        keep = f"sleep 0.05; {HARDBOP} check -w {{}} | grep -q violated"
        process = self.start("shrink", program, "-w", "--keep", keep, "-o", str(small))
        time.sleep(3)
        process.send_signal(signal.SIGINT)
        status, _, err = self.finish(process)
        self.assertEqual(status, 5, err)
        self.assertIn("stopped before the program was minimal", err)
        self.assertIn("violated", self.run_it("check", "-w", str(small)).stdout)
        self.assertLess(small.stat().st_size, Path(program).stat().st_size)

    def test_fuzzing_says_where_to_go_on(self) -> None:
        process = self.start("fuzz", "--seeds", "0..100000000", "--jobs", "2", cwd=self.folder)
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        status, out, _ = self.finish(process)
        self.assertEqual(status, 5, out)
        self.assertRegex(out, r"seeds 0\.\.\d+ done; continue with \d+\.\.100000000")


class Supervision(Faults):
    """The process that does the work hangs, is killed, crashes, or takes all memory.

    One that is stopped hangs as thoroughly as one can: it looks at no limit and at no flag.
    """

    def at_work(self, *words: str, **options) -> tuple[subprocess.Popen, int]:
        """The program, and the process that does its work, for a while already."""
        process = self.start("check", *words, **options)
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if found := children.read_text().split():
                times = Path(f"/proc/{found[0]}/stat").read_text().rsplit(")", 1)[1].split()[11:13]
                if sum(map(int, times)) >= 0.1 * os.sysconf("SC_CLK_TCK"):
                    return process, int(found[0])
            time.sleep(0.01)
        raise TimeoutError("no process has begun to work")

    def hanging(self, *words: str) -> tuple[subprocess.Popen, int]:
        process, child = self.at_work(*words)
        os.kill(child, signal.SIGSTOP)
        return process, child

    def assert_gone(self, child: int) -> None:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                if Path(f"/proc/{child}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z":
                    return  # until whoever inherited it looks
            except (FileNotFoundError, ProcessLookupError):
                return
            time.sleep(0.05)
        self.fail("the process is still there")

    def hard(self) -> str:
        return self.write("hard.bp", generated("hard", "14"))

    def test_a_phase_that_never_polls_ends_at_the_time_limit(self) -> None:
        process, child = self.hanging("--timeout", "5", self.hard())
        status, out, _ = self.finish(process)
        self.assertEqual(status, 5)
        self.assertRegex(out, "unknown: time limit reached while computing path edges\n")
        self.assert_gone(child)

    def test_an_answer_that_is_cut_off_is_complete_in_every_format(self) -> None:
        text = generated("hard", "14").replace("void main()\nbegin", "void main()\nbegin decl odd;", 1)
        hard, sarif = self.write("hard.bp", text), self.folder / "out.sarif"
        process, _ = self.hanging("--timeout", "5", "--json", "--sarif", str(sarif), hard)
        status, out, _ = self.finish(process)
        self.assertEqual(status, 5)
        answer = json.loads(out)
        self.assertIn("local 'odd' is never used", [one["text"] for one in answer["warnings"]])
        self.assertEqual([one["path"] for one in answer["inputs"]], [hard])
        (result,) = answer["results"]
        self.assertEqual(result["verdict"], "unknown")
        self.assertRegex(result["reason"], "^time limit reached while ")
        (run,) = json.loads(sarif.read_text())["runs"]
        self.assertEqual(run["tool"]["driver"]["name"], "hardbop")

    def test_what_was_decided_before_it_hung_is_said(self) -> None:
        text = generated("hard", "14").replace("saved0 := y0;", "QUICK: saved0 := y0;", 1)
        words = ["--label", "QUICK", "--ltl", "F (terminated | failed)", "--trace", "--json", "--timeout", "8"]
        process, _ = self.hanging(*words, self.write("quick.bp", text))
        status, out, _ = self.finish(process)
        self.assertEqual(status, 10)
        first, second = json.loads(out)["results"]
        self.assertEqual(first["verdict"], "violated")
        self.assertEqual(first["trace"]["length"], 0)
        self.assertEqual(second["verdict"], "unknown")
        self.assertRegex(second["reason"], "^time limit reached while ")

    def test_one_signal_ends_what_hangs_soon_and_two_end_it_at_once(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            for times in (1, 2):
                process, child = self.hanging(self.hard())
                for _ in range(times):
                    process.send_signal(number)
                    time.sleep(0.3)
                status, out, _ = self.finish(process)
                self.assertEqual(status, 5)
                self.assertRegex(out, "unknown: cancelled while computing path edges\n")
                self.assert_gone(child)

    def test_a_process_that_is_killed_is_unknown(self) -> None:
        process, child = self.at_work(self.hard())
        os.kill(child, signal.SIGKILL)
        status, out, _ = self.finish(process)
        self.assertEqual(status, 5)
        self.assertRegex(out, r"unknown: killed \(out of memory\?\) while computing path edges\n")

    def test_a_process_that_crashes_is_a_bug(self) -> None:
        for number, text in ((signal.SIGABRT, "Aborted"), (signal.SIGSEGV, "Segmentation fault")):
            process, child = self.at_work("--json", self.hard())
            os.kill(child, number)
            status, out, err = self.finish(process)
            self.assertEqual(status, 6)
            self.assertEqual(out, "")
            self.assertRegex(err, f"hard.bp: internal error: {text} while computing path edges")

    def test_a_process_whose_supervisor_is_killed_ends_too(self) -> None:
        process, child = self.at_work(self.hard())
        process.kill()
        self.assert_gone(child)

    def test_a_phase_that_eats_memory_ends_at_the_memory_limit(self) -> None:
        if "no C front end" in self.run_it("check", self.write("empty.c", "int main(void) { return 0; }")).stderr:
            self.skipTest("this build reads no C")
        levels = "".join(f"#define M{i} M{i + 1} M{i + 1} M{i + 1} M{i + 1}\n" for i in range(12))
        text = f"{levels}#define M12 1,\nint a[] = {{ M0 1 }};\nint main(void) {{ return a[0]; }}\n"
        done = self.run_it("check", "--memory", "300", self.write("large.c", text))
        self.assertEqual(done.returncode, 5, done)
        self.assertIn("unknown: memory limit reached while reading C", done.stdout)

    def test_tools_that_were_asked_end_with_who_asked_them(self) -> None:
        mark, tools = self.folder / "alive", self.folder / "tools"
        tools.mkdir()
        script = f"(while true; do echo x >> {mark}; /bin/sleep 0.1; done) & wait"
        (tools / "z3").write_text(f"#!/bin/sh\n{script}\n")
        (tools / "z3").chmod(0o755)
        environment = {"PATH": f"{tools}:/nowhere"}
        process = self.start("cross", "--against", "z3", self.write("small.bp", SMALL), env=environment)
        deadline = time.monotonic() + PATIENCE
        while not mark.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        (child,) = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        os.kill(int(child), signal.SIGSTOP)
        for _ in range(2):
            process.send_signal(signal.SIGINT)
            time.sleep(0.3)
        self.assertEqual(self.finish(process)[0], 5)
        time.sleep(0.3)
        size = mark.stat().st_size
        time.sleep(0.5)
        self.assertEqual(mark.stat().st_size, size)

    def test_cross_that_is_cancelled_does_not_say_that_all_agree(self) -> None:
        process = self.start("cross", self.hard())
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        status, out, _ = self.finish(process)
        self.assertEqual(status, 5)
        self.assertNotIn("all agree", out)
        self.assertIn("unknown: cancelled before all engines and tools answered", out)


class Time(Faults):
    def test_an_input_that_never_comes_is_not_waited_for(self) -> None:
        process = self.start("check", "--timeout", "0.5", "-")
        self.assertEqual(process.wait(PATIENCE), 5)
        self.assertIn("<stdin>: time limit reached while reading", process.stderr.read())

    def test_an_input_without_end_is_not_read_for_ever(self) -> None:
        with open("/dev/zero") as endless:
            done = self.run_it("check", "--timeout", "0.5", "-", stdin=endless)
        self.assertEqual(done.returncode, 5)
        self.assertIn("<stdin>: time limit reached while reading", done.stderr)

    def test_every_phase_ends_in_time(self) -> None:
        hard = self.write("hard.bp", generated("hard", "14"))
        large = self.write("large.bp", generated("tn", "100000"))
        for words in (
            [hard],
            ["--trace", hard],
            ["--trace", "--trace-shortest", "expanded", hard],
            ["--engine", "explicit", hard],
            ["--certify", "cert", hard],
            ["--coverage", hard],
            ["--label", "reach", "--trace", large],
        ):
            start = time.monotonic()
            done = self.run_it("check", "--timeout", "0.3", *words, cwd=self.folder)
            self.assertLess(time.monotonic() - start, 30, words)
            self.assertIn(done.returncode, (5, 10), (words, done.stderr))
            self.assertIn("time limit reached", done.stdout + done.stderr, words)
            self.assertNotIn("cert", self.files())

    def test_a_hard_question_leaves_time_for_those_after_it(self) -> None:
        text = generated("hard", "14").replace("saved0 := y0;", "QUICK: saved0 := y0;", 1)
        words = ["check", "--ltl", "F (terminated | failed)", "--ltl", "F @QUICK", self.write("quick.bp", text)]
        for limit in (["--timeout", "4"], ["--timeout-per-property", "2"]):
            done = self.run_it(*words, *limit)
            self.assertEqual(done.returncode, 5, done)
            self.assertIn("ltl F (terminated | failed): unknown: time limit reached", done.stdout)
            self.assertIn("ltl F @QUICK: holds", done.stdout)

    def test_a_command_that_never_ends_is_killed(self) -> None:
        program = self.write("program.bp", SMALL)
        keep = "grep -q skip {} && sleep 1000"
        done = self.run_it("shrink", program, "--keep", keep, "--command-timeout", "0.2")
        self.assertEqual(done.returncode, 2)
        self.assertIn("the command fails on the program itself", done.stderr)


class OtherTools(Faults):
    """Programs of others that are missing, lie, crash or never end."""

    def cross(self, script: str | None, *words: str) -> subprocess.CompletedProcess:
        small = self.write("small.bp", SMALL)
        tools = self.folder / "tools"
        tools.mkdir(exist_ok=True)
        if script is not None:
            (tools / "z3").write_text(f"#!/bin/sh\n{script}\n")
            (tools / "z3").chmod(0o755)
        environment = {"PATH": f"{tools}:/nowhere"}
        return self.run_it("cross", "--against", "z3", *words, small, env=environment)

    def test_one_that_is_missing_is_said_to_be(self) -> None:
        done = self.cross(None)
        self.assertEqual(done.returncode, 0, done)
        self.assertIn("z3 is not installed", done.stdout)

    def test_one_that_says_something_else_disagrees(self) -> None:
        done = self.cross("echo sat")
        self.assertEqual(done.returncode, 6, done)
        self.assertIn("disagreement: assert 2:59: violated by summary, holds by z3", done.stdout)
        self.assertEqual(self.cross("echo unsat").returncode, 0)

    def test_one_that_crashes_or_says_nothing_disagrees_with_nothing(self) -> None:
        for script in ("kill -SEGV $$", "echo unknown", "exit 3", "true"):
            done = self.cross(script)
            self.assertEqual(done.returncode, 0, (script, done))
        self.assertIn("z3 was ended by signal 11", self.cross("kill -SEGV $$").stdout)

    def test_one_that_never_ends_is_killed_with_all_it_started(self) -> None:
        mark = self.folder / "alive"
        script = f"(while true; do echo x >> {mark}; /bin/sleep 0.1; done) & wait"
        done = self.cross(script, "--timeout", "0.5")
        self.assertEqual(done.returncode, 0, done)
        self.assertIn("time limit reached", done.stdout)
        time.sleep(0.3)
        size = mark.stat().st_size
        time.sleep(0.5)
        self.assertEqual(mark.stat().st_size, size)


class Terminals(Faults):
    def on_terminal(self, *words: str, stream: str, **environment: str) -> str:
        """What the stream shows where it is a terminal."""
        parent, child = pty.openpty()
        streams = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, stream: child}
        process = subprocess.Popen(
            [HARDBOP, *words],
            stdin=subprocess.DEVNULL,
            env={"PATH": os.environ["PATH"], "TERM": "xterm", **environment},
            **streams,
        )
        os.close(child)
        shown = b""
        try:
            while chunk := os.read(parent, 4096):
                shown += chunk
        except OSError:
            pass  # the other side is closed
        os.close(parent)
        process.wait(PATIENCE)
        return shown.decode()

    def test_progress_is_one_line_that_is_erased(self) -> None:
        hard = self.write("hard.bp", generated("hard", "14"))
        shown = self.on_terminal("check", "--timeout", "2.5", hard, stream="stderr")
        self.assertRegex(shown, "1 s: computing path edges")
        self.assertNotIn("\n", shown)
        self.assertTrue(shown.endswith("\r\x1b[K"), repr(shown[-20:]))

    def test_what_is_quick_shows_no_progress(self) -> None:
        small = self.write("small.bp", SMALL)
        self.assertEqual(self.on_terminal("check", small, stream="stderr"), "")

    def test_colour_is_for_terminals_that_want_it(self) -> None:
        small = self.write("small.bp", SMALL)
        self.assertIn("\x1b[31m", self.on_terminal("check", small, stream="stdout"))
        for environment in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
            shown = self.on_terminal("check", small, stream="stdout", **environment)
            self.assertNotIn("\x1b", shown)
        self.assertNotIn("\x1b", self.run_it("check", small).stdout)


if __name__ == "__main__":
    HARDBOP = os.path.abspath(sys.argv.pop(1))
    unittest.main()
