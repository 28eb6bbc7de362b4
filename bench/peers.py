#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares `hardbop check` with z3, whose engine Spacer solves the Horn clauses of
`hardbop export --to chc`, on families of `hardbop generate`.

Each line is one program: the processor's seconds of check, of writing the clauses, and of z3.
The tools take turns, and each figure is the median of several rounds. A tool that does
not answer within the time limit is not asked about larger programs of that series. All
verdicts must be the right ones.
"""

import argparse
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROUNDS = 3


@dataclass(frozen=True)
class Series:
    family: str
    sizes: tuple[int, ...]
    options: tuple[str, ...] = ()

    def command(self, size: int, safe: bool) -> list[str]:
        return [self.family, str(size), *self.options, *(["--safe"] if safe else [])]

    @property
    def name(self) -> str:
        return " ".join([self.family, *(word for word in self.options if word != "--form")])

    @property
    def label(self) -> str:
        return "reach" if self.family == "tn" else "ERROR"


SERIES = (
    Series("tn", (2, 5, 10, 20, 50, 100, 1000)),
    Series("drivers", (500, 1000, 2000, 4000, 10000)),
    Series("counter", (2, 4, 6, 8, 12), ("--form", "stepped")),
    Series("counter", (2, 4, 6, 8, 32), ("--form", "doubled")),
    Series("recursion", (4, 8, 12, 16, 20)),
)


class Bench:
    def __init__(self, program: Path, folder: Path, seconds: int) -> None:
        self.program = program
        self.folder = folder
        self.seconds = seconds

    def run(self, command: list) -> tuple[int, str, float] | None:
        """Exit status, output and processor's seconds; None if it took too long."""
        with tempfile.TemporaryFile() as out:
            process = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL,
                                       preexec_fn=self.limit)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            if process.returncode < 0:
                return None
            out.seek(0)
            return process.returncode, out.read().decode(), usage.ru_utime + usage.ru_stime

    def limit(self) -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (self.seconds, self.seconds))

    def check(self, file: Path, label: str) -> tuple[str, float] | None:
        got = self.run([self.program, "check", "-w", "--label", label, file])
        return got and ({0: "safe", 10: "unsafe"}.get(got[0], f"status {got[0]}"), got[2])

    def z3(self, clauses: Path) -> tuple[str, float] | None:
        got = self.run(["z3", clauses])
        answer = got and got[1].strip()
        return got and ({"sat": "safe", "unsat": "unsafe"}.get(answer, answer), got[2])

    def export(self, file: Path, clauses: Path, label: str) -> tuple[str, float] | None:
        got = self.run([self.program, "export", "-w", "--to", "chc", "--label", label,
                        "-o", clauses, file])
        return got and ("" if got[0] == 0 else f"status {got[0]}", got[2])

    def measure(self, series: Series, size: int, safe: bool, gave_up: set[str]) -> dict:
        file = self.folder / "program.bp"
        clauses = self.folder / "program.smt2"
        with file.open("w") as out:
            subprocess.run([self.program, "generate", *series.command(size, safe)], stdout=out,
                           check=True)
        row = {"series": series.name, "size": size, "form": "safe" if safe else "unsafe",
               "lines": file.read_bytes().count(b"\n")}
        tools = {"check": lambda: self.check(file, series.label),
                 "export": lambda: self.export(file, clauses, series.label),
                 "z3": lambda: self.z3(clauses)}
        runs: dict[str, list[float]] = {tool: [] for tool in tools if tool not in gave_up}
        for _ in range(ROUNDS):
            for tool in list(runs):
                got = tools[tool]()
                if got is None:
                    gave_up.add(tool)
                    del runs[tool]
                elif got[0] not in (row["form"], ""):
                    sys.exit(f"{series.name} {size}, {row['form']}: {tool} says {got[0]}")
                else:
                    runs[tool].append(got[1])
        row["seconds"] = {tool: statistics.median(some) for tool, some in runs.items()}
        return row


def print_row(row: dict) -> None:
    def figure(tool: str) -> str:
        seconds = row["seconds"].get(tool)
        return "-" if seconds is None else f"{seconds:.3f}"

    print(f"{row['series']:18}{row['size']:7}  {row['form']:7}{row['lines']:7}"
          f"{figure('check'):>9}{figure('export'):>9}{figure('z3'):>9}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", type=Path)
    parser.add_argument("results", type=Path)
    parser.add_argument("--seconds", type=int, default=10,
                        help="limit of one run, of the processor's time")
    options = parser.parse_args()
    if shutil.which("z3") is None:
        print("skipped, for want of z3")
        return 0
    print(f"{'program':18}{'size':>7}  {'form':7}{'lines':>7}{'check':>9}{'export':>9}{'z3':>9}")
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options.program.resolve(), Path(folder), options.seconds)
        for series in SERIES:
            for safe in (False, True):
                gave_up: set[str] = set()
                for size in series.sizes:
                    rows.append(bench.measure(series, size, safe, gave_up))
                    print_row(rows[-1])
    print(f"\nSeconds of the processor; -: no answer within {options.seconds} s, or not asked.")
    options.results.parent.mkdir(parents=True, exist_ok=True)
    options.results.write_text(json.dumps({"limit_s": options.seconds, "rows": rows}, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
