#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures long programs: what a line costs to read and to check, from a hundred thousand lines to millions.

large.py HARDBOP RESULTS.json [--plot FILE.svg] [--most LINES] [--repeat N]: for each program of `hardbop generate drivers` and
`tn` the processor's time of `check` and of reading alone (`fmt --check`, which reads the file, parses it and prints it again),
the median of several rounds in turn, and the peak memory of `check`. With --instructions also the instructions of both for the
smallest programs, by callgrind. The plot has the time of both against lines, with logarithmic axes: a slope of one is a
constant cost per line.
"""

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

BENCH = Path(__file__).resolve().parent
sys.path += [str(BENCH / "summary"), str(BENCH / "tools")]
import plot
from provenance import provenance

# A procedure of T(N) has 20 lines.
SIZES = {"drivers": (100_000, 300_000, 1_000_000, 3_000_000, 5_000_000),
         "tn": (5_000, 15_000, 50_000, 150_000, 250_000)}
SAFE = 0


def run(words: list) -> tuple[int, float, int]:
    """Exit status, the processor's seconds, and the most bytes."""
    command = ["sh", "-c", '"$0" "$@"; exit $?', *map(str, words)]  # a child of Python's own inherits its peak memory
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def instructions(words: list) -> int:
    callgrind = ["valgrind", "--tool=callgrind", "--trace-children=yes", "--callgrind-out-file=/dev/null"]
    done = subprocess.run([*callgrind, *map(str, words)], capture_output=True, text=True, check=False)
    return sum(int(count) for count in re.findall(r"Collected : (\d+)", done.stderr))


def measure(hardbop: Path, family: str, size: int, folder: Path, options: argparse.Namespace) -> dict:
    file = folder / "program.bp"
    with file.open("w") as out:
        subprocess.run([hardbop, "generate", family, str(size), "--safe"], stdout=out, check=True)
    lines = file.read_bytes().count(b"\n")
    label = "reach" if family == "tn" else "ERROR"
    check = [hardbop, "check", "-w", "--label", label, file]
    read = [hardbop, "fmt", "-w", "--check", file]
    rounds = [(run(check), run(read)) for _ in range(options.repeat if lines <= 1_500_000 else 1)]
    for checked, _ in rounds:
        if checked[0] != SAFE:
            sys.exit(f"{family} {size}: status {checked[0]}")
    row = {"family": family, "size": size, "lines": lines, "text_bytes": file.stat().st_size,
           "check_s": statistics.median(checked[1] for checked, _ in rounds),
           "bytes": max(checked[2] for checked, _ in rounds),
           "reading_s": statistics.median(reading[1] for _, reading in rounds)}
    if options.instructions and size == SIZES[family][0]:
        row |= {"check_instructions": instructions(check), "reading_instructions": instructions(read)}
    return row


def show(row: dict) -> None:
    lines = row["lines"]
    counted = ""
    if "check_instructions" in row:
        counted = f"{row['check_instructions'] / lines:14.0f}{row['reading_instructions'] / lines:12.0f}"
    print(f"{row['family'] + ' ' + str(row['size']):18}{lines:10}{row['check_s']:9.2f}{row['check_s'] / lines * 1e6:11.2f}"
          f"{row['bytes'] / 1e6:8.0f}{row['reading_s']:11.2f}{lines / row['reading_s'] / 1e6:12.2f}"
          f"{row['check_s'] / row['reading_s']:8.1f}{counted}", flush=True)


def picture(rows: list[dict]) -> str:
    def of(family: str, key: str) -> list[tuple[float, float]]:
        return [(row["lines"], row[key]) for row in rows if row["family"] == family]

    plots = [plot.plot(number * plot.WIDTH, title, "s", {"check": of(family, "check_s"), "reading": of(family, "reading_s")}, [],
                       "lines")
             for number, (family, title) in enumerate((("drivers", "(a) drivers"), ("tn", "(b) T(N)")))]
    return plot.picture(plots)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("hardbop", type=Path)
    parser.add_argument("json", type=Path)
    parser.add_argument("--plot", type=Path, help="also draw time against lines")
    parser.add_argument("--most", type=int, default=1_500_000, help="lines of the largest program [1500000]")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--instructions", action="store_true", help="also count them, for the smallest programs")
    options = parser.parse_args()
    hardbop = options.hardbop.resolve()
    print(f"{'program':18}{'lines':>10}{'check s':>9}{'µs a line':>11}{'MB':>8}{'reading s':>11}{'M lines/s':>12}{'ratio':>8}"
          + (f"{'instr. a line':>14}{'reading':>12}" if options.instructions else ""))
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for family, sizes in SIZES.items():
            for size in sizes:
                if size * (20 if family == "tn" else 1) > options.most:
                    continue
                rows.append(measure(hardbop, family, size, Path(folder), options))
                show(rows[-1])
    options.json.parent.mkdir(parents=True, exist_ok=True)
    command = (f"bench/large.py build/release/hardbop {options.json.name} --most {options.most} --repeat {options.repeat}"
               + (" --instructions" if options.instructions else ""))
    options.json.write_text(json.dumps(provenance(command) | {"rows": rows}, indent=1) + "\n")
    if options.plot is not None:
        options.plot.write_text(picture(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
