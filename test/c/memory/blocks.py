#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random C programs with blocks of memory whose size is an input: gcc's sanitizers never contradict.

blocks.py HARDBOP FROM TO: programs with these seeds. Each reads inputs, and ends unless they are certain
numbers; so it is one run, which only a solver knows. If the sanitizer stops that, `memory` must be
violated; else it holds, and the program ends with the number that gcc's program prints, and with no other, in both
data models. Exit status 77 where gcc has no sanitizer.
"""

import random
import subprocess
import sys
import tempfile
from pathlib import Path

HOLDS, UNKNOWN, VIOLATED = 0, 5, 10
TYPES = {"char": 1, "unsigned short": 2, "int": 4, "long long": 8}
START = """\
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void show(unsigned);
static unsigned hash;
static void mix(unsigned long long v) { hash = hash * 31u + (unsigned)v + (unsigned)(v >> 32); }
struct packet { unsigned char kind; unsigned bits : 11; unsigned short length; char data[]; };
struct __attribute__((packed)) header { char c; int x; short y; };
static char pool[40];
static unsigned used;
static void *get(unsigned n) { void *p = pool + used; used += n; return p; }
static int sum(int n, int m, int a[n][m]) { int s = 0; for (int i = 0; i < n; i++) s += a[i][m - 1]; return s; }
"""


class Program:
    """Blocks b0, b1, … of n0, n1, … elements, all of them with values."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.inputs: list[int] = []
        self.blocks: list[str] = []  # their types
        self.freed: list[bool] = []
        lines: list[str] = []
        for _ in range(self.random.randrange(2, 5)):
            lines += self.block()
        for _ in range(self.random.randrange(3, 8)):
            lines += self.statement()
        for k, type_ in enumerate(self.blocks):
            if not self.freed[k]:
                lines.append(f"for (int i = 0; i < n{k}; i++) mix(b{k}[i]);")
        end = ["#ifdef RUN", "show(hash);", "#elif defined(OTHER)", "if (hash == NUMBER) reach_error();"]
        end += ["#else", "if (hash != NUMBER) reach_error();", "#endif", "return 0;", "}"]
        self.text = START + "int main(void) {\n" + "\n".join(lines + end) + "\n"

    def number(self, low: int, high: int) -> list[str]:
        """A new input."""
        name, value = f"n{len(self.inputs)}", self.random.randrange(low, high)
        self.inputs.append(value)
        return [f"int {name} = __VERIFIER_nondet_int();", f"if ({name} != {value}) return 0;"]

    def block(self) -> list[str]:
        k = len(self.inputs)
        while len(self.blocks) < k:  # numbers that are no sizes
            self.blocks.append("")
            self.freed.append(True)
        lines = self.number(1, 7)
        type_ = self.random.choice(list(TYPES))
        size = TYPES[type_]
        self.blocks.append(type_)
        self.freed.append(False)
        ways = [f"{type_} *b{k} = malloc(n{k} * sizeof *b{k});", f"{type_} b{k}[n{k}];"]
        ways += [f"{type_} *b{k} = calloc(n{k}, {size});", f"{type_} *b{k} = realloc(0, n{k} * {size});"]
        ways += [f"{type_} *b{k} = malloc({8 * size}); n{k} = 8;"]
        lines.append(self.random.choice(ways))
        if "calloc" not in lines[-1] or self.random.random() < 0.5:
            lines.append(f"for (int i = 0; i < n{k}; i++) b{k}[i] = i * {self.random.randrange(1, 99)};")
        return lines

    def place(self) -> str:
        """An element; rarely one that is not there."""
        known = [k for k, gone in enumerate(self.freed) if not gone]
        if self.random.random() < 0.02:
            known = [k for k, type_ in enumerate(self.blocks) if type_]
        k = self.random.choice(known or [0])
        index = self.random.choice([f"n{k} - 1", "0", f"{self.random.randrange(20)} % n{k}"])
        if self.random.random() < 0.02:
            index = f"n{k}"
        return f"b{k}[{index}]"

    def statement(self) -> list[str]:
        kind = self.random.randrange(12)
        heap = [k for k, gone in enumerate(self.freed) if not gone]
        number = self.random.randrange(1, 300)
        if kind == 0:
            return self.block()
        if kind == 1 and heap:
            k = self.random.choice(heap)
            at = self.random.randrange(0, TYPES[self.blocks[k]])
            return [f"((unsigned char *)b{k})[{at}] = {number}; mix(*b{k});"]
        if kind == 2 and heap:
            k = self.random.choice(heap)
            return [f"if (n{k} * sizeof *b{k} >= 7) {{ *(int *)((char *)b{k} + {self.random.randrange(4)}) ^= {number};",
                    f"mix(*(short *)((char *)b{k} + {self.random.randrange(6)})); }}"]
        if kind == 3:
            return [f"for (int i = 0; i < {self.random.randrange(2, 7)}; i++) {{ int *y = malloc(8); y[1] = i * {number};",
                    "mix(y[1]); free(y); }"]
        if kind == 4:
            size = f"n{self.random.randrange(len(self.inputs))}"
            return [f"{{ int m[{size}][3]; for (int i = 0; i < {size}; i++) for (int j = 0; j < 3; j++) m[i][j] = i * {number} + j;",
                    f"mix(sum({size}, 3, m)); mix(sizeof m + sizeof m[0]); int (*r)[3] = m + 1; mix(r - m); }}"]
        if kind == 5:
            size = f"n{self.random.randrange(len(self.inputs))}"
            return [f"{{ struct packet *p = malloc(sizeof *p + {size}); p->length = {number}; p->bits = {number * 3}; p->kind = 1;",
                    f"for (int i = 0; i < {size}; i++) p->data[i] = i; mix(p->data[{size} - 1] + p->length + p->bits + p->kind);",
                    "free(p); }"]
        if kind == 6:
            at = self.random.randrange(4)
            return [f"{{ unsigned char buffer[12] = {{0}}; struct header *h = (struct header *)(buffer + {at});",
                    f"h->x = {number * 77777}; h->y = {number}; h->c = 1; for (int i = 0; i < 12; i++) mix(buffer[i]); }}"]
        if kind == 7:
            return [f"{{ int *o = get({self.random.choice([4, 8, 5])}); *o = {number}; mix(*o); mix(pool[{self.random.randrange(30)}]); }}"]
        if kind == 8 and heap:
            k = self.random.choice(heap)
            self.freed[k] = True
            return [f"/* free */ {'' if self.random.random() < 0.9 else 'mix(*b%d);' % k}", f"FREE(b{k});"]
        if kind == 9 and heap:
            k = self.random.choice(heap)
            return [f"GROW(b{k}, n{k}, {self.random.randrange(1, 4)});"]
        return [f"{self.place()} = {self.place()} + {number}; mix({self.place()});"]


