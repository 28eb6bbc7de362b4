# SPDX-License-Identifier: MIT
"""Tests of the golden tests' runner, with a stand-in for hardbop."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

RUNNER = Path(__file__).with_name("run.py")

# Understands `say TEXT`, `warn TEXT`, `cat` (standard input), `where` (its folder),
# `leave STATUS`, `hang`, `grow` and `crash`.
STAND_IN = f"""#!{sys.executable}
import os, sys, time
word, *rest = sys.argv[1:]
if word == "say": print(*rest)
elif word == "warn": print(*rest, file=sys.stderr)
elif word == "cat": print(sys.stdin.read(), end="")
elif word == "where": print(os.getcwd() + "/input.bp")
elif word == "leave": sys.exit(int(rest[0]))
elif word == "hang": time.sleep(60)
elif word == "compute":
    while time.process_time() < float(rest[0]): pass
elif word == "grow": sys.exit(len(bytearray(200_000_000)) == 0)
elif word == "crash": os.abort()
"""


class Golden(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name) / "case"
        self.folder.mkdir()
        self.program = Path(temporary.name) / "stand-in"
        self.program.write_text(STAND_IN)
        self.program.chmod(0o755)
        (self.folder / "input.bp").write_text("decl g;\n")

    def run_test(self, test: str, *options: str) -> tuple[int, str]:
        (self.folder / "test").write_text(test)
        command = [sys.executable, str(RUNNER), str(self.program), str(self.folder), *options]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        self.assertEqual(done.stderr, "")
        return done.returncode, done.stdout

    def assert_passes(self, test: str, *options: str) -> None:
        self.assertEqual(self.run_test(test, *options), (0, ""))

    def assert_fails(self, test: str, *expected: str) -> None:
        status, output = self.run_test(test)
        self.assertEqual(status, 1)
        for text in expected:
            self.assertIn(text, output)

    def test_runs_without_the_program_that_they_need_are_left_out(self) -> None:
        self.assert_passes("$ hardbop leave 0\nneeds python3\n")
        test = "$ hardbop leave 10\nneeds no-such-program\n"
        self.assertEqual(self.run_test(test), (77, ""))
        self.assert_fails(test + "$ hardbop leave 10\nneeds python3\n", "expected exit 0")

    def test_slow_runs_are_left_out_under_the_sanitizers(self) -> None:
        test = "$ hardbop leave 10\nslow\n"
        self.assert_passes(test, "--sanitized")
        self.assertEqual(self.run_test(test, "--sanitized", "--all")[0], 1)
        self.assertEqual(self.run_test(test)[0], 1)

    def test_long_runs_are_left_out(self) -> None:
        test = "$ hardbop leave 10\nlong\n"
        self.assert_passes(test)
        self.assertEqual(self.run_test(test, "--all")[0], 1)

    def test_what_is_true_passes(self) -> None:
        self.assert_passes(
            "# All kinds of lines.\n$ hardbop say one 'two three'\nstdout: ^one two three$\n"
            "stdout!: four\nstderr!: .\n\n$ hardbop leave 10\nexit 10\n"
        )

    def test_another_exit_status_fails(self) -> None:
        self.assert_fails("$ hardbop leave 5\nexit 10\n", "expected exit 10, got exit 5")
        self.assert_fails("$ hardbop leave 5\n", "test:1: $ hardbop leave 5", "expected exit 0")

    def test_a_missing_match_fails(self) -> None:
        self.assert_fails("$ hardbop say one\nstdout: ^two\n", "to match ^two", "| one")

    def test_a_forbidden_match_fails(self) -> None:
        self.assert_fails("$ hardbop warn one\nstderr!: one\n", "not to match one")

    def test_exact_output_is_compared_character_by_character(self) -> None:
        (self.folder / "expected.txt").write_text("decl g;\n")
        self.assert_passes("$ hardbop cat < input.bp\nstdout = expected.txt\n")
        (self.folder / "expected.txt").write_text("decl g; \n")
        self.assert_fails("$ hardbop cat < input.bp\nstdout = expected.txt\n", "+decl g;")
        (self.folder / "expected.txt").write_text("decl g;")
        self.assert_fails("$ hardbop cat < input.bp\nstdout = expected.txt\n", "line ends")

    def test_update_writes_exact_output_but_no_input(self) -> None:
        test = "$ hardbop say new\nstdout = expected.txt\n"
        self.assert_fails(test, "+new")
        self.assert_passes(test, "--update")
        self.assertEqual((self.folder / "expected.txt").read_text(), "new\n")
        status, _ = self.run_test("$ hardbop say new input.bp\nstdout = input.bp\n", "--update")
        self.assertEqual(status, 1)
        self.assertEqual((self.folder / "input.bp").read_text(), "decl g;\n")

    def test_the_folder_of_the_run_is_left_out(self) -> None:
        self.assert_passes("$ hardbop where\nstdout: ^input.bp$\n")

    def test_a_run_does_not_change_the_test(self) -> None:
        self.assert_passes("$ hardbop say one > made\n$ hardbop cat < made\nstdout: one\n")
        self.assertFalse((self.folder / "made").exists())

    def test_a_run_may_use_a_script(self) -> None:
        self.assert_passes("$ python3 -c 'print(6*7)' > made\n$ hardbop cat < made\nstdout: ^42$\n")

    def test_a_sarif_log_is_looked_at(self) -> None:
        (self.folder / "out.sarif").write_text("{}")
        self.assert_fails("$ hardbop say --sarif out.sarif\n", "expected a SARIF log, but log has no runs")
        self.assert_passes("$ hardbop say --sarif none.sarif\n")

    def test_limits_of_time_and_memory(self) -> None:
        self.assert_fails("$ hardbop hang\nseconds 1\n", "an end within 1 seconds")
        self.assert_fails("$ hardbop compute 1.5\nseconds 1\n", "an end within 1 seconds")
        self.assert_passes("$ hardbop compute 1.5\nseconds 2\n")
        self.assert_passes("$ hardbop grow\nmemory 1000\n")
        self.assert_fails("$ hardbop grow\nmemory 100\n", "at most 100 MB, got")

    def test_a_crash_fails(self) -> None:
        self.assert_fails("$ hardbop crash\nexit 6\n", "got signal 6")

    def test_what_is_not_understood_fails(self) -> None:
        self.assert_fails("", "no run")
        self.assert_fails("exit 10\n", "line 1 is not understood")
        self.assert_fails("$ hardbop leave 0\nstdoutt: x\n", "line 2 is not understood")
        self.assert_fails("$ hardbop say x\nstdout: (\n", "test: ")
        self.assert_fails("$ rm input.bp\n", "not rm")


if __name__ == "__main__":
    unittest.main()
