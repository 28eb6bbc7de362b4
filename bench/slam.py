#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures what rounds of refinement save by what they share (docs/design/slam.md), on C programs.

    slam.py SLAM_ROUNDS RESULTS.json --list FILE --root DIR [--list FILE --root DIR]... [--rows 30]

A list has a head and a line for each program, separated by tabs: file, property, verdict, data model.
First every program is given SECONDS without sharing. Those that take the most time and have at least two
rounds are measured: for as many rounds as were complete then, with and without sharing in turn, REPEATS
times. A figure is the median of the processor's seconds, without reading. Programs that do not come to the
end of these rounds are left out, and those of which both ways do not have the same outcome and the same number
of predicates then: where the solver gives up on a question, another may have answered it.
"""

import argparse
import json
import math
import statistics
import subprocess
import sys
import time
from pathlib import Path

UNLIMITED = 200  # rounds, as the program has without --iterations
PATIENCE = 10  # a measured run may take so many times the seconds


class Row:
    def __init__(self, root: Path, line: str) -> None:
        file, prop, _, model = line.split("\t")[:4]
        self.name = f"{file} {prop}"
        self.words = [str(root / file), prop, "64" if model == "LP64" else "32"]
        self.rounds = 0
        self.seconds = 0.0

    def run(self, program: Path, way: str, seconds: float, rounds: int) -> dict:
        """What slam_rounds prints; nothing where it cannot decide such a program."""
        command = [program, way, *self.words, str(seconds), str(rounds)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=seconds + 20, check=False)
        except subprocess.TimeoutExpired:
            return {}
        return json.loads(done.stdout) if done.returncode == 0 else {}

    def find_rounds(self, program: Path, seconds: float) -> None:
        start = time.monotonic()
        found = self.run(program, "forget", seconds, UNLIMITED)
        self.seconds = found.get("seconds", 0.0)
        self.rounds = found.get("slam.iterations", 0)
        if time.monotonic() - start > seconds:
            self.rounds -= 1  # the last one was cut off


def figures_of(found: dict) -> tuple:
    return found.get("outcome"), found.get("slam.iterations"), found.get("slam.predicates")


def measure(program: Path, row: Row, seconds: float, repeats: int) -> dict:
    times: dict[str, list[float]] = {"share": [], "forget": []}
    limit = seconds * PATIENCE
    seen = set()
    for _ in range(repeats):
        for way, list_of in times.items():
            start = time.monotonic()
            found = row.run(program, way, limit, row.rounds)
            if not found or time.monotonic() - start > limit:
                found["outcome"] = "cut off"
            list_of.append(found.get("seconds", math.nan))
            seen.add(figures_of(found))
    if any(figures[0] == "cut off" for figures in seen) or len(seen) != 1:
        print(f"{row.name}: left out: {sorted(map(str, seen))}", flush=True)
        return {}
    share, forget = (statistics.median(times[way]) for way in ("share", "forget"))
    return {"row": row.name, "rounds": row.rounds, "share_s": share, "forget_s": forget,
            "factor": forget / share}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("results", type=Path)
    parser.add_argument("--list", type=Path, action="append", required=True)
    parser.add_argument("--root", type=Path, action="append", required=True)
    parser.add_argument("--rows", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args()
    program = options.program.resolve()
    rows = [Row(root, line) for file, root in zip(options.list, options.root, strict=True)
            for line in file.read_text().splitlines()[1:]]
    for row in rows:
        row.find_rounds(program, options.seconds)
    slowest = sorted((row for row in rows if row.rounds >= 2), key=lambda row: -row.seconds)
    print(f"{'program, property':64} {'rounds':>6} {'forget s':>9} {'share s':>9} {'factor':>7}")
    measured = []
    for row in slowest:
        if len(measured) == options.rows:
            break
        if not (one := measure(program, row, options.seconds, options.repeats)):
            continue
        measured.append(one)
        print(f"{one['row'][-64:]:64} {one['rounds']:6} {one['forget_s']:9.2f} {one['share_s']:9.2f} "
              f"{one['factor']:7.2f}", flush=True)
    factors = [one["factor"] for one in measured]
    print(f"{len(factors)} programs: geometric mean {statistics.geometric_mean(factors):.2f}, "
          f"least {min(factors):.2f}, most {max(factors):.2f}")
    options.results.parent.mkdir(parents=True, exist_ok=True)
    options.results.write_text(json.dumps(measured, indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