def finished(text: str) -> str:
    """Arrays of variable length are not freed, nor do they grow."""
    lines = []
    for line in text.split("\n"):
        for name in ("FREE(b", "GROW(b"):
            if line.startswith(name):
                block = "b" + line[len(name):].split(")")[0].split(",")[0]
                is_array = f" *{block} = " not in text
                if is_array:
                    line = ""
                elif name == "FREE(b":
                    line = f"free({block});"
                else:
                    count, more = line[len(name):].split(")")[0].split(", ")[1:]
                    line = f"{block} = realloc({block}, ({count} + {more}) * sizeof *{block});"
                    line += f" for (int i = 0; i < {more}; i++) {block}[{count} + i] = i; {count} += {more};"
        lines.append(line)
    return "\n".join(lines)


def run(program: Path, inputs: list[int], folder: Path) -> str:
    binary, stub = folder / "binary", folder / "stub.c"
    values = ", ".join(map(str, inputs))
    stub.write_text(
        "#include <stdio.h>\nvoid reach_error(void) {}\nvoid show(unsigned n) { printf(\"%u\", n); }\n"
        f"int __VERIFIER_nondet_int(void) {{ static int k, v[] = {{{values}}}; return v[k++]; }}\n"
    )
    command = ["gcc", "-w", "-O0", "-fwrapv", "-fsanitize=address,undefined", "-fno-sanitize=alignment", "-DRUN"]
    command += ["-fno-sanitize-recover=undefined", "-fno-sanitize=shift,signed-integer-overflow"]
    if subprocess.run([*command, str(program), str(stub), "-o", str(binary)], capture_output=True).returncode != 0:
        return "no sanitizer"
    ran = subprocess.run([str(binary)], capture_output=True, text=True, env={"ASAN_OPTIONS": "detect_leaks=0"})
    return ran.stdout if ran.returncode == 0 else "invalid"


def main() -> int:
    tool, first, last = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    decided = invalid = count = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for seed in range(first, last + 1):
            made = Program(seed)
            program = folder / "program.c"
            program.write_text(finished(made.text))
            does = run(program, made.inputs, folder)
            if does == "no sanitizer":
                return 77
            invalid += does == "invalid"
            model = "LP64" if seed % 2 else "ILP32"
            number = "0" if does == "invalid" else does
            questions = [("memory", "SAME", VIOLATED if does == "invalid" else HOLDS)]
            if does != "invalid":
                questions += [("assertions", "SAME", HOLDS), ("assertions", "OTHER", VIOLATED)]
            for name, asked, expected in questions:
                command = [tool, "check", "-w", "--data-model", model, "--engine", "bmc", "--timeout", "20"]
                command += ["--property", name, f"-DNUMBER={number}u", f"-D{asked}", str(program)]
                answer = subprocess.run(command, capture_output=True, text=True)
                count += 1
                decided += answer.returncode == expected
                if answer.returncode not in (expected, UNKNOWN):
                    print(f"seed {seed}: gcc says {does}, but the answer to {name}, {asked} is {answer.stdout}")
                    print(answer.stderr, program.read_text())
                    return 1
                if "-v" in sys.argv and answer.returncode == UNKNOWN:
                    print(seed, name, asked, answer.stdout)
    print(f"{last - first + 1} programs, {invalid} invalid, {decided} answers of {count}: no contradiction.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
