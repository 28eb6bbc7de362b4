#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures `hardbop check --store` on programs that are edited: T(N) with a change in one leaf, one
middle and one top procedure, and a driver in which one in a hundred procedures is changed.

Each line is one edit: the processor's seconds of a check without a store, and of one with the store
that knows the program before the edit. Reading is measured apart, as a check that stops after one
state, and is in neither. Each figure is the least of several rounds, in which all take turns. Verdicts
with and without a store must be equal.
"""

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent / "tools"))
from provenance import provenance  # noqa: E402

ROUNDS = 5
NO_SEARCH = ("--engine", "explicit", "--state-limit", "1")
SAME = "if (g) then g := F; else g := T; fi"  # does what g := !g does
OTHER = "g := *;"  # is seen in all callers


def procedures_of(text: str) -> list[str]:
    """What stands before the first procedure, then one procedure each."""
    return re.split(r"(?<=\nend\n)", text)


def edit_tn(text: str, level: int, statement: str) -> str:
    start = text.index(f"void level{level}()")
    at = text.index("g := !g;", start)
    return text[:at] + statement + text[at + len("g := !g;"):]


def edit_driver(text: str, same: bool) -> str:
    """One in a hundred procedures gets a skip, or another value in its first assignment."""
    parts = procedures_of(text)
    chosen = random.Random(1).sample(range(5, len(parts)), max(1, len(parts) // 100))
    for i in chosen:
        if same:
            parts[i] = parts[i].replace("begin\n", "begin\n  skip;\n", 1)
        else:
            parts[i] = re.sub(r"(\n  \w+ := )(\w+);", r"\1!\2;", parts[i], count=1)
    return "".join(parts)


class Bench:
    def __init__(self, program: Path, folder: Path) -> None:
        self.program = program
        self.folder = folder
        self.file = folder / "program.bp"
        self.store = folder / "store"

    def seconds(self, *options: str) -> tuple[int, float, dict]:
        """Exit status, processor's seconds, statistics."""
        command = [self.program, "check", "-w", "--json", *options, self.file]
        with tempfile.TemporaryFile() as out:
            process = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0)
            return (process.returncode, usage.ru_utime + usage.ru_stime,
                    json.load(out).get("statistics", {}))

    def measure(self, name: str, label: str, before: str, after: str) -> dict:
        self.file.write_text(before)
        shutil.rmtree(self.store, ignore_errors=True)
        known = self.folder / "known"
        shutil.rmtree(known, ignore_errors=True)
        first = []
        self.seconds("--label", label, "--store", str(known))
        self.file.write_text(after)
        reading, without, with_store = [], [], []
        for _ in range(ROUNDS):
            shutil.rmtree(self.store, ignore_errors=True)
            first.append(self.seconds("--label", label, "--store", str(self.store))[1])
            shutil.rmtree(self.store, ignore_errors=True)
            shutil.copytree(known, self.store)
            reading.append(self.seconds("--label", label, *NO_SEARCH)[1])
            status, seconds, _ = self.seconds("--label", label)
            without.append(seconds)
            again, seconds, figures = self.seconds("--label", label, "--store", str(self.store))
            with_store.append(seconds)
            if status != again:
                sys.exit(f"{name}: status {status} without a store, {again} with it")
        read = min(reading)
        scratch = min(without) - read
        stored = min(with_store) - read
        store = {key.removeprefix("store."): value for key, value in figures.items()
                 if key.startswith("store.")}
        return {"edit": name, "status": status, "read_s": read, "scratch_s": scratch,
                "empty_store_s": min(first) - read, "store_s": stored,
                "factor": scratch / max(stored, 1e-3), **store}


def print_row(row: dict) -> None:
    figures = [row.get(f"procedures_{key}", 0) for key in ("taken", "explored_in_part", "explored")]
    print(f"{row['edit']:34} {row['read_s']:7.2f} {row['scratch_s']:8.2f} {row['empty_store_s']:8.2f} "
          f"{row['store_s']:8.3f} {row['factor']:7.1f}  {figures[0]:6} {figures[1]:5} {figures[2]:6} "
          f"{row.get('bytes', 0) / 1e6:6.1f}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", type=Path)
    parser.add_argument("results", type=Path)
    parser.add_argument("--levels", type=int, default=100_000)
    parser.add_argument("--lines", type=int, default=100_000)
    options = parser.parse_args()
    program = options.program.resolve()

    def generate(*what: str) -> str:
        return subprocess.run([program, "generate", *what], check=True, capture_output=True, text=True).stdout

    rows = []
    print(f"{'edit':34} {'read s':>7} {'scratch':>8} {'empty':>8} {'store':>8} {'factor':>7}  "
          f"{'taken':>6} {'part':>5} {'explored':>6} {'MB':>4}")
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(program, Path(folder))
        levels = options.levels
        text = generate("tn", str(levels))
        edits = [("nothing", text)]
        for place, level in (("leaf", levels), ("middle", levels // 2), ("top", 1)):
            edits.append((f"{place}, same summary", edit_tn(text, level, SAME)))
            edits.append((f"{place}, other summary", edit_tn(text, level, OTHER)))
        for name, after in edits:
            rows.append(bench.measure(f"T({levels}): {name}", "reach", text, after))
            print_row(rows[-1])
        text = generate("drivers", str(options.lines), "--safe")
        for name, same in (("same summaries", True), ("other values", False)):
            rows.append(bench.measure(f"drivers, 1 %: {name}", "ERROR", text, edit_driver(text, same)))
            print_row(rows[-1])
    options.results.parent.mkdir(parents=True, exist_ok=True)
    command = f"bench/store.py build/release/hardbop store.json --levels {options.levels} --lines {options.lines}"
    options.results.write_text(json.dumps(provenance(command) | {"rows": rows}, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
