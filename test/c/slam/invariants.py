#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random C programs that hold, with the invariants of their witnesses checked while they run.

invariants.py HARDBOP FROM TO: programs with these seeds, each run with several random inputs.
Exit status 77: no gcc.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))

from agree import Program  # noqa: E402
from random_programs import HOLDS, arguments, ask  # noqa: E402

RUNS = 20
RUNTIME = """\
#include <stdio.h>
#include <stdlib.h>
static unsigned state;
unsigned char nondet(void) { return (state = state * 1103515245 + 12345) >> 16; }
void reach_error(void) { puts("the error is reached"); exit(1); }
int invariant(int holds, int line) {
  if (!holds) printf("the invariant of line %d is false\\n", line), exit(1);
  return 1;
}
__attribute__((constructor)) static void start(void) { state = atoi(getenv("SEED")); }
"""
INVARIANT = re.compile(r'line: (\d+)\n.*?value: "(.*?)"\n', re.DOTALL)


def with_checks(program: str, witness: str) -> tuple[str, int]:
    """Each invariant is evaluated before the condition of its loop."""
    lines = program.split("\n")
    invariants = INVARIANT.findall(witness)
    for number, expression in invariants:
        index = int(number) - 1
        start, condition, rest = lines[index].split(";")
        lines[index] = f"{start}; invariant({expression}, {number}) &&{condition};{rest}"
    return "int invariant(int, int);\n#line 1\n" + "\n".join(lines), len(invariants)


def check(hardbop: str, seed: int) -> int:
    program = Program(seed).text()
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "p.c").write_text(program)
        question = ["-w", "--timeout", "5", "--engine", "slam", "--witness", "p.yml"]
        if ask(hardbop, folder, "check", *question, "p.c") != HOLDS:
            return 0
        text, count = with_checks(program, (place / "p.yml").read_text())
        (place / "p.c").write_text(text)
        (place / "runtime.c").write_text(RUNTIME)
        subprocess.run(["gcc", "-w", "-fwrapv", "p.c", "runtime.c"], cwd=folder, check=True)
        for run in range(RUNS):
            done = subprocess.run(
                [place / "a.out"], env={"SEED": str(run)}, capture_output=True, text=True, timeout=60
            )
            if done.returncode != 0 and done.stdout:
                sys.exit(f"seed {seed}, run {run}: {done.stdout}{text}")
    return count


def main() -> None:
    if shutil.which("gcc") is None:
        sys.exit(77)
    hardbop, seeds, _ = arguments("")
    counts = [check(hardbop, seed) for seed in seeds]
    print(f"{len(counts)} programs: {sum(counts)} invariants are true")
    if sum(counts) == 0:
        sys.exit("no program has an invariant")


main()
