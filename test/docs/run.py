#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Documentation tests: a page's commands do what the page shows.

A block that starts with ```console is a session. Its lines `$ ...` are commands,
and the lines after one are all it prints, to stdout and stderr; a line `...`
stands for any lines. A block that starts with ```bp file=lock.bp is a file the
commands after it can read, and so are the files of examples/. All commands of a
page run in one temporary folder. A command is hardbop, cat or echo (`echo $?`
tells how the one before it ended); write other commands in a block ```sh.
"""

import argparse
import difflib
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
FILE_BLOCK = re.compile(r"```\w+ file=(\S+)")
COMMANDS = ("hardbop", "cat", "echo")
INTERNAL_ERROR = 6


@dataclass
class Block:
    info: str  # the line that starts it
    first: int  # its text is lines[first:end]
    end: int


@dataclass
class Command:
    at: int  # its index in the lines of the page
    text: str
    end: int  # what it prints is lines[at + 1:end]


def blocks(lines: list[str]) -> Iterator[Block]:
    start = None
    for number, line in enumerate(lines):
        if start is None and line.startswith("```"):
            start = number
        elif start is not None and line.rstrip() == "```":
            yield Block(lines[start].rstrip(), start + 1, number)
            start = None
    if start is not None:
        raise ValueError(f"line {start + 1}: the block has no end")


def commands(lines: list[str], block: Block) -> Iterator[Command]:
    starts = [at for at in range(block.first, block.end) if lines[at].startswith("$ ")]
    if starts[:1] != [block.first]:
        raise ValueError(f"line {block.first + 1}: a console block starts with a command, '$ ...'")
    for at, end in zip(starts, [*starts[1:], block.end]):
        text = lines[at][2:]
        if text.split()[0] not in COMMANDS:
            raise ValueError(f"line {at + 1}: a command is one of {', '.join(COMMANDS)}: {text}")
        yield Command(at, text, end)


def without_last_blanks(lines: list[str]) -> list[str]:
    while lines and not lines[-1]:
        lines = lines[:-1]
    return lines


def agree(expected: list[str], got: list[str]) -> bool:
    pattern = "".join("(?:.*\n)*?" if line == "..." else re.escape(line) + "\n" for line in expected)
    return re.fullmatch(pattern, "".join(line + "\n" for line in got)) is not None


class Session:
    """Runs commands, each knowing how the one before it ended."""

    def __init__(self, program: Path, temporary: Path) -> None:
        self.folder = temporary / "page"
        self.folder.mkdir()
        (self.folder / "examples").symlink_to(EXAMPLES)
        programs = temporary / "bin"
        programs.mkdir()
        (programs / "hardbop").symlink_to(program)
        self.environment = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}"}
        self.status = 0

    def run(self, command: str) -> list[str]:
        done = subprocess.run(
            ["bash", "-c", f"(exit {self.status})\n{command}"],
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=120,
        )
        self.status = done.returncode
        return done.stdout.decode(errors="replace").splitlines()


def test_page(page: Path, session: Session) -> tuple[list[str], list[str]]:
    """What is wrong with the page, and the lines it should have."""
    lines = page.read_text().splitlines()
    right = list(lines)
    moved = 0  # how much longer `right` has become than `lines`
    wrong = []
    for block in blocks(lines):
        if match := FILE_BLOCK.fullmatch(block.info):
            file = session.folder / match[1]
            file.write_text("".join(line + "\n" for line in lines[block.first : block.end]))
        if block.info != "```console":
            continue
        for command in commands(lines, block):
            expected = without_last_blanks(lines[command.at + 1 : command.end])
            got = without_last_blanks(session.run(command.text))
            place = f"{page}:{command.at + 1}: $ {command.text}"
            if session.status == INTERNAL_ERROR or session.status >= 128:
                wrong.append("\n".join([f"{place}\nended with status {session.status}", *got]))
            elif not agree(expected, got):
                difference = difflib.unified_diff(expected, got, "page", "got", lineterm="")
                wrong.append("\n".join([place, *difference]))
                first = command.at + 1 + moved
                right[first : first + len(expected)] = got
                moved += len(got) - len(expected)
    return wrong, right


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("hardbop", type=Path)
    parser.add_argument("page", type=Path)
    parser.add_argument(
        "--update", action="store_true", help="write into the page what its commands print"
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="hardbop-docs-") as temporary:
        try:
            session = Session(options.hardbop.resolve(), Path(temporary))
            wrong, right = test_page(options.page, session)
        except (ValueError, OSError, subprocess.TimeoutExpired) as error:
            print(f"{options.page}: {error}")
            return 1
    for text in wrong:
        print(text + "\n")
    if wrong and options.update:
        options.page.write_text("".join(line + "\n" for line in right))
        print(f"{options.page}: updated; read the difference")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
