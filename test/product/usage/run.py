#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How the program is used: options, help, and a program that was moved.

Options that have no effect are refused, each by its name; options.txt says which have one.
"""

import ctypes
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest
from dataclasses import dataclass
from pathlib import Path

HARDBOP = ""
OPTIONS = Path(__file__).with_name("options.txt")
OPTION = re.compile(r"^  (?:(-\w),?)?(--[a-z-]+)?", re.MULTILINE)
COMMAND = re.compile(r"^  ([a-z]+) ", re.MULTILINE)

FILES = {
    "input.bp": "decl g; void main() begin g := T; L: skip; assert(g); end\n",
    "threads.bp": "decl g; void main() begin start_thread f(); L: skip; assert(!g); end\n"
    "void f() begin g := F; end\n",
    "input.c": "void reach_error(void); int main(void) { int x = 1; if (x != 1) reach_error(); }\n",
    "properties.txt": "ends: ltl F terminated\n",
    "monitor.txt": "",
    "predicates.txt": "",
    "evidence": "",
}
INPUTS = {"boolean": "input.bp", "threads": "threads.bp", "c": "input.c"}


@dataclass(frozen=True)
class Row:
    command: str
    option: tuple[str, ...]  # with its value
    inputs: frozenset[str]
    given: tuple[str, ...]  # what else must be

    @property
    def name(self) -> str:
        return self.option[0]


def rows() -> list[Row]:
    found = []
    for line in OPTIONS.read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        command, option, inputs, given = [*(part.strip() for part in line.split("|")), ""][:4]
        words = tuple(shlex.split(option)), frozenset(inputs.split()), tuple(shlex.split(given))
        found.append(Row(command, *words))
    return found


class Usage(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        for name, text in FILES.items():
            (self.folder / name).write_text(text)

    def run_it(self, *words: str, program: str = "") -> subprocess.CompletedProcess:
        return subprocess.run(
            [program or HARDBOP, *words], capture_output=True, text=True, check=False, timeout=60,
            cwd=self.folder, stdin=subprocess.DEVNULL,
        )  # fmt: skip

    def ask(self, row: Row, given: tuple[str, ...], kind: str) -> subprocess.CompletedProcess:
        evidence = ["evidence"] if row.command == "validate" else []
        return self.run_it(row.command, *given, *row.option, INPUTS[kind], *evidence)

    def expect_refused(self, row: Row, kind: str, given: tuple[str, ...] = ()) -> None:
        done = self.ask(row, given, kind)
        with self.subTest(command=row.command, option=row.option, input=kind):
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertEqual(done.stdout, "")
            is_for_file = f"'{INPUTS[kind]}' is a " in done.stderr
            is_required = "is required" in done.stderr
            named = re.search(rf"error: {row.name} has no effect (on|with|without) ", done.stderr)
            self.assertTrue(is_for_file or is_required or named, done.stderr)

    def expect_taken(self, row: Row, kind: str) -> None:
        done = self.ask(row, row.given, kind)
        with self.subTest(command=row.command, option=row.option, input=kind):
            self.assertNotEqual(done.returncode, 1, done.stderr)
            self.assertNotIn("has no effect", done.stderr)

    def test_every_option_is_in_the_table(self) -> None:
        known = {(row.command, row.name) for row in rows()}
        for command in {row.command for row in rows()}:
            text = self.run_it(command, "--help").stdout.split("Options:")[1].split("\n\n")[0]
            for short, long in OPTION.findall(text):
                if long not in ("", "--help") or (short and not long):
                    with self.subTest(command=command, option=long or short):
                        self.assertIn((command, long or short), known)

    def test_an_option_is_refused_where_it_has_no_effect(self) -> None:
        has_effect: dict[tuple[str, str], set[str]] = {}
        for row in rows():
            has_effect.setdefault((row.command, row.name), set()).update(row.inputs)
        for row in rows():
            for kind in INPUTS:
                if kind not in has_effect[row.command, row.name]:
                    is_boolean = kind != "c" and row.inputs != {"c"}
                    self.expect_refused(row, kind, row.given if is_boolean else ())
                elif kind in row.inputs and row.given:
                    self.expect_refused(row, kind)

    def test_an_option_is_taken_where_it_has_an_effect(self) -> None:
        for row in rows():
            for kind in row.inputs:
                self.expect_taken(row, kind)

    def commands(self, *words: str) -> list[tuple[str, ...]]:
        """Those that help lists below the words, and what is below them."""
        text = self.run_it(*words, "--help").stdout
        found = [words]
        if "Subcommands:" in text:
            names = COMMAND.findall(text.split("Subcommands:")[1].split("\n\n")[0])
            for name in names:
                found += self.commands(*words, name)
        return found

    def test_the_command_help_prints_the_help_of_every_command(self) -> None:
        commands = self.commands()
        self.assertGreater(len(commands), 20)
        for words in commands:
            with self.subTest(command=words):
                text = self.run_it(*words, "--help").stdout
                self.assertEqual(self.run_it("help", *words).stdout, text)
                example = text.split("\n\n")[-1]
                self.assertIn(" ".join(["  hardbop", *words]), example)

    def test_a_moved_program_says_where_it_looks_for_its_modules(self) -> None:
        moved = self.folder / "bin" / "hardbop"
        moved.parent.mkdir()
        shutil.copy(HARDBOP, moved)
        said = self.run_it("check", "input.c", program=str(moved))
        if "built without" in said.stderr or said.returncode != 2:
            self.skipTest("there is no module, or it is installed")
        problem = "the C front end cannot be loaded: hardbop-clang.so is not found in"
        self.assertIn(f"input.c: error: {problem} ", said.stderr)
        self.assertIn(f"{moved.parent.resolve()}, {self.folder.resolve()}/", said.stderr)
        self.assertIn("copy it beside the program", said.stderr)
        shutil.copy(Path(HARDBOP).with_name("hardbop-clang.so"), moved.parent)
        said = self.run_it("check", "input.c", program=str(moved))
        self.assertEqual(said.returncode, 0, said.stderr)
        self.assertIn("input.c: warning: the engine slam is not used: hardbop-z3.so is", said.stderr)
        said = self.run_it("check", "--engine", "slam", "input.c", program=str(moved))
        self.assertEqual(said.returncode, 5, said.stderr)
        self.assertIn("Z3 cannot be loaded: hardbop-z3.so is not found in", said.stdout)
        for module, words in (("z3", ["--engine", "slam"]), ("clang", [])):
            self.plant_module_of_another_build(f"hardbop-{module}.so", moved.parent)
            said = self.run_it("check", *words, "input.c", program=str(moved))
            self.assertIn(said.returncode, (2, 5), said)
            problem = f"bin/hardbop-{module}.so is of another build of hardbop; install both again"
            self.assertIn(problem, said.stdout + said.stderr)
        (moved.parent / "hardbop-clang.so").write_bytes(b"\x7fELF, but not more")
        said = self.run_it("check", "input.c", program=str(moved))
        self.assertEqual(said.returncode, 2, said)
        self.assertIn("input.c: error: the C front end cannot be loaded: ", said.stderr)

    def plant_module_of_another_build(self, name: str, folder: Path) -> None:
        module = Path(HARDBOP).with_name(name)
        identity = (ctypes.c_char * 64).in_dll(ctypes.CDLL(str(module)), "hardbop_identity").raw
        (folder / name).unlink(missing_ok=True)
        (folder / name).write_bytes(module.read_bytes().replace(identity, b"0" * 64))


if __name__ == "__main__":
    HARDBOP = str(Path(sys.argv.pop(1)).resolve())
    unittest.main()
