#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares `hardbop check --ltl` with SPIN's answer about `hardbop export --to promela`, on
random programs without recursion and random formulas without X.

The model has states in which a procedure has just ended, which are no configurations: the
formula is relativised to the others. Runs that an assumption blocks are excluded in the claim.

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


class Model:
    """What the text of a model says about its places."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.exits = re.findall(r"^v(\d+):  /\* \S+ the end \*/", text, re.MULTILINE)
        self.errors = re.findall(r"^v(\d+):  /\* \S+ the assertion fails \*/", text, re.MULTILINE)
        self.labels = re.findall(r"^#define at_(\d+)_(\w+) ", text, re.MULTILINE)
        self.globals = re.findall(r"^bit g_(\w+);", text, re.MULTILINE)

    @staticmethod
    def count(places: list[str]) -> str:
        """1 at one of the places, else 0: no disjunction, which would be part of the formula."""
        return " + ".join(["0", *(f"(pc == {place})" for place in places)])

    @property
    def hidden(self) -> str:
        return f"(({self.count(['starting', *self.exits])}) == 1)"

    @property
    def visible(self) -> str:
        return f"(({self.count(['starting', *self.exits])}) == 0)"


class Formulas:
    """Random formulas, each in Hardbop's words and in SPIN's."""

    def __init__(self, model: Model, procedures: list[str], seed: int) -> None:
        self.model = model
        self.procedures = procedures
        self.random = random.Random(seed)

    def atom(self) -> tuple[str, str]:
        kind = self.random.randrange(8)
        if kind == 0:
            return "terminated", "(pc == ended)"
        if kind == 1:
            return "failed", f"(({self.model.count(self.model.errors)}) == 1)"
        if kind <= 3 and self.model.labels:
            procedure, label = self.random.choice(self.model.labels)
            return f"@{self.procedures[int(procedure)]}.{label}", f"at_{procedure}_{label}"
        name = self.random.choice(self.model.globals)
        return name, f"(g_{name} == 1)"

    def formula(self, depth: int) -> tuple[str, str]:
        if depth == 0:
            return self.atom()
        a, spin_a = self.formula(depth - 1)
        b, spin_b = self.formula(depth - 1)
        hidden, visible = self.model.hidden, self.model.visible
        return self.random.choice([
            (f"!({a})", f"(!{spin_a})"),
            (f"({a} & {b})", f"({spin_a} && {spin_b})"),
            (f"({a} | {b})", f"({spin_a} || {spin_b})"),
            (f"({a} => {b})", f"(!{spin_a} || {spin_b})"),
            (f"G {a}", f"([] ({hidden} || {spin_a}))"),
            (f"F {a}", f"(<> ({visible} && {spin_a}))"),
            (f"G F {a}", f"([] <> ({visible} && {spin_a}))"),
            (f"({a} U {b})", f"(({hidden} || {spin_a}) U ({visible} && {spin_b}))"),
        ])


def spin_says(model: Model, formula: str, folder: Path) -> int:
    begins = f"({model.hidden} U ({model.visible} && {formula}))"
    claim = f"ltl asked {{ (<> (pc == dropped)) || {begins} }}\n"
    (folder / "model.pml").write_text(model.text + claim)
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
    status, text = run(hardbop, "export", "--to", "promela", "-w", "-", stdin=program)
    if status == BAD_INPUT:
        return None  # recursive
    procedures = re.findall(r"^(?:dfs )?(?:\S+ )?(\w+)\(.*begin$", program, re.MULTILINE)
    ours, spins = Formulas(Model(text), procedures, seed).formula(1 + seed % 3)
    try:
        with tempfile.TemporaryDirectory() as folder:
            expected = spin_says(Model(text), spins, Path(folder))
    except subprocess.TimeoutExpired:
        counts["skipped"] += 1
        return None
    status, output = run(hardbop, "check", "-w", "--ltl", ours, "-", stdin=program)
    counts["violated" if expected == VIOLATED else "holds"] += 1
    if status == expected:
        return None
    return f"seed {seed}: {ours}: SPIN {expected}, Hardbop {status}\n{output}{program}"


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
