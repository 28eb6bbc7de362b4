#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The most memory that engines for C use on the programs of a list.

memory.py HARDBOP RESULTS.json --list FILE --root DIR [--property unreach-call] [--seconds 5]: checks each program of the list
with that property, one at a time, by each engine, and prints the answers that used most memory. Peak resident memory is that of the
largest process of a check. A list has a head and a line for each program, separated by tabs: file, property, true or false,
data model. Exit status 1: more than --most megabytes.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent / "tools"))
from provenance import provenance

ENGINES = ("slam", "bmc")
VERDICTS = {0: "holds", 10: "violated", 5: "unknown"}
SHOWN = 10


def run(hardbop: Path, engine: str, task: dict, seconds: float) -> dict:
    words = [hardbop, "check", "-w", task["file"], "--engine", engine, "--property", task["property"],
             "--data-model", task["model"], "--timeout", seconds]
    command = ["sh", "-c", '"$0" "$@"; exit $?', *map(str, words)]  # a child of Python's own inherits its peak memory
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return {"answer": VERDICTS.get(process.returncode, f"status {process.returncode}"),
            "seconds": round(usage.ru_utime + usage.ru_stime, 2), "megabytes": round(usage.ru_maxrss * 1024 / 1e6)}


def tasks(options: argparse.Namespace) -> list[dict]:
    out = []
    for line in options.list.read_text().splitlines()[1:]:
        file, asked, _, model = line.split("\t")[:4]
        if asked == options.property:
            out.append({"name": file, "file": options.root / file, "property": asked, "model": model or "ILP32"})
    return out


def show(rows: list[dict]) -> None:
    print(f"{'program':64}{'engine':8}{'MB':>7}{'s':>7}  answer")
    for row in sorted(rows, key=lambda row: -row["megabytes"])[:SHOWN]:
        print(f"{row['program']:64}{row['engine']:8}{row['megabytes']:7}{row['seconds']:7.1f}  {row['answer']}")
    for engine in ENGINES:
        peaks = sorted(row["megabytes"] for row in rows if row["engine"] == engine)
        print(f"{engine}: {len(peaks)} programs, median {peaks[len(peaks) // 2]} MB, most {peaks[-1]} MB")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("hardbop", type=Path)
    parser.add_argument("json", type=Path)
    parser.add_argument("--list", type=Path)
    parser.add_argument("--root", type=Path)
    parser.add_argument("--property", default="unreach-call")
    parser.add_argument("--seconds", type=float, default=5, help="for one answer [5]")
    parser.add_argument("--most", type=int, default=2000, help="megabytes that are allowed [2000]")
    options = parser.parse_args()
    if options.list is None or options.root is None:
        print("skipped: no list of programs")
        return 0
    command = (f"bench/memory.py build/release/hardbop {options.json.name} --list {options.list.name} --root DIR "
               f"--property {options.property} --seconds {options.seconds:g}")
    rows: list[dict] = []
    options.json.parent.mkdir(parents=True, exist_ok=True)
    for task in tasks(options):
        for engine in ENGINES:
            rows.append({"program": task["name"], "engine": engine}
                        | run(options.hardbop.resolve(), engine, task, options.seconds))
        result = provenance(command) | {"seconds": options.seconds, "rows": rows}
        options.json.write_text(json.dumps(result, indent=1) + "\n")  # what there is, if it is stopped
    show(rows)
    return 1 if any(row["megabytes"] > options.most for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
