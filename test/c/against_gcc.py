# SPDX-License-Identifier: MIT
"""What scripts share that compare our interpreter with gcc."""

import shutil
import subprocess
import sys
from collections.abc import Callable


def difference(command: list[str], wanted: list[str], timeout: float | None = None) -> str | None:
    """The first line of a program's output that is not as wanted."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=timeout)
    lines = done.stdout.splitlines()
    if lines == wanted:
        return None
    at = next((i for i, (a, b) in enumerate(zip(lines, wanted)) if a != b), min(len(lines), len(wanted)))
    return f"line {at + 1}: {lines[at:at + 1]} rather than {wanted[at:at + 1]}; {done.stderr[:300]}"


def run(text: str, compare: Callable[[str, int, int], int]) -> int:
    """Reads TOOL FROM TO from the command line, and compares these; the text explains them."""
    if len(sys.argv) != 4:
        print(text)
        return 1
    if shutil.which("gcc") is None:
        print("skipped: no gcc")
        return 77
    return compare(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
