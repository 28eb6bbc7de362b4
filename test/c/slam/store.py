#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random C programs that are edited: with a store, refinement answers as without.

store.py HARDBOP FROM TO [SECONDS]: programs with these seeds, so much time for each question. Each is
edited a few times. Answers, traces and certificates must be the same with a store that knows the
versions before, and an answer that is asked for again must need no solver.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

sys.path.append(str(Path(__file__).resolve().parents[1]))
from agree import Program  # noqa: E402
from random_programs import UNKNOWN, VERDICTS, arguments  # noqa: E402

EDITS = 3
LIMIT = "reached while"  # a limit of time may come at another moment


def edited(text: str, random: Random) -> str:
    """Another number, comparison or operator somewhere behind the declarations."""
    start = text.index("{")
    places = [one for one in re.finditer(r"(?<=[ (])\d(?=[ ;)])| [<>] | == | != | [+-] ", text) if one.start() > start]
    if not places:
        return text
    place = random.choice(places)
    old = place.group()
    others = ["0", "1", "2", "3"] if old.isdigit() else [" < ", " > ", " == ", " != "]
    if old in (" + ", " - "):
        others = [" + ", " - "]
    new = random.choice([one for one in others if one != old])
    return text[: place.start()] + new + text[place.end() :]


class Asked:
    """What came of a question."""

    def __init__(self, hardbop: str, folder: str, *words: str):
        certificate = Path(folder) / "p.smt2"
        certificate.unlink(missing_ok=True)
        command = [hardbop, "check", "-w", "--engine", "slam", "--property", "assertions", "--iterations", "25"]
        command += ["--trace", "--stats", "--certify", "p.smt2", *words, "p.c"]
        run = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
        if run.returncode not in VERDICTS:
            sys.exit(f"{' '.join(command)}: exit {run.returncode}\n{run.stdout}{run.stderr}")
        self.status = run.returncode
        self.text = re.sub(r"(?m)^[\w.]+: [\d.e+-]+\n", "", run.stdout)
        self.figures = dict(re.findall(r"(?m)^([\w.]+): (\d+)$", run.stdout))
        self.proof = certificate.read_text() if certificate.exists() else ""

    def is_cut_off(self) -> bool:
        return self.status == UNKNOWN and LIMIT in self.text


def compare(hardbop: str, seed: int, seconds: str) -> tuple[int, int, int]:
    """Questions, answers of the solver that were known, and procedures that were taken."""
    random = Random(seed)
    text = Program(seed).text()
    counts = [0, 0, 0]
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(EDITS + 1):
            (Path(folder) / "p.c").write_text(text)
            limits = ["--timeout", seconds]
            plain = Asked(hardbop, folder, *limits)
            stored = Asked(hardbop, folder, *limits, "--store", "known")
            again = Asked(hardbop, folder, *limits, "--store", "known")
            if not any(one.is_cut_off() for one in (plain, stored, again)):
                for one in (stored, again):
                    if (one.status, one.text, one.proof) != (plain.status, plain.text, plain.proof):
                        sys.exit(f"seed {seed}: with a store\n{one.text}without\n{plain.text}{text}")
                if again.figures.get("slam.questions_solved", "0") != "0":
                    sys.exit(f"seed {seed}: the solver was asked again\n{text}")
                counts[0] += 1
                counts[1] += int(stored.figures.get("store.answers_taken", 0))
                counts[2] += int(again.figures.get("store.procedures_taken", 0))
            text = edited(text, random)
    return counts[0], counts[1], counts[2]


def main() -> None:
    hardbop, seeds, seconds = arguments("20")
    counts = [sum(column) for column in zip(*(compare(hardbop, seed, seconds) for seed in seeds))]
    print(f"{counts[0]} questions: {counts[1]} answers of the solver known, {counts[2]} procedures taken")


if __name__ == "__main__":
    main()
