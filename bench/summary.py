#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures the summary engine on the families of `hardbop generate`.

Each line is one program: the processor's time of the whole run, reading included, the
engine's own time, the time of reading alone (`hardbop fmt --check` does little else), and
the peak memory of the process. Each is the median of several runs. Then come the growth
exponents, what each economy of the engine is worth, and the targets. T(N) is plotted
beside the JSON as an SVG, after figure 4 of the paper on Bebop.
"""

import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "summary"))
import plot  # noqa: E402

ECONOMIES = ("--no-live", "--no-modref", "--no-slice", "--no-compress")


@dataclass(frozen=True)
class Workload:
    family: str
    size: int
    options: tuple[str, ...] = ()
    repeat: int = 5
    slow: bool = False  # left out with --quick

    @property
    def name(self) -> str:
        words = [word for word in self.options if word not in ("--form", "--seed", "0")]
        return " ".join([self.family, str(self.size), *(word.removeprefix("--") for word in words)])

    @property
    def label(self) -> str:
        return "reach" if self.family == "tn" else "ERROR"

    @property
    def series(self) -> tuple:
        return (self.family, *self.options)


SAFE = ("--safe",)
STEPPED = ("--form", "stepped", "--safe")
DOUBLED = ("--form", "doubled", "--safe")
WORKLOADS = [
    *(Workload("tn", n) for n in (100, 200, 400, 800, 1600, 4000, 8000, 16000)),
    Workload("tn", 100000, repeat=1, slow=True),
    *(Workload("drivers", n, SAFE) for n in (2500, 5000, 10000, 20000)),
    *(Workload("drivers", n, SAFE, repeat=1, slow=True) for n in (100000, 300000, 1000000)),
    Workload("drivers", 10000),
    *(Workload("counter", n, STEPPED) for n in (8, 10, 12, 14)),
    *(Workload("counter", n, DOUBLED) for n in (16, 32, 64)),
    *(Workload("wide", n, SAFE) for n in (25, 50, 100)),
    *(Workload("recursion", n, SAFE) for n in (12, 16, 20)),
    Workload("recursion", 20),
    *(Workload("hard", n, SAFE, repeat=3) for n in (4, 6)),
    Workload("hard", 8, SAFE, repeat=1, slow=True),
    Workload("hard", 9, SAFE, repeat=1, slow=True),
]
# Where a workload shows what the economies are worth.
COMPARED_SECONDS = 20  # for one run of these
COMPARED = ["tn 4000", "drivers 10000 safe", "counter 14 stepped safe", "counter 64 doubled safe",
            "wide 50 safe", "recursion 16 safe", "hard 6 safe"]


class Bench:
    def __init__(self, program: Path, folder: Path, seconds: float) -> None:
        self.program = program
        self.folder = folder
        self.seconds = seconds
        usage = subprocess.run([program, "check", "--help"], capture_output=True, text=True).stdout
        self.economies = [option for option in ECONOMIES if option in usage]

    def write(self, workload: Workload) -> Path:
        file = self.folder / (workload.name.replace(" ", "-") + ".bp")
        command = [self.program, "generate", workload.family, str(workload.size), *workload.options]
        if not file.exists():
            with file.open("w") as out:
                subprocess.run(command, stdout=out, check=True)
        return file

    def run(self, arguments: list) -> dict:
        """One run: status, output and the processor's seconds."""
        with tempfile.TemporaryFile() as out:
            # Through a shell: a child of Python's own inherits its peak memory.
            command = ["sh", "-c", '"$0" "$@"; exit $?', self.program, *arguments]
            process = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0)
            text = out.read().decode()
        return {"status": process.returncode, "text": text,
                "cpu_s": usage.ru_utime + usage.ru_stime}

    def check(self, workload: Workload, *options: str, seconds: float = 0) -> dict | None:
        """One run of `check`; None where it took too long."""
        got = self.run(["check", "-w", "--json", "--stats", "--label", workload.label,
                        "--timeout", str(seconds or self.seconds), *options, self.write(workload)])
        if got["status"] == 5:
            return None
        expected = 0 if "--safe" in workload.options else 10
        if got["status"] != expected:
            sys.exit(f"{workload.name}: status {got['status']}, expected {expected}")
        figures = json.loads(got.pop("text"))["statistics"]
        return got | {"engine_s": figures["time.total_s"], "nodes": figures["bdd.peak_nodes"],
                      "bytes": figures["memory.peak_bytes"], "statistics": figures}

    def measure(self, workload: Workload) -> dict:
        row = {"name": workload.name, "family": workload.family, "size": workload.size,
               "options": list(workload.options),
               "lines": self.write(workload).read_bytes().count(b"\n")}
        runs = []
        for _ in range(workload.repeat):
            run = self.check(workload)
            if run is None:
                return row | {"timeout_s": self.seconds}
            runs.append(run)
        reading = [self.run(["fmt", "-w", "--check", self.write(workload)])["cpu_s"]
                   for _ in range(workload.repeat)]
        for key in ("cpu_s", "engine_s", "bytes", "nodes"):
            row[key] = statistics.median(run[key] for run in runs)
        row["reading_s"] = statistics.median(reading)
        row["all_cpu_s"] = [run["cpu_s"] for run in runs]
        row["statistics"] = runs[0]["statistics"]
        return row

    def compare(self, workload: Workload) -> dict:
        """With all economies, without each and without any: in turn, so that noise is shared."""
        kinds = {"all": [], **{option: [option] for option in self.economies},
                 "none": self.economies}
        runs = {kind: [] for kind in kinds}
        for _ in range(3):
            for kind, options in kinds.items():
                if None not in runs[kind]:
                    runs[kind].append(self.check(workload, *options, seconds=COMPARED_SECONDS))
        return {"name": workload.name,
                "cpu_s": {kind: None if None in some else
                          statistics.median(run["cpu_s"] for run in some)
                          for kind, some in runs.items()}}


