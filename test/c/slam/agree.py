#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random C programs, decided by refinement and by image computation: they never contradict.

agree.py HARDBOP FROM TO [SECONDS]: programs with these seeds, so much time for each question. The
Boolean program over random predicates is asked, too: where it holds, the C program must. So is a
random formula, of the same program or one that has no end, and both with integers read as
unbounded, as nothing in these programs overflows. Every third program has arrays that refinement
follows as arrays; there unrolling is asked, too, and certificates are checked.
"""

import sys
import tempfile
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
from random_programs import COMPARISONS, HOLDS, UNKNOWN, VIOLATED, SmallProgram, arguments, ask, contradict  # noqa: E402

LARGE = 40  # elements, such that an array is one


class Program(SmallProgram):
    """Few small variables, so that both can decide it; calls, recursion, pointers, loops."""

    def __init__(self, seed: int, has_end: bool = True):
        super().__init__(seed, ["int", "unsigned", "signed char", "unsigned char"])
        self.has_end = has_end
        self.has_arrays = seed % 3 == 2
        self.arrays = ["cells"]
        self.globals = ["g", "h"]
        self.lines = ["extern void reach_error(void);", "extern unsigned char nondet(void);"]
        self.lines += [f"{self.type} g = {self.number()}, h;", f"{self.type} cells[{LARGE if self.has_arrays else 2}];"]
        self.define()

    def number(self) -> int:
        return self.random.choice([0, 0, 1, 1, 2, 3, 5])

    def value(self, names: list[str]) -> str:
        kind = self.random.randrange(8)
        if kind < 2:
            return str(self.number())
        name = self.random.choice(names)
        if kind < 5:
            return name
        if kind == 5:
            return self.element(names)
        return f"{name} {self.random.choice('+-&|')} {self.random.choice([*names, str(self.number())])}"

    def element(self, names: list[str]) -> str:
        if self.has_arrays and self.random.randrange(3) > 0:
            return f"{self.random.choice(self.arrays)}[{self.random.choice(names)} & {self.random.choice([1, 3, 31])}]"
        return f"cells[{self.random.randrange(2)}]"

    def condition(self, names: list[str]) -> str:
        one = f"({self.value(names)}) {self.random.choice(COMPARISONS)} ({self.value(names)})"
        if self.random.randrange(4) == 0:
            return f"{one} {self.random.choice(['&&', '||'])} {self.random.choice(names)} != {self.number()}"
        return one

    def statement(self, names: list[str], targets: list[str], depth: int, indent: str) -> None:
        kind = self.random.randrange(10)
        target = self.random.choice(targets)
        if self.has_arrays and self.random.randrange(3) == 0:
            target = self.element(names)
        if kind < 4 or depth == 0:
            self.lines.append(f"{indent}{target} = {self.value(names)};")
        elif kind == 4:
            self.lines.append(f"{indent}{target} = nondet() & {self.random.choice([1, 3])};")
        elif kind == 5 and self.functions:
            call = self.random.choice(self.functions)
            self.lines.append(f"{indent}{target} = {call}({self.value(names)});")
        elif kind < 8:
            self.lines.append(f"{indent}if ({self.condition(names)}) {{")
            self.statements(names, targets, depth - 1, indent + "  ")
            self.lines.append(indent + "} else {")
            self.statements(names, targets, depth - 1, indent + "  ")
            self.lines.append(indent + "}")
        else:
            self.lines.append(f"{indent}for (int i = 0; i < {self.random.randrange(1, 4)}; i++) {{")
            self.statements(names, targets, depth - 1, indent + "  ")
            self.lines.append(indent + "}")

    def statements(self, names: list[str], targets: list[str], depth: int, indent: str) -> None:
        for _ in range(self.random.randrange(1, 4)):
            self.statement(names, targets, depth, indent)

    def function(self, name: str) -> None:
        names = [*self.globals, "n", "k"]
        self.lines.append(f"{self.type} {name}({self.type} n) {{")
        self.lines.append(f"  {self.type} k = {self.value([*self.globals, 'n'])};")
        if self.has_arrays:
            self.lines.append(f"  {self.type} own[{LARGE}]; own[1] = k;")
        if self.random.randrange(3) == 0:
            more = "own[1]" if self.has_arrays else "1"
            self.lines.append(f"  if (n > 0 && n < 4) return {name}(n - 1) + {more};")
        if self.has_arrays:
            self.arrays = ["cells", "own"]
            self.lines.append(f"  own[n & 31] = {self.value(names)};")
        self.statements(names, names, 1, "  ")
        self.lines += [f"  return {self.value(names)};", "}"]
        self.arrays = ["cells"]
        self.functions.append(name)

    def main(self) -> None:
        names = [*self.globals, "a", "b"]
        self.lines.append("int main(void) {")
        self.lines.append(f"  {self.type} a = {self.number()}, b = nondet() & 3;")
        # Predicates may be about what is used, only.
        self.lines.append("  h = g; cells[0] = b; cells[1] = a;")
        self.lines += [f"  h = {name}(b);" for name in self.functions]
        targets = list(names)
        if self.random.randrange(2) == 0:
            self.lines.append(f"  {self.type} *p = nondet() ? &a : &{self.random.choice(['g', 'b'])};")
            targets.append("*p")
        if not self.has_end:
            self.lines.append("  while (1) {")
        for _ in range(self.random.randrange(2, 5)):
            self.statement(names, targets, 2, "  ")
        if not self.has_end:
            self.lines.append("  }")
        self.lines += [f"  if ({self.condition(names)}) reach_error();", "}"]

    def proposition(self) -> str:
        kind = self.random.randrange(8)
        if kind == 0:
            return self.random.choice(["terminated", "failed"])
        if kind == 1:
            return f"in({self.random.choice(['main', *self.functions])})"
        names = [*self.globals, "main::a", "main::b", *(["cells[1]"] if self.has_arrays else [])]
        return f"{{{self.random.choice(names)} {self.random.choice(COMPARISONS)} {self.number()}}}"

    def formula(self, depth: int = 2) -> str:
        if depth == 0:
            return self.proposition()
        kind = self.random.randrange(8)
        left = self.formula(depth - 1)
        if kind < 5:
            return f"{['F', 'G', '!', 'G F', 'X'][kind]} ({left})"
        return f"({left}) {['U', '->', '&'][kind - 5]} ({self.formula(depth - 1)})"

    def predicates(self) -> str:
        out = [self.condition(self.globals)]
        out += ["main: " + self.condition([*self.globals, "a", "b"]) for _ in range(3)]
        for name in self.functions:
            out.append(f"{name}: " + self.condition([*self.globals, "n", "return"]))
        return "\n".join(out) + "\n"


def follow_arrays(hardbop: str, folder: str, seconds: str, errors: tuple[int, int, int]) -> tuple[int, int, int]:
    """With the answer of unrolling where images have none; a certificate must be valid."""
    image, slam, unbounded = errors
    limited = ["--timeout", seconds]
    if slam == HOLDS:
        ask(hardbop, folder, "check", "-w", *limited, "--engine", "slam", "--certify", "p.smt2", "p.c")
        certificate = Path(folder) / "p.smt2"
        if certificate.exists() and ask(hardbop, folder, "validate", "p.c", "p.smt2", *limited) == VIOLATED:
            sys.exit(f"the certificate is not valid\n{(Path(folder) / 'p.c').read_text()}")
    unrolled = ask(hardbop, folder, "check", "-w", *limited, "--engine", "bmc", "p.c")
    if contradict(unrolled, *errors):
        sys.exit(f"bmc {unrolled}, image, slam and unbounded {errors}\n{(Path(folder) / 'p.c').read_text()}")
    return (unrolled if image == UNKNOWN else image), slam, unbounded


def compare(hardbop: str, seed: int, seconds: str) -> list[tuple[int, int, int]]:
    """What image computation and both refinements answer: of errors, and of a formula."""
    program, other = Program(seed), Program(seed, has_end=seed % 2 == 0)
    formula = other.formula()
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "p.c").write_text(program.text())
        (Path(folder) / "other.c").write_text(other.text())
        (Path(folder) / "p.predicates").write_text(program.predicates())

        def engines(*question: str) -> tuple[int, int, int]:
            limited = ["check", "-w", "--timeout", seconds, *question, "--engine"]
            image, slam = (ask(hardbop, folder, *limited, engine) for engine in ["image", "slam"])
            return image, slam, ask(hardbop, folder, *limited, "slam", "--integers", "unbounded")

        errors = engines("--property", "assertions", "p.c")
        if program.has_arrays:
            errors = follow_arrays(hardbop, folder, seconds, errors)
        ask(hardbop, folder, "abstract", "-w", "p.c", "--predicates", "p.predicates", "-o", "p.bp")
        boolean = ask(hardbop, folder, "check", "--timeout", seconds, "p.bp")
        runs = engines("other.c", "--ltl", formula)
    if contradict(*errors) or (boolean == HOLDS and VIOLATED in errors):
        sys.exit(
            f"seed {seed}: image, slam and unbounded {errors}, abstraction {boolean}\n"
            f"{program.text()}{program.predicates()}"
        )
    if contradict(*runs):
        sys.exit(f"seed {seed}: image, slam and unbounded {runs}\n{other.text()}{formula}")
    return [errors, runs]


def main() -> None:
    hardbop, seeds, seconds = arguments("2")
    answers = [compare(hardbop, seed, seconds) for seed in seeds]
    for what, pairs in zip(["errors", "formulas"], zip(*answers)):
        both = [image for image, slam, _ in pairs if UNKNOWN not in (image, slam)]
        print(f"{what} of {len(pairs)} programs: both decide {len(both)}, {both.count(VIOLATED)} of them violated")
        unbounded = sum(integers != UNKNOWN for _, _, integers in pairs)
        print(f"  with unbounded integers {unbounded} are decided")


if __name__ == "__main__":
    main()
