# SPDX-License-Identifier: MIT
"""Runs random C programs as gcc compiles them: many in one executable, each run in a process of its
own, because to start gcc takes longer than to compile such a program."""

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from differential import GCC, PRELUDE
from programs import INTEGERS, NUMBERS

SECONDS = 120  # for all runs of an executable

# Inputs are often small, or at an edge, or half way between two numbers.
INPUTS = """\
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static unsigned long long state;
static unsigned long long next(void) {
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  return state >> 33;
}
static unsigned long long half_way(void) {
  unsigned bits = next() % 2 ? 24 : 53;
  return ((1ull << bits) + next() % 16 * 2 + 1) << next() % (64 - bits);
}
static unsigned long long word(void) {
  unsigned long long kind = next() % 7;
  if (kind < 2) return next() % 8;
  if (kind == 2) return -(next() % 4);
  if (kind == 3) return (1ull << next() % 64) - next() % 2;
  if (kind == 4) return half_way();
  return next() << 33 ^ next() << 11 ^ next();
}
static double number(void) {
  static const double edges[] = {0.0, -0.0, 1.0, 1.0 / 0.0, -1.0 / 0.0, 0.0 / 0.0, 1e-40, 3e38, 5e-324, 0.1};
  unsigned long long kind = next() % 5;
  union { unsigned long long word; double number; } any = {word()};
  if (kind == 0) return edges[next() % 10];
  if (kind == 1) return any.number;
  if (kind == 2) return (double)half_way() / (1 << next() % 31);
  return (double)(long long)word() / (1 << next() % 4);
}
void check(unsigned long long v) { printf("%llu ", v); }
void reach_error(void) { exit(1); }
void run(int (*program)(void), int from, int to) {
  for (int seed = from; seed < to; seed++) {
    int status = 0;
    fflush(stdout);
    if (fork() == 0) {
      alarm(10);
      state = seed;
      program();
      exit(0);
    }
    wait(&status);
    printf("%d\\n", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
  }
}
"""
# What is not a program's own: words of C, and of its library.
COMMON = set(
    "auto break case char const continue default do double else enum extern float for goto if inline int long register "
    "return short signed sizeof static struct switch typedef union unsigned void volatile while define undef "
    "u64 check _Bool malloc dprintf fflush exit _Exit __attribute__ no_instrument_function weak".split()
)


def build_runtime(folder: Path) -> Path:
    """What all executables have in common, compiled once."""
    functions = [f"{type_} __VERIFIER_nondet_{name}(void) {{ return word(); }}" for type_, name in INTEGERS.items()]
    functions += [f"{type_} __VERIFIER_nondet_{type_}(void) {{ return number(); }}" for type_ in NUMBERS]
    (folder / "runtime.c").write_text(INPUTS + "\n".join(functions) + "\n")
    subprocess.run([*GCC, "-c", "runtime.c"], cwd=folder, check=True)
    return folder / "runtime.o"


def renamed(text: str, suffix: str, kept: tuple[str, ...]) -> str:
    """With names that no other program has, other than those that begin with something of `kept`."""

    def rename(match: re.Match) -> str:
        name = match[0]
        return name if name in COMMON or name.startswith(('"', "__builtin_", *kept)) else name + suffix

    return re.sub(r'"[^"]*"|\b[a-z_]\w*', rename, text)


@dataclass
class Run:
    status: int
    output: list[int]  # what it told


class Executable:
    """Programs that were added become one, with functions to run them."""

    def __init__(self, folder: Path, runtime: Path) -> None:
        self.folder = folder
        self.runtime = runtime
        self.parts: list[str] = []
        self.calls: list[tuple[str, int, int]] = []  # function, first and last seed

    def add(self, text: str, function: str, seeds: range) -> int:
        """With names of its own. Returns the number of the program."""
        self.parts.append(text)
        self.calls.append((function, seeds.start, seeds.stop))
        return len(self.calls) - 1

    def add_renamed(self, text: str, seeds: range, with_inputs: bool = True) -> int:
        """A whole program but for the prelude; without inputs, it has functions for these itself."""
        suffix = f"_{len(self.calls)}"
        kept = ("__VERIFIER_nondet_", "reach_error") if with_inputs else ()
        return self.add(renamed(text, suffix, kept), f"main{suffix}", seeds)

    def run(self) -> list[list[Run]]:
        """By program and seed."""
        calls = "".join(f"  run({function}, {first}, {last});\n" for function, first, last in self.calls)
        start = f"extern void run();\nint main(void) {{\n{calls}  return 0;\n}}\n"
        (self.folder / "all.c").write_text(PRELUDE + "\n".join([*self.parts, start]))
        subprocess.run([*GCC, "all.c", self.runtime, "-o", "all", "-lm"], cwd=self.folder, check=True)
        done = subprocess.run([self.folder / "all"], capture_output=True, text=True, timeout=SECONDS, check=True)
        lines = [line.split() for line in done.stdout.splitlines() if line != "error reached"]
        runs = iter([Run(int(line[-1]), [int(value) for value in line[:-1]]) for line in lines])
        return [[next(runs) for _ in range(first, last)] for _, first, last in self.calls]
