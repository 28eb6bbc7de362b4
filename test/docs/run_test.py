# SPDX-License-Identifier: MIT
"""Tests of the documentation tests' runner, with a stand-in for hardbop."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

RUNNER = Path(__file__).with_name("run.py")

# `STATUS TEXT...`: prints each text on a line of its own, the last to stderr.
STAND_IN = f"""#!{sys.executable}
import sys
status, *lines, last = sys.argv[1:]
for line in lines: print(line, flush=True)
print(last, file=sys.stderr)
sys.exit(int(status))
"""


class Docs(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.page = Path(temporary.name) / "page.md"
        self.program = Path(temporary.name) / "stand-in"
        self.program.write_text(STAND_IN)
        self.program.chmod(0o755)

    def run_page(self, text: str, *options: str) -> tuple[int, str]:
        self.page.write_text(text)
        command = [sys.executable, str(RUNNER), str(self.program), str(self.page), *options]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        self.assertEqual(done.stderr, "")
        return done.returncode, done.stdout

    def console(self, text: str, *options: str) -> tuple[int, str]:
        return self.run_page(f"Text.\n\n```console\n{text}```\n\nText.\n", *options)

    def assert_fails(self, result: tuple[int, str], *expected: str) -> None:
        self.assertEqual(result[0], 1)
        for text in expected:
            self.assertIn(text, result[1])

    def test_what_is_shown_is_compared(self) -> None:
        self.assertEqual(self.console("$ hardbop 10 a b\na\nb\n\n$ echo $?\n10\n"), (0, ""))
        self.assert_fails(self.console("$ hardbop 0 a b\na\n"), "page.md:4: $ hardbop", "+b")
        self.assert_fails(self.console("$ hardbop 0 a\na\nb\n"), "-b")
        self.assert_fails(self.console("$ hardbop 0 a\n a\n"), "- a", "+a")

    def test_dots_stand_for_any_lines(self) -> None:
        self.assertEqual(self.console("$ hardbop 0 a b c d\na\n...\nd\n"), (0, ""))
        self.assertEqual(self.console("$ hardbop 0 a d\na\n...\nd\n"), (0, ""))
        self.assert_fails(self.console("$ hardbop 0 a b c\na\n...\nd\n"), "+c")

    def test_a_file_of_the_page_can_be_read(self) -> None:
        page = "```bp file=lock.bp\ndecl g;\n```\n\n```console\n$ cat lock.bp\ndecl g;\n```\n"
        self.assertEqual(self.run_page(page), (0, ""))

    def test_other_blocks_are_not_run(self) -> None:
        self.assertEqual(self.run_page("```sh\nfalse\n```\n```\n$ hardbop\n```\n"), (0, ""))

    def test_an_internal_error_fails_even_if_shown(self) -> None:
        self.assert_fails(self.console("$ hardbop 6 oh\noh\n"), "status 6")

    def test_other_commands_are_refused(self) -> None:
        self.assert_fails(self.console("$ rm -f x\n"), "line 4: a command is one of")
        self.assert_fails(self.console("rubbish\n"), "starts with a command")
        self.assert_fails(self.run_page("```console\n$ echo a\n"), "no end")

    def test_update_writes_what_is_printed(self) -> None:
        text = "$ hardbop 0 a b c\nx\n\n$ hardbop 0 d e\n...\ne\n\n$ hardbop 0 f\nf\ng\n"
        self.assert_fails(self.console(text, "--update"), "updated")
        updated = text.replace("x\n", "a\nb\nc\n").replace("\ng\n", "\n")
        self.assertEqual(self.page.read_text(), f"Text.\n\n```console\n{updated}```\n\nText.\n")


if __name__ == "__main__":
    unittest.main()