def print_row(row: dict) -> None:
    if "timeout_s" in row:
        print(f"{row['name']:26}{row['lines']:9} no answer within {row['timeout_s']:g} s", flush=True)
        return
    share = min(row["reading_s"] / row["cpu_s"], 1) if row["cpu_s"] > 0 else 0
    print(f"{row['name']:26}{row['lines']:9}{row['cpu_s'] * 1e3:11.1f}{row['engine_s'] * 1e3:11.1f}"
          f"{row['reading_s'] * 1e3:11.1f}{share:9.0%}{row['bytes'] / 1e6:9.1f}"
          f"{int(row['nodes']):10}", flush=True)


def exponent(rows: list[dict], key: str) -> float:
    """The slope of a straight line through the points, both axes logarithmic."""
    points = [(math.log(row["size"]), math.log(row[key])) for row in rows if row[key] > 0]
    if len({x for x, _ in points}) < 2:
        return math.nan
    return statistics.linear_regression(*zip(*points)).slope


def growth(measured: dict[Workload, dict]) -> list[dict]:
    series: dict[tuple, list[dict]] = {}
    for workload, row in measured.items():
        if "timeout_s" not in row:
            series.setdefault(workload.series, []).append(row)
    return [{"family": " ".join(word.removeprefix("--") for word in key if word != "--form"),
             "from": rows[0]["size"], "to": rows[-1]["size"],
             **{name: exponent(rows, name) for name in ("cpu_s", "engine_s", "bytes")}}
            for key, rows in series.items() if len(rows) > 1]


def targets(rows: dict[str, dict]) -> list[dict]:
    """What was promised: name, figure, bound, unit. A figure of None was not measured."""

    def of(name: str, key: str, per: float = 1) -> float | None:
        return rows[name][key] / per if key in rows.get(name, {}) else None

    def ratio(key: str) -> float | None:
        large, small = of("tn 16000", key), of("tn 4000", key)
        return large / small if large and small else None

    hard = next((row for name, row in rows.items()
                 if name.startswith("hard") and row.get("nodes", 0) >= 1e6), {"name": "hard"})
    return [{"target": name, "figure": figure, "bound": bound, "unit": unit,
             "met": figure is not None and figure <= bound} for name, figure, bound, unit in [
        ("T(16000) to T(4000), time", ratio("cpu_s"), 4.6, "times"),
        ("T(16000) to T(4000), memory", ratio("bytes"), 4.6, "times"),
        ("T(800) from source text", of("tn 800", "cpu_s", 1e-3), 60, "ms"),
        ("T(100000) from source text", of("tn 100000", "cpu_s"), 10, "s"),
        ("T(100000), memory", of("tn 100000", "bytes", 1e6), 2000, "MB"),
        ("drivers 100000 safe, per line", of("drivers 100000 safe", "cpu_s", 0.1), 15, "µs"),
        ("drivers 1000000 safe, per line", of("drivers 1000000 safe", "cpu_s", 1), 15, "µs"),
        ("T(16000), engine, per procedure", of("tn 16000", "engine_s", 16000e-6), 50, "µs"),
        ("drivers of 10,000 lines", of("drivers 10000 safe", "cpu_s"), 0.3, "s"),
        ("counter 14 stepped", of("counter 14 stepped safe", "cpu_s"), 1, "s"),
        ("counter 64 doubled", of("counter 64 doubled safe", "cpu_s"), 1, "s"),
        (f"{hard['name']} with a million nodes", hard.get("cpu_s"), 60, "s"),
    ]]


