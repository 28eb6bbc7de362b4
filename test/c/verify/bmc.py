#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random C programs, unrolled by the engine bmc: gcc and the other engines never contradict it.

bmc.py HARDBOP FROM TO [SECONDS]: programs with these seeds, so much time for each question. Of every
third one, gcc computes all that it ends with; it must end with that, whether its numbers are known or
made of an input that is zero. The others read inputs. Such a program must be able to end as it did
when gcc ran it, what violates must do so when gcc runs the harness, and what holds must hold in many
runs, and by its certificate. Exit status 77: no gcc.
"""

import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path += [str(HERE.parent / "front"), str(HERE.parent / "slam")]

from agree import HOLDS, UNKNOWN, VIOLATED, ask, contradict  # noqa: E402
from differential import PRELUDE, RUNTIME, Generator  # noqa: E402
from programs import INTEGERS, NUMBERS, Program  # noqa: E402

RUNS = 20
GCC = ["gcc", "-w", "-O0", "-fwrapv", "-std=gnu11"]
# Inputs are often small, or at an edge.
INPUTS = """\
#include <stdlib.h>
static unsigned long long state;
static unsigned long long next(void) {
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  return state >> 33;
}
static unsigned long long word(void) {
  unsigned long long kind = next() % 6;
  if (kind < 2) return next() % 8;
  if (kind == 2) return -(next() % 4);
  if (kind == 3) return (1ull << next() % 64) - next() % 2;
  return next() << 33 ^ next() << 11 ^ next();
}
static double number(void) {
  static const double edges[] = {0.0, -0.0, 1.0, 1.0 / 0.0, -1.0 / 0.0, 0.0 / 0.0, 1e-40, 3e38, 5e-324, 0.1};
  unsigned long long kind = next() % 4;
  union { unsigned long long word; double number; } any = {word()};
  if (kind == 0) return edges[next() % 10];
  if (kind == 1) return any.number;
  return (double)(long long)word() / (1 << next() % 4);
}
void reach_error(void) { exit(1); }
__attribute__((constructor)) static void start(void) { state = atoi(getenv("SEED")); }
"""


def inputs() -> str:
    functions = [f"{type_} __VERIFIER_nondet_{name}(void) {{ return word(); }}" for type_, name in INTEGERS.items()]
    functions += [f"{type_} __VERIFIER_nondet_{type_}(void) {{ return number(); }}" for type_ in NUMBERS]
    return RUNTIME + INPUTS + "\n".join(functions) + "\n"


class Computed(Generator):
    """Its numbers are made of a word that is zero, often."""

    def leaf(self) -> str:
        text = super().leaf()
        return f"({text} ^ zero)" if self.r.random() < 0.3 else text

    def number_leaf(self) -> str:
        text = super().number_leaf()
        return f"({text} + zero)" if self.r.random() < 0.3 else text


class Contradiction(Exception):
    pass


class Seed:
    """The questions about one program."""

    def __init__(self, hardbop: str, seed: int, seconds: str, folder: str) -> None:
        self.hardbop = hardbop
        self.seed = seed
        self.seconds = seconds
        self.folder = Path(folder)
        self.r = random.Random(-1 - seed)
        self.counts: Counter[str] = Counter()

    def check(self) -> None:
        if self.seed % 3 == 0:
            self.computed()
        else:
            self.with_inputs()

    def fail(self, what: str) -> None:
        raise Contradiction(f"{what}\n{(self.folder / 'p.c').read_text()}")

    def write(self, name: str, text: str) -> Path:
        (self.folder / name).write_text(text)
        return self.folder / name

    def ask(self, engine: str, *options: str, seconds: str | None = None) -> int:
        limits = ["--engine", engine, "--timeout", seconds or self.seconds]
        words = ["check", "-w", "--data-model", "LP64", "--property", "assertions", *limits, *options, "p.c"]
        answer = ask(self.hardbop, str(self.folder), *words)
        if engine == "bmc":
            self.counts[{HOLDS: "holds", VIOLATED: "violated", UNKNOWN: "unknown"}[answer]] += 1
        return answer

    def compile(self, *arguments: str) -> None:
        subprocess.run([*GCC, *arguments, "-lm"], cwd=self.folder, check=True)

    # ---- without inputs ----

    def computed(self) -> None:
        program = Computed(self.seed).program()
        text = f"{PRELUDE}unsigned char zero;\n{program}\n"
        self.write("p.c", f"{text}int main(void) {{ p{self.seed}(); return 0; }}\n")
        values = self.watch()
        zero = self.r.choice(["__VERIFIER_nondet_uchar()"] * 3 + ["0"])
        start = f"int main(void) {{ zero = {zero}; if (zero) return 0; p{self.seed}(); return 0; }}\n"
        start = f"extern unsigned char __VERIFIER_nondet_uchar(void);\n{start}"
        table = ", ".join(f"{value}ull" for value in values)
        start += f"static const u64 expected[] = {{ {table} }};\nstatic unsigned at;\nextern void reach_error(void);\n"
        self.write("p.c", f"{text}{start}void check(u64 v) {{ if (v != expected[at++]) reach_error(); }}\n")
        if self.ask("bmc", *self.certificate()) == VIOLATED:
            self.fail("it can end differently")
        self.validate()
        last = self.r.randrange(len(values))
        self.write("p.c", f"{text}{start}void check(u64 v) {{ if (at++ == {last} && v == {values[last]}ull) reach_error(); }}\n")
        if self.ask("bmc") == HOLDS:
            self.fail("it cannot end as it should")

    # ---- with inputs ----

    def with_inputs(self) -> None:
        program = Program(self.seed)
        self.write("p.c", PRELUDE + program.watched())
        values = self.watch()
        is_possible = self.r.random() < 0.4
        if not is_possible:
            changed = self.r.randrange(len(values))
            values[changed] ^= 1 << self.r.choice([0, 1, self.r.randrange(8)])
        self.write("p.c", PRELUDE + program.asked(values))
        answer = self.ask("bmc", "--harness", "run.c", *self.certificate())
        if answer == HOLDS and is_possible:
            self.fail(f"it can end like this, with SEED={self.seed}")
        if answer == VIOLATED:
            self.follow_harness()
        if answer == HOLDS:
            self.validate()
            self.run_often()
        if self.seed % 8 == 1:
            self.ask_others(answer)

    def watch(self) -> list[int]:
        """What it tells when gcc runs it."""
        self.write("runtime.c", inputs())
        self.compile("p.c", "runtime.c", "-o", "watched")
        done = self.run("watched", self.seed)
        if done.returncode != 0:
            self.fail("gcc could not run it")
        return [int(value) for value in done.stdout.split()]

    def run(self, program: str, seed: int) -> subprocess.CompletedProcess:
        command = [self.folder / program]
        return subprocess.run(command, env={"SEED": str(seed)}, capture_output=True, text=True, timeout=60)

    def follow_harness(self) -> None:
        self.compile("-finstrument-functions", "p.c", "run.c", "-o", "followed")
        if self.run("followed", 0).returncode != 10:
            self.fail("the harness does not reach the error")
        self.counts["harnesses"] += 1

    def run_often(self) -> None:
        self.compile("p.c", "runtime.c", "-o", "asked")
        for seed in range(self.seed, self.seed + RUNS):
            if self.run("asked", seed).returncode == 1:
                self.fail(f"it holds, but reaches the error with SEED={seed}")
            self.counts["runs"] += 1

    def ask_others(self, answer: int) -> None:
        options = ["--unwind", str(self.r.randint(1, 40))]
        bounded = self.ask("bmc", *options, "--harness", "run.c")
        if bounded == VIOLATED:
            self.follow_harness()
        others = [self.ask(engine, seconds="1") for engine in ["image", "slam"]]
        if contradict(answer, *others) or (bounded == VIOLATED and answer == HOLDS):
            self.fail(f"bmc, bmc {' '.join(options)}, image and slam: {[answer, bounded, *others]}")
        self.counts["decided by others"] += sum(other != UNKNOWN for other in others)

    def certificate(self) -> list[str]:
        return ["--certify", "p.smt2"] if self.r.random() < 0.25 else []

    def validate(self) -> None:
        """Where there is one: large ones are not written."""
        if not (self.folder / "p.smt2").exists():
            return
        words = ["validate", "p.c", "p.smt2", "--timeout", self.seconds]
        answer = ask(self.hardbop, str(self.folder), *words)
        if answer == VIOLATED:
            self.fail("the certificate is not valid")
        self.counts["valid certificates"] += answer == HOLDS


def main() -> int:
    if shutil.which("gcc") is None:
        print("skipped: no gcc")
        return 77
    hardbop, first, last = str(Path(sys.argv[1]).resolve()), int(sys.argv[2]), int(sys.argv[3])
    seconds = sys.argv[4] if len(sys.argv) > 4 else "2"
    counts: Counter[str] = Counter()
    for seed in range(first, last + 1):
        with tempfile.TemporaryDirectory() as folder:
            one = Seed(hardbop, seed, seconds, folder)
            try:
                one.check()
            except (Contradiction, SystemExit, subprocess.SubprocessError) as failure:
                print(f"seed {seed}: {failure}")
                return 1
            counts += one.counts
    print(f"{last - first + 1} programs: {', '.join(f'{count} {name}' for name, count in counts.items())}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
