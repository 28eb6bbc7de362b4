#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random C programs, unrolled by the engine bmc: gcc and the other engines never contradict it.

bmc.py HARDBOP FROM TO [SECONDS]: programs with these seeds, so much time for each question. Of every
third one, gcc computes all that it ends with; it must end with that, whether its numbers are known or
made of an input that is zero. The others read inputs. Such a program must be able to end as it did
when gcc ran it, what violates must do so when gcc runs the harness, and what holds must hold in many
runs, and by its certificate. Small ones, and programs as agree.py has them, are given to other engines,
too. Programs are checked in batches, on all processors. Exit status 77: no gcc.
"""

import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
sys.path += [str(TESTS), str(TESTS / "front"), str(TESTS / "slam")]

import agree  # noqa: E402
from differential import PRELUDE, Generator  # noqa: E402
from native import Executable, Run, build_runtime  # noqa: E402
from programs import Program  # noqa: E402
from random_programs import HOLDS, VERDICTS, VIOLATED, arguments, ask, contradict  # noqa: E402

RUNS = 20
BATCH = 20
CONSTRUCTS = {
    "loops": r"\b(for|while|do|goto)\b", "arrays": r"\w\[", "floats": r"\b(float|double) \w",
    "calls": r"[=+] ?([fk]\d\w*|first|second)\(|^ +write\d+\(", "recursion": r"\(k0 - 1|\(n - 1", "pointers": r"\*\w+ = &|->|\bp\d+ =",
    "heap": r"\bmalloc\(",
}  # fmt: skip


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
    """The questions about one program: what it ends with, then engines, then runs of what they found."""

    def __init__(self, hardbop: str, seed: int, seconds: str, folder: Path) -> None:
        self.hardbop = hardbop
        self.seed = seed
        self.seconds = seconds
        self.folder = folder
        self.r = random.Random(-1 - seed)
        self.counts: Counter[str] = Counter(["programs"])
        self.later: list[tuple[int, Callable[[list[Run]], None]]] = []  # program, and who looks at its runs
        self.kind = self.computed if seed % 3 == 0 else self.agreed if seed % 8 == 1 else self.with_inputs
        self.is_small = seed % 8 == 5
        folder.mkdir()

    def fail(self, what: str) -> None:
        raise Contradiction(f"{what}\n{(self.folder / 'p.c').read_text()}")

    def watch(self, executable: Executable) -> None:
        """Lets gcc run it."""
        seeds = range(self.seed, self.seed + 1)
        if self.kind == self.computed:
            self.text = f"unsigned char zero;\n{Computed(self.seed).program()}\n"
            executable.add(self.text, f"p{self.seed}", seeds)
        elif self.kind == self.agreed:
            self.text = agreed_text(self.seed)
            executable.add_renamed(self.text, seeds)
        else:
            self.program = Program(self.seed, self.is_small)
            self.text = self.program.watched()
            executable.add_renamed(self.text, seeds)
        self.counts += constructs(self.text)

    def ask_all(self, watched: Run, executable: Executable) -> None:
        if watched.status not in ((0, 1) if self.kind == self.agreed else (0,)):
            raise Contradiction("gcc could not run it")
        self.kind(watched, executable)

    def write(self, text: str) -> None:
        (self.folder / "p.c").write_text(PRELUDE + text)

    def ask(self, engine: str, *options: str, seconds: str | None = None) -> int:
        limits = ["--engine", engine, "--timeout", seconds or self.seconds]
        words = ["check", "-w", "--data-model", "LP64", "--property", "assertions", *limits, *options, "p.c"]
        answer = ask(self.hardbop, str(self.folder), *words)
        self.counts[f"{engine} {VERDICTS[answer]}"] += 1
        return answer

    # ---- without inputs ----

    def computed(self, watched: Run, _: Executable) -> None:
        values = watched.output
        zero = self.r.choice(["__VERIFIER_nondet_uchar()"] * 3 + ["0"])
        start = f"int main(void) {{ zero = {zero}; if (zero) return 0; p{self.seed}(); return 0; }}\n"
        start = f"extern unsigned char __VERIFIER_nondet_uchar(void);\n{start}"
        table = ", ".join(f"{value}ull" for value in values)
        start += f"static const u64 expected[] = {{ {table} }};\nstatic unsigned at;\nextern void reach_error(void);\n"
        start = self.text + start
        self.write(f"{start}void check(u64 v) {{ if (v != expected[at++]) reach_error(); }}\n")
        if self.ask("bmc", *self.certificate()) == VIOLATED:
            self.fail("it can end differently")
        self.validate()
        if self.r.random() < 0.5:
            return
        last = self.r.randrange(len(values))
        self.write(f"{start}void check(u64 v) {{ if (at++ == {last} && v == {values[last]}ull) reach_error(); }}\n")
        if self.ask("bmc") == HOLDS:
            self.fail("it cannot end as it should")

    # ---- with inputs ----

    def agreed(self, watched: Run, executable: Executable) -> None:
        """Whether it can reach the error."""
        answer = self.ask_and_follow(self.text, watched.status == 1, executable)
        self.ask_others(self.text, answer, ["image", "slam"], executable)

    def with_inputs(self, watched: Run, executable: Executable) -> None:
        """Whether it can end with some values."""
        values = watched.output
        is_possible = self.r.random() < 0.4
        if not is_possible:
            changed = self.r.randrange(len(values))
            values[changed] ^= 1 << self.r.choice([0, 1, self.r.randrange(8)])
        text = self.program.asked(values)
        answer = self.ask_and_follow(text, is_possible, executable)
        if self.is_small:
            self.ask_others(text, answer, ["image"], executable)

    def ask_and_follow(self, text: str, is_possible: bool, executable: Executable) -> int:
        self.write(text)
        answer = self.ask("bmc", "--harness", "run.c", *self.certificate())
        if answer == HOLDS and is_possible:
            self.fail(f"it reaches the error with seed {self.seed}")
        if answer == VIOLATED:
            self.follow_harness(text, executable)
        if answer == HOLDS:
            self.validate()
            number = executable.add_renamed(text, range(self.seed, self.seed + RUNS))
            self.later.append((number, self.judge_often))
        return answer

    def follow_harness(self, text: str, executable: Executable) -> None:
        """Where there is one: gcc cannot be told what memory holds that is not initialised."""
        harness = self.folder / "run.c"
        if harness.exists():
            number = executable.add_renamed(text + harness.read_text(), range(1), with_inputs=False)
            self.later.append((number, self.judge_harness))

    def judge_harness(self, runs: list[Run]) -> None:
        if runs[0].status != 10:
            self.fail("the harness does not reach the error")
        self.counts["harnesses"] += 1

    def judge_often(self, runs: list[Run]) -> None:
        for i, run in enumerate(runs):
            if run.status == 1:
                self.fail(f"it holds, but reaches the error with seed {self.seed + i}")
        self.counts["runs"] += len(runs)

    def ask_others(self, text: str, answer: int, engines: list[str], executable: Executable) -> None:
        unwind = ["--unwind", str(self.r.randint(1, 40))]
        bounded = self.ask("bmc", *unwind, "--harness", "run.c")
        if bounded == VIOLATED:
            self.follow_harness(text, executable)
        others = [self.ask(engine) for engine in engines]
        if contradict(answer, *others) or (bounded == VIOLATED and answer == HOLDS):
            self.fail(f"bmc, bmc {' '.join(unwind)}, {' and '.join(engines)}: {[answer, bounded, *others]}")

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


def agreed_text(seed: int) -> str:
    """With an input that harnesses know, and all memory initialised."""
    text = agree.Program(seed).text().replace("nondet(", "__VERIFIER_nondet_uchar(")
    return text.replace(f"own[{agree.LARGE}];", f"own[{agree.LARGE}] = {{ 0 }};")


def constructs(text: str) -> Counter[str]:
    """Those that the program has."""
    own = "\n".join(line for line in text.splitlines() if not line.startswith(("extern", "unsigned counters")))
    return Counter(f"with {name}" for name, what in CONSTRUCTS.items() if re.search(what, own, re.MULTILINE))


def check_batch(hardbop: str, seeds: range, seconds: str, runtime: Path) -> tuple[Counter[str], str | None]:
    """What was counted, and what is wrong."""
    counts: Counter[str] = Counter()
    at = seeds.start
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        watched, later = Executable(folder, runtime), Executable(folder, runtime)
        programs = [Seed(hardbop, seed, seconds, folder / str(seed)) for seed in seeds]
        try:
            for one in programs:
                one.watch(watched)
            for one, (run,) in zip(programs, watched.run()):
                at = one.seed
                one.ask_all(run, later)
            runs = later.run()
            for one in programs:
                at = one.seed
                for number, judge in one.later:
                    judge(runs[number])
                counts += one.counts
        except (Contradiction, SystemExit, subprocess.SubprocessError) as failure:
            return counts, f"seed {at}: {failure}"
    return counts, None


def check_all(hardbop: str, seeds: range, seconds: str) -> tuple[Counter[str], str | None]:
    """Stops at the first that is wrong."""
    counts: Counter[str] = Counter()
    batches = (seeds[i : i + BATCH] for i in range(0, len(seeds), BATCH))
    jobs = min(os.cpu_count() or 1, (len(seeds) + BATCH - 1) // BATCH)
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(jobs) as pool:
        runtime = build_runtime(Path(folder))
        waiting: set[Future] = set()
        while True:
            for batch in islice(batches, jobs + 1 - len(waiting)):
                waiting.add(pool.submit(check_batch, hardbop, batch, seconds, runtime))
            if not waiting:
                return counts, None
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                more, failure = future.result()
                counts += more
                if failure:
                    pool.shutdown(cancel_futures=True)
                    return counts, failure
                report_progress(counts, more)


def report_progress(counts: Counter[str], more: Counter[str]) -> None:
    if counts["programs"] // 500 != (counts["programs"] - more["programs"]) // 500:
        print(summary(counts), file=sys.stderr, flush=True)


def summary(counts: Counter[str]) -> str:
    others = ", ".join(f"{count} {name}" for name, count in sorted(counts.items()) if name != "programs")
    return f"{counts['programs']} programs: {others}"


def main() -> int:
    if shutil.which("gcc") is None:
        print("skipped: no gcc")
        return 77
    hardbop, seeds, seconds = arguments("1")
    counts, failure = check_all(hardbop, seeds, seconds)
    if failure:
        print(failure, flush=True)
    else:
        print(summary(counts))
    return 1 if failure else 0


if __name__ == "__main__":
    sys.exit(main())
