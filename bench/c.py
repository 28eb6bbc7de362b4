#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""C programs with known answers: what each engine decides and in which time, and CBMC where it is installed.

    c.py HARDBOP RESULTS.json [--seconds 20] [--list FILE --root DIR] [--each N] [--at-once N]

Prints a line for each program, with a column for each engine, and the sums for each family. The results beside are for
programs; a cactus plot (how many are decided, each within how many seconds) is written beside them, as .svg.
Without --list, the programs are those of examples/rules, and the smallest drivers of image/programs.py. A list has a
head and a line for each program, separated by tabs: file, property, true or false, data model; its folder is the family.
At last it says how much processor time `auto` took, compared with the best engine on the same program; that is of use
with `--at-once 1`, which lets `auto` run one engine at a time. `--processor` limits processor time instead of time, and
prints it: for a machine that has other work.
CBMC gets growing unwinding bounds until it is sure or the time is over, as its users do. It is asked for errors alone,
not for its own checks, not for rules, and not for other properties.
"""

import argparse
import collections
import json
import pathlib
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "bench" / "image"))
import plot
import programs

BOUNDS = (2, 5, 10, 20, 50, 100, 200, 1000)
ERRORS = ("reach_error", "__VERIFIER_error")
ENGINES = ("auto", "image", "slam", "bmc", "horn", "rank")
KINDS = ("right", "unknown", "WRONG", "crash")


def hardbop(tool: str, engine: str, args: argparse.Namespace):
    """With a limit of processor time, every process of a check has it, and the clock is far from deciding."""
    patience = 20 if args.processor else 1

    def limit() -> None:
        most = int(args.seconds) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (most, most))

    def run(task: dict, seconds: float) -> str:
        words = [tool, "check", str(task["file"]), "--engine", engine, "--timeout", str(patience * seconds)]
        words += ["--data-model", task["model"], *task["options"]]
        if engine == "auto" and args.at_once:
            words += ["--engines-at-once", str(args.at_once)]
        before = used()
        limits = {"timeout": patience * seconds + 20, "preexec_fn": limit if args.processor else None}
        try:
            done = subprocess.run(words, capture_output=True, check=False, **limits)
        except subprocess.TimeoutExpired:
            return "unknown" if args.processor else "crash"
        if args.processor and used() - before > seconds:
            return "unknown"
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
        path = pathlib.Path(args.root) / file
        family = path.parent.name if "satabs" not in file else "satabs"
        out.append({"file": path, "family": family, "expected": expected, "model": model or "ILP32", "options": ["--property", prop]})
    return out


def is_for(name: str, task: dict) -> bool:
    """Whether CBMC can be asked the same; engines say themselves what they do not decide."""
    return name != "cbmc" or task["options"] in ([], ["--property", "unreach-call"])


def used() -> float:
    """Processor time of all that was run."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def ask(run, task: dict, seconds: float) -> dict:
    start = time.monotonic()
    before = used()
    try:
        said = run(task, seconds)
    except subprocess.TimeoutExpired:
        said = "crash"
    kind = "right" if said == task["expected"] else said if said in ("unknown", "crash") else "WRONG"
    return {"kind": kind, "seconds": time.monotonic() - start, "processor": used() - before}


def cell(answer: dict | None, which: str) -> str:
    if answer is None or answer["kind"] == "unknown":
        return "-"
    return f"{answer[which]:.2f}" if answer["kind"] == "right" else answer["kind"]


def measure(asked: list[dict], tools: dict, seconds: float, which: str) -> list[dict]:
    """A row for each program, printed as it is known."""
    print(f"{'program':52}{'property':17}" + "".join(f"{name:>9}" for name in tools))
    rows = []
    for task in asked:
        answers = {name: ask(run, task, seconds) for name, run in tools.items() if is_for(name, task)}
        name = f"{task['family']}/{task['file'].name}"
        prop = task["options"][-1] if task["options"] else "assertions"
        print(f"{name[:50]:52}{prop:17}" + "".join(f"{cell(answers.get(tool), which):>9}" for tool in tools), flush=True)
        rows.append({"program": name, "family": task["family"], "property": prop, "expected": task["expected"], "answers": answers})
    return rows