def print_targets(found: list[dict]) -> None:
    print(f"\n{'target':36}{'figure':>10}{'bound':>10}")
    for row in found:
        figure = "-" if row["figure"] is None else f"{row['figure']:.3g}"
        print(f"{row['target']:36}{figure:>10}{row['bound']:10g} {row['unit']:6}"
              f"{'met' if row['met'] else 'MISSED' if row['figure'] is not None else 'not measured'}")


def print_growth(found: list[dict]) -> None:
    print(f"\n{'growth exponents':26}{'sizes':>16}{'cpu':>8}{'engine':>8}{'memory':>8}")
    for row in found:
        sizes = f"{row['from']}-{row['to']}"
        print(f"{row['family']:26}{sizes:>16}{row['cpu_s']:8.2f}{row['engine_s']:8.2f}"
              f"{row['bytes']:8.2f}")


def compare_economies(bench: Bench, workloads: list[Workload]) -> list[dict]:
    if not bench.economies:
        print("\neconomies: hardbop check has no option to switch one off; skipped")
        return []
    kinds = ["all", *bench.economies, "none"]
    print(f"\n{'cpu ms':26}" + "".join(f"{kind:>14}" for kind in kinds))
    rows = []
    for workload in workloads:
        row = bench.compare(workload)
        cells = [row["cpu_s"][kind] for kind in kinds]
        print(f"{row['name']:26}" + "".join(
            f"{f'> {COMPARED_SECONDS} s':>14}" if cell is None
            else f"{cell * 1e3:14.1f}" for cell in cells), flush=True)
        rows.append(row)
    return rows


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("hardbop", type=Path)
    parser.add_argument("json", type=Path, help="where the figures go; the plot beside it, as .svg")
    parser.add_argument("--only", default="", help="only workloads whose name begins like this")
    parser.add_argument("--quick", action="store_true", help="leave out what takes long")
    parser.add_argument("--timeout", type=float, default=120, help="seconds for one run [120]")
    options = parser.parse_args()
    start = time.time()
    chosen = [workload for workload in WORKLOADS if workload.name.startswith(options.only)
              and not (options.quick and workload.slow)]
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options.hardbop.resolve(), Path(folder), options.timeout)
        print(f"{'program':26}{'lines':>9}{'cpu ms':>11}{'engine ms':>11}{'reading ms':>11}"
              f"{'share':>9}{'MB':>9}{'nodes':>10}")
        measured = {}
        for workload in chosen:
            measured[workload] = bench.measure(workload)
            print_row(measured[workload])
        grown = growth(measured)
        print_growth(grown)
        economies = compare_economies(bench, [each for each in chosen if each.name in COMPARED])
    found = targets({row["name"]: row for row in measured.values()})
    print_targets(found)
    options.json.parent.mkdir(parents=True, exist_ok=True)
    options.json.write_text(json.dumps({
        "rows": list(measured.values()), "growth": grown, "economies": economies,
        "targets": found, "seconds": time.time() - start}, indent=1, ensure_ascii=False) + "\n")
    points = [row for row in measured.values() if row["family"] == "tn" and "cpu_s" in row]
    if len(points) > 1:
        options.json.with_suffix(".svg").write_text(plot.figure_4(points))
        print(f"\nplot: {options.json.with_suffix('.svg')}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
