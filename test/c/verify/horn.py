#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random C programs with loops and calls: the engine horn is never contradicted by images and unrolling.

horn.py HARDBOP FROM TO [SECONDS]: programs with these seeds, so much time for each question. Where it
says that a program holds, its certificate must be valid. The clauses over bit-vectors of every fifth
program are put to z3, if there is one: their answer is not contradicted either.
"""

import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
sys.path += [str(TESTS), str(TESTS / "slam")]

from agree import Program  # noqa: E402
from random_programs import HOLDS, UNKNOWN, VERDICTS, VIOLATED, arguments, ask, contradict  # noqa: E402

ANSWERS = {"sat": HOLDS, "unsat": VIOLATED}


def solve(hardbop: str, folder: str, seconds: str) -> int:
    """What z3 makes of the clauses."""
    if shutil.which("z3") is None:
        return UNKNOWN
    words = ["export", "-w", "--to", "chc", "-o", "p.clauses", "p.c"]
    if ask(hardbop, folder, *words) != 0:
        return UNKNOWN
    done = subprocess.run(["z3", f"-T:{seconds}", "p.clauses"], cwd=folder, capture_output=True, text=True)
    return ANSWERS.get(done.stdout.strip(), UNKNOWN)


def check(hardbop: str, seed: int, seconds: str, counts: Counter[str]) -> str:
    """What is contradicted; empty where nothing is."""
    text = Program(seed).text()
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "p.c").write_text(text)

        def answer(engine: str, *options: str) -> int:
            limits = ["--property", "assertions", "--engine", engine, "--timeout", seconds]
            return ask(hardbop, folder, "check", "-w", *limits, *options, "p.c")

        guessed = answer("horn", "--certify", "p.smt2")
        counts[VERDICTS[guessed]] += 1
        if guessed == HOLDS and ask(hardbop, folder, "validate", "p.c", "p.smt2") == VIOLATED:
            return f"the certificate is not valid\n{text}"
        others = [answer("image"), answer("bmc")]
        if seed % 5 == 0:
            others.append(solve(hardbop, folder, seconds))
        counts["decided by others"] += sum(other != UNKNOWN for other in others)
        if contradict(guessed, *others):
            return f"horn, image, bmc and the clauses: {[guessed, *others]}\n{text}"
    return ""


def main() -> int:
    hardbop, seeds, seconds = arguments("3")
    counts: Counter[str] = Counter()
    for seed in seeds:
        if problem := check(hardbop, seed, seconds, counts):
            print(f"seed {seed}: {problem}")
            return 1
    print(f"{len(seeds)} programs: {', '.join(f'{count} {name}' for name, count in counts.items())}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
