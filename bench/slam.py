#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures what rounds of refinement save by what they share (docs/design/slam.md), on C programs.

    slam.py SLAM_ROUNDS RESULTS.json --list FILE... --root DIR [--rows 30]

A list has a head and a line for each program, separated by tabs: file, property, verdict, data model.
First every program is given SECONDS of the processor without sharing. Of those that were decided in more than one
round, the ROWS that took the most time are measured, with and without sharing in turn, REPEATS times. A figure is
the least of the processor's seconds, without reading: what else the machine does can only add to it. Once more, all
rounds are written down: Boolean programs and paths must be the same both ways, byte for byte. The exit status is 1
if some are not.
"""

import argparse
import json
import resource
import statistics
import subprocess
import sys
import tempfile
from multiprocessing.pool import ThreadPool
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent / "tools"))
from provenance import provenance  # noqa: E402

UNLIMITED = 200  # rounds, as the program has without --iterations
WAYS = ("share", "forget")
DECIDED = ("holds", "violated")
PATIENCE = 10  # a measured run may take so many times the seconds


class Row:
    def __init__(self, root: Path, line: str) -> None:
        file, prop, _, model = line.split("\t")[:4]
        self.name = f"{file} {prop}"
        self.words = [str(root / file), prop, "64" if model == "LP64" else "32"]
        self.seconds = 0.0

    def run(self, program: Path, way: str, seconds: float, *log: str) -> dict:
        """What slam_rounds prints; nothing where it does not come to an end."""
        command = [program, way, *self.words, str(100 * seconds), str(UNLIMITED), *log]
        limit = int(seconds) + 1  # of the processor; the clock's are many more on a busy machine
        done = subprocess.run(
            command, capture_output=True, text=True, check=False,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1)),
        )  # fmt: skip
        return json.loads(done.stdout) if done.returncode == 0 else {}

    def find_seconds(self, program: Path, seconds: float) -> None:
        """Stays zero where there is nothing to measure."""
        found = self.run(program, "forget", seconds)
        if found.get("outcome") in DECIDED and found.get("slam.iterations", 0) >= 2:
            self.seconds = found["seconds"]


def rounds_of(program: Path, row: Row, way: str, seconds: float, folder: str) -> bytes:
    log = Path(folder) / way
    row.run(program, way, seconds, str(log))
    return log.read_bytes()


def measure(program: Path, row: Row, seconds: float, repeats: int) -> dict:
    least = {}
    rounds = 0
    for _ in range(repeats):
        for way in WAYS:
            found = row.run(program, way, seconds)
            least[way] = min(least.get(way, seconds), found.get("seconds", seconds))
            rounds = found.get("slam.iterations", rounds)
    with tempfile.TemporaryDirectory() as folder:
        share, forget = (rounds_of(program, row, way, seconds, folder) for way in WAYS)
    return {"row": row.name, "rounds": rounds, "share_s": least["share"], "forget_s": least["forget"],
            "factor": least["forget"] / least["share"], "same": share == forget}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("results", type=Path)
    parser.add_argument("--list", type=Path, nargs="+", required=True)
    parser.add_argument("--root", type=Path, required=True)
    parser.add_argument("--rows", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=2, help="to find out which programs take the most time")
    options = parser.parse_args()
    program = options.program.resolve()
    rows = [Row(options.root, line) for file in options.list for line in file.read_text().splitlines()[1:]]
    with ThreadPool(options.jobs) as pool:
        pool.map(lambda row: row.find_seconds(program, options.seconds), rows)
    slowest = sorted((row for row in rows if row.seconds > 0), key=lambda row: -row.seconds)[: options.rows]
    print(f"{'program, property':64} {'rounds':>6} {'forget s':>9} {'share s':>9} {'factor':>7}")
    measured = []
    for row in slowest:
        one = measure(program, row, options.seconds * PATIENCE, options.repeats)
        measured.append(one)
        print(f"{one['row'][-64:]:64} {one['rounds']:6} {one['forget_s']:9.2f} {one['share_s']:9.2f} "
              f"{one['factor']:7.2f}{'' if one['same'] else '  OTHER ROUNDS'}", flush=True)
    if not measured:
        sys.exit("no program was decided in more than one round")
    factors = [one["factor"] for one in measured]
    others = sum(not one["same"] for one in measured)
    print(f"{len(factors)} programs: geometric mean {statistics.geometric_mean(factors):.2f}, "
          f"least {min(factors):.2f}, most {max(factors):.2f}; {others} with other rounds")
    options.results.parent.mkdir(parents=True, exist_ok=True)
    lists = " ".join(file.name for file in options.list)
    command = f"bench/slam.py build/release/slam_rounds slam.json --list {lists} --root DIR --seconds {options.seconds:g}"
    options.results.write_text(json.dumps(provenance(command) | {"rows": measured}, indent=1) + "\n")
    return 1 if others else 0


if __name__ == "__main__":
    sys.exit(main())
