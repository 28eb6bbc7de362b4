#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random C programs with pointers that may dangle: gcc's address sanitizer sees the same errors.

dangling.py HARDBOP FROM TO: programs with these seeds. Each is one run, as it has no inputs. If the
sanitizer stops it, `memory` must be violated, and hold otherwise; if it reaches an error before
that, `assertions` must be violated, and hold otherwise. Both may be unknown. Exit status 77 where
gcc has no sanitizer.
"""

import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

HOLDS, UNKNOWN, VIOLATED = 0, 5, 10
POINTERS = ["p", "q", "g"]


@dataclass
class Lines:
    """The same as C, and as C without loops."""

    looped: list[str]
    unrolled: list[str]


def block(head: str, own: str, number: int, inner: list[str]) -> list[str]:
    return [head, f"int {own} = {number};", *inner, "}"]


def unroll(own: str, number: int, rounds: int, inner: list[str]) -> list[str]:
    """Each round has variables of its own: for the sanitizer, those of a loop are the same ones."""
    lines: list[str] = []
    for number_of_round in range(rounds):
        once = block("{", own, number, inner)
        declared = re.findall(r"^int (\w+) =", "\n".join(once), re.MULTILINE)
        name = re.compile(rf"\b({'|'.join(declared)})\b")
        lines += [name.sub(rf"\1r{number_of_round}", line) for line in once]
    return lines


class Program:
    """Pointers p and q of main, g of all; blocks, loops, calls and memory they may point to."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.blocks = 0
        body = self.statements(7, [], 2)
        self.looped, self.unrolled = self.text(body.looped), self.text(body.unrolled)

    @staticmethod
    def text(body: list[str]) -> str:
        return "\n".join(
            ["#include <stdlib.h>", "extern void reach_error(void);", "int *g, a[3], b[3];"]
            + ["static int *keep(int n) {", "  int x = n;", "  if (g && n == 2) return g;"]
            + ["  g = &x;", "  x = *g + 1;", "  return n ? g : a;", "}"]
            + ["int main(void) {", "  int *p = a, *q = b; g = b; a[1] = 1;"]
            + ["  " + line for line in body]
            + ["  return 0;", "}", ""]
        )

    def statements(self, count: int, names: list[str], depth: int) -> Lines:
        lines = Lines([], [])
        for _ in range(count):
            more = self.block(names, depth) if depth > 0 and self.random.randrange(14) < 3 else None
            if more is None:
                simple = self.statement(names)
                more = Lines(simple, simple)
            lines.looped += more.looped
            lines.unrolled += more.unrolled
        return lines

    def block(self, names: list[str], depth: int) -> Lines:
        self.blocks += 1
        number, own = self.blocks, f"x{self.blocks}"
        inner = self.statements(3, [*names, own], depth - 1)
        rounds = self.random.randrange(1, 3)
        head = self.random.choice(["{", f"for (int i = 0; i < {rounds}; i++) {{"])
        rounds = 1 if head == "{" else rounds
        return Lines(
            block(head, own, number, inner.looped), unroll(own, number, rounds, inner.unrolled)
        )

    def statement(self, names: list[str]) -> list[str]:
        to, other = self.random.choice(POINTERS), self.random.choice(POINTERS)
        kind = self.random.randrange(3, 14)
        if kind < 6 and names:
            return [f"{to} = &{self.random.choice(names)};"]
        if kind == 6:
            return [f"{to} = malloc(4);", f"*{to} = {self.random.randrange(3)};"]
        if kind == 7:
            return [f"{to} = malloc(4);", f"*{to} = 1;", f"free({to});"]
        if kind == 8:
            return [f"{to} = {other};"]
        if kind == 9:
            return [f"{to} = keep({self.random.randrange(3)});"]
        if kind == 10:
            return [f"{to} = {self.random.choice(['a', 'b'])} + {self.random.randrange(3)};"]
        if kind == 11:
            return [f"*{to} = {self.random.randrange(3)};"]
        return [f"if (*{to} == {self.random.randrange(3)}) reach_error();"]


def run(program: Path, folder: Path) -> dict[str, int] | None:
    """What the program does, as the answers to both questions; nothing where gcc cannot tell."""
    binary = folder / "binary"
    stub = folder / "stub.c"
    stub.write_text(
        "#include <stdio.h>\nvoid reach_error(void) { puts(\"error\"); fflush(stdout); }\n"
    )
    command = ["gcc", "-w", "-O0", "-fsanitize=address", str(program), str(stub), "-o", str(binary)]
    if subprocess.run(command, capture_output=True).returncode != 0:
        return None
    environment = {"ASAN_OPTIONS": "detect_stack_use_after_return=1:detect_leaks=0"}
    ran = subprocess.run([str(binary)], capture_output=True, text=True, env=environment)
    return {
        "assertions": VIOLATED if "error" in ran.stdout else HOLDS,
        "memory": VIOLATED if ran.returncode != 0 else HOLDS,
    }


def main() -> int:
    tool, first, last = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    violated, decided = Counter(), Counter()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for seed in range(first, last + 1):
            program, unrolled = folder / "program.c", folder / "unrolled.c"
            text = Program(seed)
            program.write_text(text.looped)
            unrolled.write_text(text.unrolled)
            does = run(unrolled, folder)
            if does is None:
                return 77
            heap = ["--heap", "8"] if seed % 2 else []  # where blocks are made again
            for name, expected in does.items():
                violated[name] += expected == VIOLATED
                question = ["--property", name, "--data-model", "LP64", "--engine", "image"]
                command = [tool, "check", *question, "--timeout", "20", *heap, str(program)]
                answer = subprocess.run(command, capture_output=True, text=True)
                decided[name] += answer.returncode != UNKNOWN
                if answer.returncode not in (expected, UNKNOWN):
                    print(f"seed {seed}: expected exit {expected} for {name}, got {answer.returncode}")
                    print(answer.stdout, answer.stderr, program.read_text())
                    return 1
    for name in violated:
        print(f"{name}: {last - first + 1} programs, {violated[name]} violated, {decided[name]} decided")
    return 0


if __name__ == "__main__":
    sys.exit(main())
