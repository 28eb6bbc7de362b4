#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random C programs with loops and recursion: do they end? Ranks, images and refinement never
contradict, and certificates of ranks are valid.

rank.py HARDBOP FROM TO [SECONDS]: programs with these seeds, so much time for each question.
"""

import sys
import tempfile
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
from random_programs import HOLDS, VIOLATED, SmallProgram, arguments, ask, contradict  # noqa: E402

COMPARISONS = ["<", "<=", "!=", ">", ">="]


class Program(SmallProgram):
    """Small types, so that image computation can decide it; some loops end, some do not."""

    def __init__(self, seed: int):
        super().__init__(seed, ["signed char", "unsigned char", "short", "int", "unsigned"])
        self.counters = 0
        self.lines = ["extern int nondet(void);", f"{self.type} g;"]
        self.define()

    def number(self) -> int:
        return self.random.choice([0, 1, 1, 2, 3, 7, 10])

    def value(self, names: list[str]) -> str:
        kind = self.random.randrange(6)
        if kind == 0:
            return str(self.number())
        if kind == 1:
            return f"nondet() & {self.random.choice([1, 7])}"
        name = self.random.choice(names)
        if kind == 2:
            return name
        return f"{name} {self.random.choice(['+', '-', '-', '/'])} {self.random.choice([1, 1, 2, 3])}"

    def condition(self, names: list[str]) -> str:
        right = self.random.choice([*names, str(self.number())])
        return f"{self.random.choice(names)} {self.random.choice(COMPARISONS)} {right}"

    def statement(self, names: list[str], depth: int, indent: str) -> None:
        kind = self.random.randrange(9)
        if kind < 3 or depth == 0:
            self.lines.append(f"{indent}{self.random.choice(names)} = {self.value(names)};")
        elif kind == 3 and self.functions:
            call = self.random.choice(self.functions)
            self.lines.append(f"{indent}{self.random.choice(names)} = {call}({self.value(names)});")
        elif kind < 6:
            self.lines.append(f"{indent}if ({self.condition(names)}) {{")
            self.statements(names, depth - 1, indent + "  ")
            self.lines.append(indent + "}")
        else:
            self.loop(names, depth, indent)

    def loop(self, names: list[str], depth: int, indent: str) -> None:
        name = f"i{self.counters}"
        self.counters += 1
        kind = self.random.randrange(4)
        limit = self.random.choice([*names, str(self.number())])
        if kind == 0:
            head = f"for ({self.type} {name} = 0; {name} < {limit}; {name}++)"
        elif kind == 1:
            head = f"for ({self.type} {name} = {limit}; {name} > 0; {name} {self.random.choice(['-= 1', '-= 2', '/= 2'])})"
        else:
            head = f"while ({self.condition(names)})"
        self.lines.append(f"{indent}{head} {{")
        self.statements(names, depth - 1, indent + "  ")
        if kind > 1:
            target = self.random.choice(names)
            self.lines.append(f"{indent}  {target} = {target} {self.random.choice('+-')} 1;")
        self.lines.append(indent + "}")

    def statements(self, names: list[str], depth: int, indent: str) -> None:
        for _ in range(self.random.randrange(1, 3)):
            self.statement(names, depth, indent)

    def function(self, name: str) -> None:
        names = ["g", "n"]
        self.lines.append(f"{self.type} {name}({self.type} n) {{")
        self.functions.append(name)
        if self.random.randrange(2) == 0:
            self.lines.append(f"  if ({self.condition(names)}) return {self.value(names)};")
            self.lines.append(f"  g = {self.random.choice(self.functions)}({self.value(['n'])});")
        self.functions.pop()
        self.statements(names, 1, "  ")
        self.lines += [f"  return {self.value(names)};", "}"]
        self.functions.append(name)

    def main(self) -> None:
        self.lines.append("int main(void) {")
        self.lines.append(f"  {self.type} a = {self.value(['g'])}, b = nondet();")
        for _ in range(self.random.randrange(1, 4)):
            self.statement(["g", "a", "b"], 2, "  ")
        self.lines += ["  return 0;", "}"]


def compare(hardbop: str, seed: int, seconds: str) -> tuple[int, ...]:
    """What ranks, image computation and refinement answer."""
    text = Program(seed).text()
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "p.c").write_text(text)
        question = ["check", "-w", "--timeout", seconds, "--property", "termination", "--engine"]
        answers = tuple(ask(hardbop, folder, *question, engine, "p.c") for engine in ["rank", "image", "slam"])
        if contradict(*answers):
            sys.exit(f"seed {seed}: rank, image and slam answer {answers}\n{text}")
        if answers[0] == HOLDS and seed % 4 == 0:
            ask(hardbop, folder, *question, "rank", "--certify", "p.smt2", "p.c")
            is_there = (Path(folder) / "p.smt2").exists()  # unless the time ran out
            if is_there and ask(hardbop, folder, "validate", "--timeout", "60", "p.c", "p.smt2") == VIOLATED:
                sys.exit(f"seed {seed}: the certificate is not valid\n{text}")
    return answers


def main() -> None:
    hardbop, seeds, seconds = arguments("2")
    answers = [compare(hardbop, seed, seconds) for seed in seeds]
    for number, engine in enumerate(["rank", "image", "slam"]):
        own = [each[number] for each in answers]
        print(f"{engine}: {own.count(HOLDS)} of {len(own)} end, {own.count(VIOLATED)} do not")
    ends = [each for each in answers if each[0] == HOLDS]
    print(f"of {len(ends)} that ranks prove, others decide {sum(HOLDS in each[1:] for each in ends)}")


if __name__ == "__main__":
    main()
