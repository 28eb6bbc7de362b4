#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random C programs with pointers that may dangle: what gcc's address sanitizer sees is no verdict.

dangling.py HARDBOP FROM TO: programs with these seeds. Each is one run, as it has no inputs. If the
sanitizer stops it, the answer must be `unknown`, unless the error comes first; else it must be what
the run does, or `unknown`. Exit status 77 where gcc has no sanitizer.
"""

import random
import subprocess
import sys
import tempfile
from pathlib import Path

HOLDS, UNKNOWN, VIOLATED = 0, 5, 10
POINTERS = ["p", "q", "g"]


class Program:
    """Pointers p and q of main, g of all; blocks, loops, calls and memory they may point to."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.blocks = 0
        body = self.statements(7, [], 2)
        self.text = "\n".join(
            ["#include <stdlib.h>", "extern void reach_error(void);", "int *g, a[3], b[3];"]
            + ["static int *keep(int n) {", "  int x = n;", "  if (g && n == 2) return g;"]
            + ["  g = &x;", "  x = *g + 1;", "  return n ? g : a;", "}"]
            + ["int main(void) {", "  int *p = a, *q = b; g = b; a[1] = 1;"]
            + ["  " + line for line in body]
            + ["  return 0;", "}", ""]
        )

    def statements(self, count: int, names: list[str], depth: int) -> list[str]:
        lines: list[str] = []
        for _ in range(count):
            lines += self.statement(names, depth)
        return lines

    def statement(self, names: list[str], depth: int) -> list[str]:
        to, other = self.random.choice(POINTERS), self.random.choice(POINTERS)
        kind = self.random.randrange(14)
        if kind < 3 and depth > 0:
            self.blocks += 1
            own = f"x{self.blocks}"
            head = ["{", f"for (int i = 0; i < {self.random.randrange(1, 3)}; i++) {{"]
            inner = self.statements(3, [*names, own], depth - 1)
            return [self.random.choice(head), f"int {own} = {self.blocks};", *inner, "}"]
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


def run(program: Path, folder: Path) -> str:
    binary = folder / "binary"
    stub = folder / "stub.c"
    stub.write_text(
        "#include <stdio.h>\nvoid reach_error(void) { puts(\"error\"); fflush(stdout); }\n"
    )
    command = ["gcc", "-w", "-O0", "-fsanitize=address", str(program), str(stub), "-o", str(binary)]
    if subprocess.run(command, capture_output=True).returncode != 0:
        return "no sanitizer"
    environment = {"ASAN_OPTIONS": "detect_stack_use_after_return=1:detect_leaks=0"}
    ran = subprocess.run([str(binary)], capture_output=True, text=True, env=environment)
    if "error" in ran.stdout:
        return "violated"
    return "holds" if ran.returncode == 0 else "invalid"


def main() -> int:
    tool, first, last = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    allowed = {"holds": {HOLDS, UNKNOWN}, "violated": {VIOLATED, UNKNOWN}, "invalid": {UNKNOWN}}
    decided = 0
    seen = {"holds": 0, "violated": 0, "invalid": 0}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for seed in range(first, last + 1):
            program = folder / "program.c"
            program.write_text(Program(seed).text)
            does = run(program, folder)
            if does == "no sanitizer":
                return 77
            seen[does] += 1
            heap = ["--heap", "8"] if seed % 2 else []  # where blocks are made again
            command = [tool, "check", "--engine", "image", "--timeout", "20", *heap, str(program)]
            answer = subprocess.run(command, capture_output=True, text=True)
            decided += answer.returncode in (HOLDS, VIOLATED)
            if answer.returncode not in allowed[does]:
                print(f"seed {seed}: the program is {does}, but the answer {answer.stdout}")
                print(answer.stderr, program.read_text())
                return 1
    print(f"{sum(seen.values())} programs, {seen}, {decided} decided: no contradiction.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
