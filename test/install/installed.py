#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""installed.py BUILD SOURCE: what is installed from the build folder BUILD is complete, and uninstalls.

Installs into a folder of its own and looks around there as a user does: documentation, examples,
the files that --help names, completions. Then uninstalls, and looks for what is left. Completions
are tried in bash, and in zsh and fish if these are installed.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from contextlib import contextmanager
from pathlib import Path

BUILD, SOURCE = (Path(arg).resolve() for arg in sys.argv[1:3])
UNINSTALL = SOURCE / "cmake/HardbopUninstall.cmake"
RECORDS = ("install_manifest.txt", "install_folders.txt")
LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"[\w./~-]*/[\w.-]+\.(?:bp|c|i|fx|slic|md|smt2)\b")

BASH = """
source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
_hardbop
printf '%s\\n' "${COMPREPLY[@]}"
"""


def run(*command: object, status: int | None = 0, cwd: Path | None = None, **environment: str) -> str:
    base = {name: value for name, value in os.environ.items() if name not in ("DESTDIR", "PREFIX")}
    result = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=base | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if status is not None and result.returncode != status:
        raise AssertionError(f"{command}: status {result.returncode} instead of {status}\n{result.stdout}")
    return result.stdout


def install(prefix: Path, **environment: str) -> None:
    run("cmake", "--install", BUILD, "--prefix", prefix, **environment)


def uninstall(status: int = 0, **environment: str) -> str:
    output = run("cmake", f"-DBUILD={BUILD}", "-P", UNINSTALL, status=status, **environment)
    return " ".join(output.split())  # CMake breaks the lines of its messages