def sums(rows: list[dict], tools: dict) -> list[dict]:
    out = []
    families = sorted({row["family"] for row in rows})
    for family in [*families, "all"]:
        for tool in tools:
            answers = [row["answers"][tool] for row in rows if family in ("all", row["family"]) and tool in row["answers"]]
            counts = collections.Counter(answer["kind"] for answer in answers)
            if answers:
                used = sum(answer["seconds"] for answer in answers)
                out.append({"family": family, "tool": tool, "seconds": used, **{kind: counts[kind] for kind in KINDS}})
    return out


def print_sums(table: list[dict]) -> None:
    print(f"\n{'family':32}{'tool':8}{'right':>7}{'unknown':>9}{'wrong':>7}{'crash':>7}{'seconds':>9}")
    for row in table:
        numbers = "".join(f"{row[kind]:{w}}" for kind, w in zip(KINDS, (7, 9, 7, 7)))
        print(f"{row['family']:32}{row['tool']:8}{numbers}{row['seconds']:9.1f}")


def ratios(rows: list[dict]) -> list[float]:
    """Of rows that auto and another engine decide: auto's processor time as a multiple of the best's."""
    out = []
    for row in rows:
        answers = row["answers"]
        best = [answers[name]["processor"] for name in ENGINES[1:] if answers[name]["kind"] == "right"]
        if best and answers["auto"]["kind"] == "right":
            out.append(answers["auto"]["processor"] / max(min(best), 0.001))
    return out


def print_ratios(rows: list[dict]) -> None:
    found = sorted(ratios(rows))
    if found:
        middle = statistics.median(found)
        high = found[len(found) * 9 // 10]
        print(f"\nauto / best engine, processor time: median {middle:.2f}, 90 % at most {high:.2f}, of {len(found)} programs")


def few_of_each(asked: list[dict], most: int) -> list[dict]:
    """At most so many programs of each family and property."""
    counts = collections.Counter()
    out = []
    for task in asked:
        kind = (task["family"], task["options"][-1:] and task["options"][-1])
        counts[kind] += 1
        if counts[kind] <= most:
            out.append(task)
    return out


def cactus(rows: list[dict], tools: dict) -> str:
    """How many are decided, each within how many seconds."""
    curves = {}
    for tool in tools:
        answers = [row["answers"][tool] for row in rows if tool in row["answers"]]
        times = sorted(answer["seconds"] for answer in answers if answer["kind"] == "right")
        if times:
            curves[tool] = list(enumerate(times, start=1))
    return plot.figure(f"{len(rows)} C programs", curves, ("right answers", "seconds"), 0.01) if curves else ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hardbop")
    parser.add_argument("results", type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--list")
    parser.add_argument("--root", default=".")
    parser.add_argument("--each", type=int, default=1000000, help="at most so many programs of each family and property")
    parser.add_argument("--at-once", type=int, help="engines that auto lets work at once")
    parser.add_argument("--processor", action="store_true", help="limit and print processor time")
    args = parser.parse_args()
    tools = {name: hardbop(args.hardbop, name, args) for name in ENGINES}
    if shutil.which("cbmc"):
        tools["cbmc"] = cbmc(cbmc_options())
    else:
        print("cbmc is not installed: left out")
    with tempfile.TemporaryDirectory() as folder:
        asked = few_of_each(tasks(args, pathlib.Path(folder)), args.each)
        rows = measure(asked, tools, args.seconds, "processor" if args.processor else "seconds")
    table = sums(rows, tools)
    print_sums(table)
    print_ratios(rows)
    args.results.parent.mkdir(parents=True, exist_ok=True)
    args.results.write_text(json.dumps({"programs": rows, "families": table}, indent=1) + "\n")
    if drawn := cactus(rows, tools):
        args.results.with_suffix(".svg").write_text(drawn)
        print(f"\nplot: {args.results.with_suffix('.svg')}")


if __name__ == "__main__":
    main()
