# SPDX-License-Identifier: MIT
"""What scripts share that ask engines about random C programs."""

import random
import subprocess
import sys
from pathlib import Path

HOLDS, UNKNOWN, VIOLATED = 0, 5, 10
VERDICTS = {HOLDS: "holds", UNKNOWN: "unknown", VIOLATED: "violated"}
COMPARISONS = ["<", "<=", "==", "!=", ">", ">="]


class SmallProgram:
    """Variables of one type, some functions, and main."""

    def __init__(self, seed: int, types: list[str]) -> None:
        self.random = random.Random(seed)
        self.type = self.random.choice(types)
        self.functions: list[str] = []
        self.lines: list[str] = []

    def define(self) -> None:
        for name in ["first", "second"][: self.random.randrange(3)]:
            self.function(name)
        self.main()

    def function(self, name: str) -> None:
        raise NotImplementedError

    def main(self) -> None:
        raise NotImplementedError

    def text(self) -> str:
        return "\n".join(self.lines) + "\n"


def arguments(seconds: str) -> tuple[str, range, str]:
    """HARDBOP FROM TO [SECONDS] of the command line: the program, seeds, and time for a question."""
    hardbop, first, last = str(Path(sys.argv[1]).resolve()), int(sys.argv[2]), int(sys.argv[3])
    return hardbop, range(first, last + 1), sys.argv[4] if len(sys.argv) > 4 else seconds


def ask(hardbop: str, folder: str, *words: str) -> int:
    command = [hardbop, *words]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    if run.returncode not in VERDICTS:
        sys.exit(f"{' '.join(command)}: exit {run.returncode}\n{run.stdout}{run.stderr}")
    return run.returncode


def contradict(*answers: int) -> bool:
    return HOLDS in answers and VIOLATED in answers
