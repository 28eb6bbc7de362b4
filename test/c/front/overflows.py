#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random C programs: hardbop and gcc's sanitizer must see the same signed overflows.

overflows.py HARDBOP FROM TO: programs with these seeds, without inputs. Each operation is a statement
whose result has a type of its own, so that gcc does not compute with fewer bits what is cut
afterwards. Exit status 77: no gcc with a sanitizer.
"""

import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

TYPES = {"int": 32, "long long": 64, "short": 16, "signed char": 8, "unsigned": 32, "unsigned char": 8}
SANITIZE = ["-w", "-O0", "-std=gnu11", "-fsanitize=signed-integer-overflow,shift,integer-divide-by-zero",
            "-fno-sanitize-recover=all"]


def number(r: random.Random, bits: int) -> str:
    largest = 2 ** (bits - 1) - 1
    value = r.choice([0, 1, 2, 3, 7, largest, largest - 1, largest // 2, largest // 3, -1, -2, -largest, r.randint(0, 99)])
    return f"{value}ll" if value >= 0 else f"({value}ll)"


def assign(to: str, value: str) -> str:
    return f"{{ __typeof__({value}) t = {value}; {to} = t; }}"


def statement(r: random.Random, variables: dict[str, str]) -> str:
    a, b, c = (r.choice(list(variables)) for _ in range(3))
    kind = r.randrange(10)
    if kind < 4:
        return assign(a, f"{b} {r.choice('+-*')} {c}")
    if kind == 4:
        return f"if ({c}) " + assign(a, f"{b} {r.choice('/%')} {c}")
    if kind == 5:
        return assign(a, f"-{b}")
    if kind == 6:
        return assign(a, f"{b} << ({c} & 7)")
    if kind == 7:
        return r.choice([f"{a}++;", f"--{a};"])
    if kind == 8:
        wide = next((v for v, kind in variables.items() if kind == "long long"), None)
        return f"{wide} {r.choice(['+=', '-=', '*='])} {b};" if wide else assign(a, f"{b} + {c}")
    return f"if ({b} > {c} && {a} + {c} > {b}) {a} = {number(r, 32)};"


def program(seed: int) -> str:
    r = random.Random(seed)
    variables = {f"v{i}": r.choice(list(TYPES)) for i in range(5)}
    lines = [f"  {kind} {name} = {number(r, TYPES[kind])};" for name, kind in variables.items()]
    lines += ["  " + statement(r, variables) for _ in range(r.randint(1, 6))]
    return "int main(void) {\n" + "\n".join(lines) + "\n  return 0;\n}\n"


def main() -> int:
    hardbop, first, last = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    if shutil.which("gcc") is None:
        print("skipped: no gcc")
        return 77
    status, overflows = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        file, binary = Path(folder) / "program.c", Path(folder) / "program"
        for seed in range(first, last + 1):
            file.write_text(program(seed))
            made = subprocess.run(["gcc", *SANITIZE, str(file), "-o", str(binary)], capture_output=True, text=True)
            if made.returncode != 0:
                print("skipped: no gcc with a sanitizer")
                return 77
            overflowed = subprocess.run([str(binary)], capture_output=True).returncode != 0
            words = [hardbop, "check", "--data-model", "LP64", "--property", "no-overflow", str(file)]
            found = subprocess.run(words, capture_output=True, text=True)
            overflows += overflowed
            if found.returncode != (10 if overflowed else 0):
                print(f"seed {seed}: gcc says {overflowed}, hardbop {found.stdout}{found.stderr}{program(seed)}")
                status = 1
    print(f"{last - first + 1} programs, {overflows} with an overflow")
    return status


if __name__ == "__main__":
    sys.exit(main())
