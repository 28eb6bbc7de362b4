#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Counts the instructions of a short fixed set of checks, and compares with those in the tree.

guard.py HARDBOP [--update]: each line of bench/guard.json is one check; valgrind's callgrind counts, so the
figures do not depend on how busy the machine is, only on compiler and libraries. Over 5 % more than there is
a failure, for which the commit has to give a reason; --update writes the new figures.
Exit status 1: a check got dearer. 77: no valgrind.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FIGURES = ROOT / "bench" / "guard.json"
TOLERATED = 1.05
# What is generated, and how it is checked; or a file of the examples. Exit status is part of the answer.
CHECKS = {
    "T(3000)": ("tn 3000", []),
    "T(3000), trace": ("tn 3000", ["--trace"]),
    "driver of 3000 lines": ("drivers 3000 --safe", []),
    "recursion 20": ("recursion 20 --safe", []),
    "wide 60": ("wide 60 --safe", []),
    "hard 6": ("hard 6 --safe", []),
    "counter 8, fixpoint": ("counter 8 --safe", ["--engine", "fixpoint"]),
    "bluetooth, 4 switches": ("examples/bluetooth.bp", ["--context-switches", "4"]),
    "C driver, images": ("examples/driver.c", ["--engine", "image"]),
    "C driver, refinement": ("examples/driver-mended.c", ["--engine", "slam"]),
    "C driver, unrolling": ("examples/driver.c", ["--engine", "bmc"]),
}


def input_of(hardbop: str, source: str, folder: Path) -> Path:
    if source.startswith("examples/"):
        return ROOT / source
    file = folder / "program.bp"
    words = [hardbop, "generate", *source.split()]
    file.write_bytes(subprocess.run(words, check=True, capture_output=True).stdout)
    return file


def instructions(hardbop: str, file: Path, options: list[str]) -> int:
    """Of all processes of the check."""
    callgrind = ["valgrind", "--tool=callgrind", "--trace-children=yes", "--callgrind-out-file=/dev/null"]
    words = [*callgrind, hardbop, "check", "-w", *options, str(file)]
    run = subprocess.run(words, capture_output=True, text=True, check=False)
    counts = re.findall(r"Collected : (\d+)", run.stderr)
    if run.returncode not in (0, 10) or not counts:
        sys.exit(f"guard: {' '.join(words)} ended with {run.returncode}\n{run.stderr}")
    return sum(int(count) for count in counts)


def measure(hardbop: str, name: str) -> int:
    source, options = CHECKS[name]
    with tempfile.TemporaryDirectory() as folder:
        return instructions(hardbop, input_of(hardbop, source, Path(folder)), options)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("hardbop")
    parser.add_argument("--update", action="store_true")
    words = parser.parse_args()
    if shutil.which("valgrind") is None:
        print("skipped: no valgrind")
        return 77
    known = json.loads(FIGURES.read_text()) if FIGURES.exists() else {}
    figures = {}
    dearer = []
    print(f"{'check':28}{'million instructions':>22}{'before':>10}{'ratio':>8}")
    for name in CHECKS:
        figures[name] = measure(words.hardbop, name)
        before = known.get(name)
        ratio = figures[name] / before if before else 1.0
        if ratio > TOLERATED:
            dearer.append(name)
        was = f"{before / 1e6:10.1f}" if before else f"{'-':>10}"
        print(f"{name:28}{figures[name] / 1e6:22.1f}{was}{ratio:8.3f}", flush=True)
    if words.update:
        FIGURES.write_text(json.dumps(figures, indent=2) + "\n")
        return 0
    for name in dearer:
        print(f"{name} takes over 5 % more instructions: mend it, or say in the commit why, with bench/guard.py --update.")
    return 1 if dearer else 0


if __name__ == "__main__":
    sys.exit(main())
