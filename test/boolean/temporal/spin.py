#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares `hardbop check --ltl` with SPIN's answer about `hardbop export --to promela --ltl`, on
random programs without recursion and random formulas without X.

Exits with 0 if all agree, 1 if not, 77 where SPIN or a C compiler is not installed.
"""

import argparse
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

HOLDS, VIOLATED, BAD_INPUT = 0, 10, 2
LIMIT = 60  # seconds; SPIN's translation of formulas is exponential


def run(*command: object, folder: Path | None = None, stdin: str = "") -> tuple[int, str]:
    done = subprocess.run([str(word) for word in command], cwd=folder, text=True, input=stdin,
                          capture_output=True, timeout=LIMIT)
    return done.returncode, done.stdout + done.stderr


class Formulas:
    """Random formulas without X."""

    def __init__(self, program: str, seed: int) -> None:
        self.random = random.Random(seed)
        self.procedures = re.findall(r"^(?:dfs )?(?:\S+ )?(\w+)\(.*begin$", program, re.MULTILINE)
        self.labels = sorted(set(re.findall(r"^\s*(L\d+):", program, re.MULTILINE)))
        self.globals = re.findall(r"^decl (\w+)", program, re.MULTILINE)

    def atom(self) -> str:
        atoms = ["terminated", "failed", f"in({self.random.choice(self.procedures)})"]
        atoms += [f"@{self.random.choice(self.labels)}"] * 2 if self.labels else []
        return self.random.choice(atoms + [self.random.choice(self.globals)] * 4)

    def formula(self, depth: int) -> str:
        if depth == 0:
            return self.atom()
        a, b = self.formula(depth - 1), self.formula(depth - 1)
        return self.random.choice([f"!({a})", f"({a} & {b})", f"({a} | {b})", f"({a} => {b})",
                                   f"G {a}", f"F {a}", f"G F {a}", f"({a} U {b})", f"({a} W {b})"])


def spin_says(text: str, folder: Path) -> int:
    (folder / "model.pml").write_text(text)
    status, output = run("spin", "-a", "model.pml", folder=folder)
    if status != 0 or "syntax error" in output:
        raise RuntimeError(output)
    status, output = run("cc", "-O0", "-w", "-DNOREDUCE", "-DMEMLIM=1000", "-o", "pan", "pan.c",
                         folder=folder)
    if status != 0:
        raise RuntimeError(output)
    _, output = run("./pan", "-a", "-A", "-m1000000", folder=folder)
    found = re.search(r"errors: (\d+)", output)
    if found is None or "max search depth too small" in output or "out of memory" in output:
        raise RuntimeError(output)
    return HOLDS if found[1] == "0" else VIOLATED


def compare(hardbop: Path, seed: int, counts: Counter[str]) -> str | None:
    """What differs."""
    _, program = run(hardbop, "generate", "random", "--seed", seed)
    formula = Formulas(program, seed).formula(1 + seed % 2)
    status, text = run(hardbop, "export", "--to", "promela", "-w", "--ltl", formula, "-",
                       stdin=program)
    if status == BAD_INPUT and "recursive programs cannot be exported" in text:
        return None
    if status != 0:
        return f"seed {seed}: {formula}: {text}"
    try:
        with tempfile.TemporaryDirectory() as folder:
            expected = spin_says(text, Path(folder))
    except subprocess.TimeoutExpired:
        counts["skipped"] += 1
        return None
    status, output = run(hardbop, "check", "-w", "--ltl", formula, "-", stdin=program)
    counts["violated" if expected == VIOLATED else "holds"] += 1
    if status == expected:
        return None
    return f"seed {seed}: {formula}: SPIN {expected}, Hardbop {status}\n{output}{program}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("hardbop", type=Path)
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int)
    arguments = parser.parse_args()
    if shutil.which("spin") is None or shutil.which("cc") is None:
        print("SPIN or a C compiler is not installed")
        return 77
    counts: Counter[str] = Counter()
    for seed in range(arguments.first, arguments.last + 1):
        if (difference := compare(arguments.hardbop.resolve(), seed, counts)) is not None:
            print(difference, flush=True)
            return 1
    print(f"{counts['violated']} formulas violated, {counts['holds']} hold, "
          f"{counts['skipped']} took SPIN too long")
    return 0


if __name__ == "__main__":
    sys.exit(main())
