#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures the algorithms of the fixpoint engine on the families of `hardbop generate`.

The table is like figure 2 of the paper on Getafix: programs against algorithms, in seconds of the
processor for the whole run. The algorithms are measured twice: as they are, and with every round computed
from all that is known (--no-frontier), which is how the paper's were. The runs of one program are
interleaved, and each figure is the median of several. Then come the sums, and where ef-opt is
faster than ef.
"""

import argparse
import json
import os
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Way:
    name: str
    options: tuple[str, ...]


WAYS = [
    Way("engine", ("--engine", "summary")),
    *(Way(name, ("--engine", "fixpoint", "--algorithm", name))
      for name in ("summary", "ef", "ef-opt")),
    *(Way(f"{name} all", ("--engine", "fixpoint", "--algorithm", name, "--no-frontier"))
      for name in ("summary", "ef", "ef-opt")),
]

PROGRAMS = [
    "tn 100", "tn 400", "tn 1600",
    "drivers 2500 --safe", "drivers 10000 --safe", "drivers 10000",
    "counter 8 --form stepped --safe", "counter 12 --form stepped --safe",
    "counter 16 --form doubled --safe", "counter 32 --form doubled --safe",
    "wide 25 --safe", "wide 50 --safe",
    "recursion 12 --safe", "recursion 16 --safe", "recursion 20 --safe", "recursion 20",
    "hard 4 --safe", "hard 6 --safe",
]


LONG = 3  # seconds; a run that takes longer is not repeated


def title(program: str) -> str:
    return program.replace("--form ", "").replace("--", "")


class Bench:
    def __init__(self, hardbop: Path, seconds: int, repeat: int, folder: Path) -> None:
        self.hardbop = hardbop
        self.seconds = seconds
        self.repeat = repeat
        self.folder = folder

    def file_of(self, program: str) -> Path:
        file = self.folder / (title(program).replace(" ", "-") + ".bp")
        with file.open("w") as out:
            subprocess.run([self.hardbop, "generate", *program.split()], stdout=out, check=True)
        return file

    def run(self, program: str, file: Path, way: Way) -> dict | None:
        """One run; None where it took too long."""
        label = "reach" if program.startswith("tn") else "ERROR"
        command = [self.hardbop, "check", "-w", "--json", "--label", label, *way.options, file]
        limit = (self.seconds, self.seconds)  # of the processor: the machine may be busy
        with tempfile.TemporaryFile() as out:
            process = subprocess.Popen(
                command, stdout=out, stderr=subprocess.DEVNULL,
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, limit))
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0)
            text = out.read().decode()
        if process.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
            return None
        expected = 0 if "--safe" in program else 10
        if process.returncode != expected:
            sys.exit(f"{program}, {way.name}: status {process.returncode}, expected {expected}")
        figures = json.loads(text)["statistics"]
        return {"seconds": usage.ru_utime + usage.ru_stime,
                "peak_nodes": figures["bdd.peak_nodes"],
                "rounds": figures.get("calculus.Summary.rounds"),
                "nodes": figures.get("calculus.Summary.nodes")}

    def measure(self, program: str) -> dict:
        file = self.file_of(program)
        runs: dict[str, list] = {way.name: [] for way in WAYS}
        for _ in range(self.repeat):
            for way in WAYS:
                some = runs[way.name]
                if not some or (some[0] and some[0]["seconds"] < LONG):
                    some.append(self.run(program, file, way))
        row = {"program": program, "lines": file.read_bytes().count(b"\n"), "ways": {}}
        for name, some in runs.items():
            if None in some:
                row["ways"][name] = None
                continue
            middle = statistics.median(one["seconds"] for one in some)
            row["ways"][name] = some[0] | {"seconds": middle}
        return row


def seconds(row: dict, way: str) -> float | None:
    found = row["ways"][way]
    return None if found is None else found["seconds"]


def show(rows: list[dict], limit: float) -> None:
    names = [way.name for way in WAYS]
    head = f"{'program':28}{'lines':>7}{'nodes':>8}" + "".join(f"{name:>13}" for name in names)
    print(head)
    for row in rows:
        known = row["ways"]["ef"]
        cells = [f"{'-' if (s := seconds(row, name)) is None else f'{s:.3f}':>13}" for name in names]
        nodes = "-" if known is None else known["nodes"]
        print(f"{title(row['program']):28}{row['lines']:>7}{nodes:>8}" + "".join(cells))
    sums = [sum(limit if (s := seconds(row, name)) is None else s for row in rows)
            for name in names]
    print(f"{'sum':43}" + "".join(f"{one:>13.3f}" for one in sums))
    print(f"\nSeconds of the processor; '-': not within {limit:g}, and counted as that in the sum. nodes: of ef's\n"
          "Summary in the end. engine: the summary engine. all: --no-frontier, as in the paper.")


def compare(rows: list[dict], limit: float, suffix: str) -> dict:
    """Whether ef-opt is faster than ef, in all and where not."""
    ef, opt = f"ef{suffix}", f"ef-opt{suffix}"
    pairs = {title(row["program"]): (seconds(row, ef) or limit, seconds(row, opt) or limit)
             for row in rows}
    slower = [name for name, (one, other) in pairs.items() if other > one]
    ratio = statistics.geometric_mean(one / other for one, other in pairs.values())
    print(f"{ef} against {opt}: {ratio:.2f} times its time in the geometric mean; {opt} is slower on "
          f"{', '.join(slower) or 'none'}.")
    return {"ratio": ratio, "slower": slower}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("hardbop", type=Path)
    parser.add_argument("json", type=Path)
    parser.add_argument("--seconds", type=int, default=60, help="of the processor, for one run")
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options.hardbop.resolve(), options.seconds, options.repeat, Path(folder))
        for program in PROGRAMS:
            print(f"measuring {title(program)}", file=sys.stderr)
            rows.append(bench.measure(program))
    show(rows, options.seconds)
    print()
    verdicts = {suffix.strip() or "frontier": compare(rows, options.seconds, suffix)
                for suffix in ("", " all")}
    options.json.parent.mkdir(parents=True, exist_ok=True)
    options.json.write_text(json.dumps({"sequential": rows, "ef-opt": verdicts}, indent=1) + "\n")


if __name__ == "__main__":
    main()
