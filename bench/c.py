#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""C programs with known answers: how many each engine decides, and CBMC where it is installed.

    c.py HARDBOP RESULTS.json [--seconds 20] [--list FILE --root DIR]

Without --list, the programs are those of examples/rules, and the smallest drivers of image/programs.py. A list has a
head and a line for each program, separated by tabs: file, property, true or false, data model; its folder is the family.
CBMC gets growing unwinding bounds until it is sure or the time is over, as its users do. It is asked for errors alone,
not for its own checks, and not for rules.
"""

import argparse
import collections
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "bench" / "image"))
import programs

BOUNDS = (2, 5, 10, 20, 50, 100, 200, 1000)
ERRORS = ("reach_error", "__VERIFIER_error")


def hardbop(tool: str, engine: str):
    def run(task: dict, seconds: float) -> str:
        words = [tool, "check", str(task["file"]), "--engine", engine, "--timeout", str(seconds)]
        words += ["--data-model", task["model"], *task["options"]]
        done = subprocess.run(words, capture_output=True, timeout=seconds + 20, check=False)
        return {0: "true", 10: "false", 5: "unknown"}.get(done.returncode, "crash")

    return run


def for_cbmc(text: str) -> str:
    """Calls of the functions that stand for errors fail an assertion, whatever their bodies are."""
    for name in ERRORS:
        fails = f'__CPROVER_assert(0, "{name}");'
        body = re.compile(rf"\b({name}\s*\([^()]*\)\s*\{{)")
        if body.search(text):
            text = body.sub(lambda found, fails=fails: f"{found[1]} {fails}", text, count=1)
        elif re.search(rf"\b{name}\s*\(", text):
            text += f"\nvoid {name}(void) {{ {fails} }}\n"
    return text


def cbmc_options() -> list[str]:
    """Since version 6 it checks much else unless told not to."""
    said = subprocess.run(["cbmc", "--version"], capture_output=True, text=True, timeout=20, check=False).stdout
    number = re.match(r"\d+", said)
    return ["--no-standard-checks"] if number and int(number[0]) >= 6 else []


def cbmc(options: list[str]):
    def run(task: dict, seconds: float) -> str:
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / task["file"].name
            file.write_text(for_cbmc(task["file"].read_text()))
            words = ["cbmc", "--64" if task["model"] == "LP64" else "--32", *options]
            words += ["-I", str(task["file"].parent), "--error-label", "ERROR", "--unwinding-assertions"]
            return unwind([*words, str(file)], time.monotonic() + seconds)

    return run


def unwind(words: list[str], end: float) -> str:
    for bound in BOUNDS:
        left = end - time.monotonic()
        if left <= 0:
            return "unknown"
        try:
            done = subprocess.run(
                [*words, "--unwind", str(bound)], capture_output=True, text=True, timeout=left, check=False
            )
        except subprocess.TimeoutExpired:
            return "unknown"
        if done.returncode == 0 and "VERIFICATION SUCCESSFUL" in done.stdout:
            return "true"
        failed = [line for line in done.stdout.splitlines() if line.rstrip().endswith("FAILURE")]
        if done.returncode != 10 or not failed:
            return "unknown"  # it cannot read the program, or gave up
        if any("unwinding assertion" not in line for line in failed):
            return "false"
    return "unknown"


def shipped(folder: pathlib.Path) -> list[dict]:
    out = []
    for file in sorted((ROOT / "examples" / "rules").glob("*.c")):
        rule = file.stem.removesuffix("-broken")
        expected = "false" if file.stem.endswith("-broken") else "true"
        out.append({"file": file, "family": "rules", "expected": expected, "model": "ILP32", "options": ["--spec", rule]})
    for name, sizes in programs.SIZES.items():
        for broken in (False, True):
            file = folder / f"{name}{'-broken' if broken else ''}.c"
            file.write_text(programs.text(name, sizes[0], broken))
            expected = "false" if broken else "true"
            out.append({"file": file, "family": "drivers", "expected": expected, "model": "ILP32", "options": []})
    return out


def tasks(args: argparse.Namespace, folder: pathlib.Path) -> list[dict]:
    if not args.list:
        return shipped(folder)
    out = []
    for line in pathlib.Path(args.list).read_text().splitlines()[1:]:
        file, prop, expected, model = line.split("\t")[:4]
        if prop != "unreach-call":
            continue
        path = pathlib.Path(args.root) / file
        family = path.parent.name if "satabs" not in file else "satabs"
        out.append({"file": path, "family": family, "expected": expected, "model": model or "ILP32", "options": ["--property", prop]})
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hardbop")
    parser.add_argument("results", type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--list")
    parser.add_argument("--root", default=".")
    args = parser.parse_args()
    tools = {name: hardbop(args.hardbop, name) for name in ("auto", "image", "slam", "bmc")}
    if shutil.which("cbmc"):
        tools["cbmc"] = cbmc(cbmc_options())
    else:
        print("cbmc is not installed: left out")
    with tempfile.TemporaryDirectory() as folder:
        measure(tasks(args, pathlib.Path(folder)), tools, args)


def measure(asked: list[dict], tools: dict, args: argparse.Namespace) -> None:
    table: dict = collections.defaultdict(collections.Counter)
    seconds: dict = collections.defaultdict(float)
    for task in asked:
        for name, run in tools.items():
            if name == "cbmc" and "--spec" in task["options"]:
                continue  # a rule is not for it
            start = time.monotonic()
            try:
                said = run(task, args.seconds)
            except subprocess.TimeoutExpired:
                said = "crash"
            kind = "right" if said == task["expected"] else said if said in ("unknown", "crash") else "WRONG"
            used = time.monotonic() - start
            for family in (task["family"], "all"):
                table[family, name][kind] += 1
                seconds[family, name] += used
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
