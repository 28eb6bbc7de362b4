#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random C programs with loops, arrays and calls, given to all engines for words: no two contradict.

pairwise.py HARDBOP FROM TO [SECONDS]: programs with these seeds, so much time for each question.
Prints how often two engines decided the same program. Every fourth program is asked whether it ends.
The answer of all engines at once, which share what they know, must not contradict either.
"""

import sys
import tempfile
from collections import Counter
from itertools import combinations
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
sys.path += [str(TESTS), str(TESTS / "slam")]

import agree  # noqa: E402
import rank  # noqa: E402
from random_programs import UNKNOWN, SmallProgram, arguments, ask, contradict  # noqa: E402

SAFETY = ["image", "slam", "bmc", "horn", "auto"]
ENDINGS = ["image", "slam", "rank", "auto"]


class Sweeps(SmallProgram):
    """Loops over arrays, one after the other; the last says something of all elements."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, ["int", "unsigned", "signed char", "unsigned char", "short"])
        self.length = self.random.choice([8, 9, 12, 20])
        self.lines = ["extern void reach_error(void);", "extern int nondet(void);"]
        self.lines += [f"{self.type} a[{self.length}], b[{self.length}];"]
        self.main()

    def number(self) -> int:
        return self.random.choice([0, 0, 1, 1, 2, 3, 7])

    def index(self) -> str:
        i = self.random.choice(["i"] * 5 + ["i + 1", f"{self.length - 1} - i", "i / 2", str(self.number())])
        return i if i != "i + 1" else f"(i + 1) % {self.length}"

    def element(self, index: str) -> str:
        return f"{self.random.choice('ab')}[{index}]"

    def value(self) -> str:
        kind = self.random.randrange(8)
        if kind < 3:
            return str(self.number())
        if kind == 3:
            return "nondet() & 3"
        if kind == 4:
            return "i"
        if kind == 5:
            return f"{self.element(self.index())} + {self.number()}"
        return self.element(self.index())

    def condition(self) -> str:
        left = self.random.choice(["i", "nondet() & 1", self.element("i"), self.element(self.index())])
        return f"{left} {self.random.choice(['<', '==', '!=', '>='])} {self.random.choice([self.number(), self.length // 2])}"

    def sweep(self) -> None:
        start = self.random.choice([0, 0, 0, 1, 2])
        end = self.random.choice([self.length, self.length, self.length, self.length - 1, "n"])
        self.lines.append(f"  for (int i = {start}; i < {end}; i += {self.random.choice([1, 1, 1, 1, 2])}) {{")
        for _ in range(self.random.choice([1, 1, 2])):
            store = f"{self.element(self.random.choice(['i'] * 4 + [self.index()]))} = {self.value()};"
            self.lines.append(f"    if ({self.condition()}) {store}" if self.random.random() < 0.4 else f"    {store}")
        self.lines.append("  }")

    def main(self) -> None:
        self.lines.append(f"int main(void) {{\n  int n = nondet();\n  if (n < 0 || n > {self.length}) return 0;")
        for _ in range(self.random.choice([1, 2, 2, 3])):
            self.sweep()
        asked = self.random.choice([self.element("i"), f"{self.element('i')} - {self.element(self.index())}"])
        wrong = f"{asked} {self.random.choice(['!=', '!=', '<', '>', '=='])} {self.number()}"
        end = self.random.choice([self.length, "n"])
        if self.random.random() < 0.25:
            total = self.random.choice([0, self.length, 2 * self.length, self.number()])
            self.lines.append(f"  int s = 0;\n  for (int i = 0; i < {end}; i++) s += {self.element('i')};")
            self.lines.append(f"  if (s {self.random.choice(['!=', '<', '>'])} {total}) reach_error();\n  return 0;\n}}")
            return
        self.lines.append(f"  for (int i = 0; i < {end}; i++) if ({wrong}) reach_error();\n  return 0;\n}}")


def program(seed: int) -> tuple[str, str, list[str]]:
    """Its text, what is asked, and who is."""
    if seed % 4 == 3:
        return rank.Program(seed).text(), "termination", ENDINGS
    made = Sweeps(seed) if seed % 4 == 1 else agree.Program(seed)
    return made.text(), "assertions", SAFETY


def check(hardbop: str, seed: int, seconds: str, counts: Counter[str]) -> str:
    """What is contradicted; empty where nothing is."""
    text, property_, engines = program(seed)
    answers: dict[str, int] = {}
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "p.c").write_text(text)
        for engine in engines:
            limits = ["--property", property_, "--engine", engine, "--timeout", seconds]
            answers[engine] = ask(hardbop, folder, "check", "-w", *limits, "p.c")
    for one, other in combinations(engines, 2):
        if contradict(answers[one], answers[other]):
            return f"{one} and {other} contradict\n{text}"
        if UNKNOWN not in (answers[one], answers[other]):
            counts[f"{one} and {other}"] += 1
    counts.update(f"{engine}" for engine in engines if answers[engine] != UNKNOWN)
    return ""


def main() -> int:
    hardbop, seeds, seconds = arguments("5")
    counts: Counter[str] = Counter()
    for seed in seeds:
        if contradiction := check(hardbop, seed, seconds, counts):
            print(f"seed {seed}: {contradiction}")
            return 1
    print(f"{len(seeds)} programs, no contradiction; decided by {', '.join(f'{a}: {n}' for a, n in sorted(counts.items()))}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
