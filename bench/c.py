#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""C programs with known answers: how many each engine decides, and CBMC where it is installed.

    c.py HARDBOP RESULTS.json [--seconds 20] [--list FILE --root DIR]

Without --list, the programs are those of examples/rules. A list has a line for each program, separated by
tabs: file, property, true or false, data model. CBMC gets growing unwinding bounds until it is sure or the
time is over, as its users do.
"""

import argparse
import collections
import json
import pathlib
import shutil
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
BOUNDS = (2, 5, 10, 20, 50, 100, 200, 1000)


def hardbop(tool: str, engine: str):
    def run(task: dict, seconds: float) -> str:
        words = [tool, "check", str(task["file"]), "--engine", engine, "--timeout", str(seconds)]
        words += ["--data-model", task["model"], *task["options"]]
        done = subprocess.run(words, capture_output=True, timeout=seconds + 20, check=False)
        return {0: "true", 10: "false", 5: "unknown"}.get(done.returncode, "crash")

    return run


def cbmc(task: dict, seconds: float) -> str:
    if task["options"]:
        return "unknown"  # a rule is not for it
    end = time.monotonic() + seconds
    width = "--64" if task["model"] == "LP64" else "--32"
    for bound in BOUNDS:
        words = ["cbmc", width, "--unwind", str(bound), "--unwinding-assertions", str(task["file"])]
        try:
            left = end - time.monotonic()
            done = subprocess.run(words, capture_output=True, text=True, timeout=max(left, 0.1), check=False)
        except subprocess.TimeoutExpired:
            return "unknown"
        if done.returncode == 0:
            return "true"
        failed = [line for line in done.stdout.splitlines() if line.endswith("FAILURE")]
        if any("unwinding assertion" not in line and "recursion" not in line for line in failed):
            return "false"
        if not failed:
            return "unknown"
    return "unknown"


def tasks(args: argparse.Namespace) -> list[dict]:
    if not args.list:
        return [
            {
                "file": file,
                "family": "rules",
                "expected": "false" if file.stem.endswith("-broken") else "true",
                "model": "ILP32",
                "options": ["--spec", file.stem.removesuffix("-broken").removesuffix("-kept")],
            }
            for file in sorted((ROOT / "examples" / "rules").glob("*.c"))
        ]
    out = []
    for line in pathlib.Path(args.list).read_text().splitlines()[1:]:
        file, prop, expected, model = line.split("\t")[:4]
        if prop != "unreach-call":
            continue
        path = pathlib.Path(args.root) / file
        family = path.parent.name if "satabs" not in file else "satabs"
        out.append({"file": path, "family": family, "expected": expected, "model": model or "ILP32", "options": []})
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hardbop")
    parser.add_argument("results", type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--list")
    parser.add_argument("--root", default=".")
    args = parser.parse_args()
    tools = {name: hardbop(args.hardbop, name) for name in ("auto", "image", "slam")}
    if shutil.which("cbmc"):
        tools["cbmc"] = cbmc
    else:
        print("cbmc is not installed: left out")
    table: dict = collections.defaultdict(collections.Counter)
    seconds: dict = collections.defaultdict(float)
    for task in tasks(args):
        for name, run in tools.items():
            start = time.monotonic()
            try:
                said = run(task, args.seconds)
            except subprocess.TimeoutExpired:
                said = "crash"
            kind = "right" if said == task["expected"] else said if said in ("unknown", "crash") else "WRONG"
            for family in (task["family"], "all"):
                table[family, name][kind] += 1
                seconds[family, name] += time.monotonic() - start
    print(f"{'family':24}{'tool':8}{'right':>7}{'unknown':>9}{'wrong':>7}{'crash':>7}{'seconds':>9}")
    for (family, name), counts in sorted(table.items(), key=lambda one: (one[0][0] == "all", one[0])):
        numbers = "".join(f"{counts[kind]:{w}}" for kind, w in (("right", 7), ("unknown", 9), ("WRONG", 7), ("crash", 7)))
        print(f"{family:24}{name:8}{numbers}{seconds[family, name]:9.1f}")
    rows = [
        {"family": family, "tool": name, "seconds": seconds[family, name], **counts}
        for (family, name), counts in table.items()
    ]
    args.results.parent.mkdir(parents=True, exist_ok=True)
    args.results.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