def below(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


@contextmanager
def kept_records():
    """What the user has installed from the build folder can be uninstalled afterwards, too."""
    texts = {name: (BUILD / name).read_bytes() for name in RECORDS if (BUILD / name).exists()}
    try:
        yield
    finally:
        for name in RECORDS:
            (BUILD / name).unlink(missing_ok=True)
        for name, text in texts.items():
            (BUILD / name).write_bytes(text)


class Installed(unittest.TestCase):
    """Reads one installation; that it can be removed is tried last."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.stage = Path(cls.enterClassContext(tempfile.TemporaryDirectory())).resolve()
        cls.enterClassContext(kept_records())
        cls.prefix = cls.stage / "a prefix"
        (cls.prefix / "bin").mkdir(parents=True)
        (cls.prefix / "bin/other").write_text("of somebody else\n")
        (cls.prefix / "share/man/man1").mkdir(parents=True)
        cls.before = below(cls.prefix)
        install(cls.prefix)
        cls.records = {name: (BUILD / name).read_bytes() for name in RECORDS}
        cls.program = cls.prefix / "bin/hardbop"
        cls.documentation = cls.prefix / "share/doc/hardbop"

    @classmethod
    def tearDownClass(cls) -> None:
        for name, text in cls.records.items():
            (BUILD / name).write_bytes(text)
        uninstall()
        left = below(cls.prefix)
        if left != cls.before:
            raise AssertionError(f"after uninstalling there is {left}, before installing {cls.before}")

    def test_the_manual_the_examples_and_the_change_log_are_there(self) -> None:
        names = below(self.documentation)
        for page in [*SOURCE.glob("docs/manual/*.md"), *SOURCE.glob("examples/**/*.[bcf]*"), SOURCE / "CHANGELOG.md"]:
            self.assertIn(str(page.relative_to(SOURCE)), names)
        self.assertTrue((self.prefix / "share/man/man1/hardbop.1").stat().st_size > 0)

    def test_the_links_of_installed_pages_lead_somewhere(self) -> None:
        for page in self.documentation.rglob("*.md"):
            for link in LINK.findall(FENCED.sub("", page.read_text())):
                self.assertTrue((page.parent / link).exists(), f"{page} links to {link}")

    def commands(self, *command: str) -> list[tuple[str, ...]]:
        text = run(self.program, *command, "--help")
        listed = text.partition("Subcommands:\n")[2].partition("\n\n")[0]
        names = re.findall(r"^  (\S+)", listed, re.MULTILINE)
        return [command, *(path for name in names for path in self.commands(*command, name))]

    def test_files_that_help_names_are_installed(self) -> None:
        named = set()
        commands = self.commands()
        self.assertIn(("generate", "tn"), commands)
        for command in commands:
            named.update(FILE.findall(run(self.program, *command, "--help").replace(str(self.prefix), "PREFIX")))
        self.assertIn("PREFIX/share/doc/hardbop/examples/bebop-fig1.bp", named)
        for name in named:
            path = Path(name.replace("PREFIX", str(self.prefix)))
            self.assertTrue(path.exists(), f"--help names {name}, which is not installed")

    def test_the_first_command_in_help_runs(self) -> None:
        start = re.search(r"Start with:\n  hardbop (.*) (/.*)$", run(self.program, "--help"), re.MULTILINE)
        self.assertIn("violated", run(self.program, *start[1].split(), start[2], status=10))

    def completed(self, *words: str) -> list[str]:
        script = self.prefix / "share/bash-completion/completions/hardbop"
        return run("bash", "-c", BASH, "bash", script, "hardbop", *words, cwd=self.documentation).split()

    def test_bash_completes_commands(self) -> None:
        self.assertEqual(self.completed("che"), ["check"])
        self.assertIn("completions", self.completed(""))
        self.assertEqual(self.completed("generate", "co"), ["counter", "concurrent"])
        self.assertEqual(self.completed("completions", ""), ["bash", "fish", "zsh"])

    def test_bash_completes_options(self) -> None:
        self.assertEqual(self.completed("check", "--all"), ["--all-labels"])
        self.assertEqual(self.completed("check", "--json", "--trac"),
                         ["--trace-shortest", "--trace-limit", "--trace", "--trace=table", "--trace=columns", "--trace=bebop"])  # fmt: skip
        self.assertIn("--safe", self.completed("generate", "tn", "-"))
        self.assertNotIn("--label", self.completed("fmt", "--"))

    def test_bash_completes_values_of_options(self) -> None:
        self.assertIn("explicit", self.completed("check", "--engine", ""))
        self.assertEqual(self.completed("check", "--engine", "=", "sl"), ["slam"])
        self.assertEqual(self.completed("check", "--engine=sl"), ["--engine=slam"])
        self.assertEqual(self.completed("check", "--trace", "=", "b"), ["bebop"])
        self.assertEqual(self.completed("check", "--spec", "lo"), ["lock"])
        self.assertEqual(self.completed("check", "--label", ""), [])
        self.assertEqual(self.completed("check", "--property", "assert"), ["assertions"])

    def test_bash_completes_files_by_their_endings(self) -> None:
        self.assertEqual(self.completed("check", "examples/lo"), ["examples/lock.bp"])
        self.assertEqual(self.completed("check", "--trace", "examples/rules/lock."), ["examples/rules/lock.c"])
        self.assertEqual(sorted(self.completed("solve", "examples/")),
                         ["examples/api", "examples/bdd", "examples/game.fx", "examples/notebooks", "examples/rules", "examples/token-ring.fx",
                          "examples/wolf-goat-cabbage.fx"])  # fmt: skip
        self.assertEqual(self.completed("check", "-I", "ex"), ["examples"])

    def test_fish_completes_what_bash_completes(self) -> None:
        if not shutil.which("fish"):
            self.skipTest("fish is not installed: its completions are not tried")
        script = self.prefix / "share/fish/vendor_completions.d/hardbop.fish"
        for line, expected in {
            "hardbop che": ["check"],
            "hardbop check --engine sl": ["slam"],
            "hardbop check --trace=b": ["--trace=bebop"],
            "hardbop check examples/lo": ["examples/lock.bp"],
            "hardbop generate co": ["concurrent", "counter"],
        }.items():
            output = run("fish", "--no-config", "-c", f"source '{script}'; complete -C '{line}'", cwd=self.documentation)
            self.assertEqual([row.split("\t")[0] for row in output.splitlines()], expected)

    def test_zsh_reads_the_completions(self) -> None:
        if not shutil.which("zsh"):
            self.skipTest("zsh is not installed: its completions are not tried")
        script = self.prefix / "share/zsh/site-functions/_hardbop"
        commands = f"autoload -U compinit; compinit -u -D; source '{script}'; print -r $_comps[hardbop]"
        self.assertEqual(run("zsh", "-f", "-c", commands), "_hardbop\n")


class Uninstalled(unittest.TestCase):
    """What the script of `make uninstall` says and does; needs no whole installation."""

    def setUp(self) -> None:
        self.stage = Path(self.enterContext(tempfile.TemporaryDirectory())).resolve()
        self.enterContext(kept_records())

    def write_records(self, files: list[str], folders: list[Path]) -> None:
        for name, lines in zip(RECORDS, (files, folders)):
            (BUILD / name).write_text("".join(f"{line}\n" for line in lines))

    def test_a_staged_installation_is_removed_with_its_folders(self) -> None:
        stage = self.stage / "stage"
        install(Path("/usr"), DESTDIR=str(stage))
        self.assertTrue((stage / "usr/bin/hardbop").exists())
        self.assertIn("same DESTDIR", uninstall(status=1, DESTDIR=str(self.stage / "elsewhere")))
        uninstall(DESTDIR=str(stage), PREFIX="/usr")
        self.assertFalse(stage.exists())

    def test_without_a_manifest_it_says_what_to_do(self) -> None:
        (BUILD / RECORDS[0]).unlink(missing_ok=True)
        self.assertRegex(uninstall(status=1), "install_manifest.txt is missing.*make install PREFIX=")

    def test_another_prefix_is_refused(self) -> None:
        file = self.stage / "a/bin/hardbop"
        file.parent.mkdir(parents=True)
        file.touch()
        self.write_records([str(file)], [])
        self.assertIn("the last installation wrote", uninstall(status=1, PREFIX=str(self.stage / "b")))
        self.assertTrue(file.exists())
        uninstall(PREFIX=str(self.stage / "a"))
        self.assertEqual(below(self.stage), ["a", "a/bin"])  # which were there before

    def test_a_folder_with_files_of_others_stays(self) -> None:
        ours = self.stage / "share/hardbop"
        ours.mkdir(parents=True)
        (ours / "lock.slic").touch()
        (ours / "mine.slic").touch()
        self.write_records([str(ours / "lock.slic")], [ours])
        uninstall()
        self.assertEqual(below(self.stage), ["share", "share/hardbop", "share/hardbop/mine.slic"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
