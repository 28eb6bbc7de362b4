#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Evidence for every answer: how many answers come with some, and who accepts it.

    evidence.py HARDBOP LIST... --root DIR [--seconds 5] [--accepting 60] [--each N] [--from I] [--lines 500]

Asks about each row of the lists with `--certify`. An answer, `holds` or `violated`, should come with evidence that
`hardbop validate` accepts; and z3, if it is a script with obligations. A list has a head and a line for each row,
separated by tabs: file, options and exit status for Boolean programs; file, property, true or false, data model for C.
Programs of C are left out that have more lines. Prints a line for each answer without accepted evidence, then a
table by kind of answer, with sizes in kilobytes and times in seconds (the median, and the largest). Seconds are of processor time.
"""

import argparse
import collections
import json
import pathlib
import re
import resource
import shlex
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field

VERDICTS = {0: "holds", 10: "violated"}


@dataclass
class Task:
    file: pathlib.Path
    options: list[str]
    kind: str
    model: list[str] = field(default_factory=list)


@dataclass
class Kind:
    answers: int = 0
    unknown: int = 0
    written: int = 0
    valid: int = 0
    scripts: int = 0
    z3: int = 0
    sizes: list[float] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    z3_times: list[float] = field(default_factory=list)


def used() -> float:
    times = resource.getrusage(resource.RUSAGE_CHILDREN)
    return times.ru_utime + times.ru_stime


def run(words: list[str], seconds: float) -> tuple[int, str, float]:
    """With so much processor time, each process; the clock is far from deciding."""
    most = int(seconds) + 1
    limits = {"timeout": 20 * seconds + 20, "preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_CPU, (most, most))}
    before = used()
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False, errors="replace", **limits)
    except subprocess.TimeoutExpired:
        return -1, "time limit reached", used() - before
    return done.returncode, (done.stdout + done.stderr).strip() or "time limit reached", used() - before


def tasks(args: argparse.Namespace) -> list[Task]:
    out = []
    for table in args.lists:
        head, *rows = table.read_text().splitlines()
        for row in rows:
            cells = row.split("\t")
            file = args.root / cells[0]
            if head.split("\t")[1] == "arguments":
                threads = "context-switches" in cells[1]
                out.append(Task(file, shlex.split(cells[1]), "Boolean, threads" if threads else "Boolean"))
            elif len(file.read_text(errors="replace").splitlines()) < args.lines:
                model = ["--data-model", cells[3] or "ILP32"]
                out.append(Task(file, ["--property", cells[1], *model], f"C, {cells[1]}"))
    return out[args.first :: args.each]


def scripts(text: str) -> list[str]:
    """With obligations: of a JSON answer, those in it."""
    if not text.startswith("{"):
        return [text] if "(check-sat)" in text else []
    answer = json.loads(text)
    out = [answer["certificate"]] if "certificate" in answer else []
    for result in answer["results"]:
        out += [result["proof"]] if "proof" in result else result.get("parts", [])
    return out


def is_accepted_by_z3(script: str, seconds: float) -> tuple[bool, float]:
    claimed = re.search(r"; obligations: (\d+)\s*$", script)
    with tempfile.NamedTemporaryFile("w", suffix=".smt2") as file:
        file.write(script)
        file.flush()
        _, said, time_used = run(["z3", file.name], seconds)
    return claimed is not None and said.splitlines() == ["unsat"] * int(claimed[1]), time_used


def ask(args: argparse.Namespace, task: Task, evidence: pathlib.Path, kinds: dict[str, Kind]) -> str:
    """What is wrong."""
    evidence.unlink(missing_ok=True)
    words = [args.hardbop, "check", "-w", str(task.file), *task.options, "--timeout", str(10 * args.seconds)]
    status, said, _ = run([*words, "--certify", str(evidence)], args.seconds)
    verdict = VERDICTS.get(status)
    if verdict is None and evidence.exists():  # of some properties, or an answer without evidence of all
        verdict = "holds"
    if verdict is None and status == 2 and "no certificate" in said:
        verdict = "violated" if re.search(r": violated\b", said) else "holds"
    if "there is nothing to check" in said:
        verdict = None
    kind = kinds[f"{task.kind}, {verdict or 'holds'}"]
    if verdict is None:
        kind.unknown += 1
        return ""
    kind.answers += 1
    if not evidence.exists():
        return said.splitlines()[-1] if said else "no evidence"
    kind.written += 1
    text = evidence.read_text()
    kind.sizes.append(len(text) / 1000)
    status, said, used = run([args.hardbop, "validate", str(task.file), str(evidence)], args.accepting)
    if status != 0:
        return f"validate: {said.splitlines()[-1] if said else status}"
    kind.times.append(used)
    kind.valid += 1
    if found := scripts(text):
        kind.scripts += 1
        answers = [is_accepted_by_z3(script, args.accepting) for script in found]
        if not all(accepted for accepted, _ in answers):
            return f"z3 does not accept it in {args.accepting} s"
        kind.z3_times.append(sum(used for _, used in answers))
        kind.z3 += 1
    return ""


def spread(values: list[float]) -> str:
    return f"{statistics.median(values):.2f} {max(values):.2f}" if values else "-"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hardbop")
    parser.add_argument("lists", type=pathlib.Path, nargs="+")
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path())
    parser.add_argument("--seconds", type=float, default=5, help="for an answer")
    parser.add_argument("--accepting", type=float, default=60, help="seconds for validate, and for z3")
    parser.add_argument("--each", type=int, default=1, help="only every Nth row")
    parser.add_argument("--from", dest="first", type=int, default=0, help="from this row on")
    parser.add_argument("--lines", type=int, default=500)
    args = parser.parse_args()
    kinds: dict[str, Kind] = collections.defaultdict(Kind)
    is_complete = True
    with tempfile.TemporaryDirectory() as folder:
        for task in tasks(args):
            if wrong := ask(args, task, pathlib.Path(folder) / "evidence", kinds):
                is_complete = False
                print(f"{task.file} {' '.join(task.options)}: {wrong}", flush=True)
    print(f"\n{'answers':36}{'all':>6}{'written':>9}{'valid':>7}{'share':>7}{'scripts':>9}{'z3':>5}"
          f"{'kB':>18}{'validate s':>14}{'z3 s':>14}")  # fmt: skip
    for name, kind in sorted(kinds.items()):
        if kind.answers == 0:
            continue
        print(f"{name:36}{kind.answers:6}{kind.written:9}{kind.valid:7}{kind.valid / kind.answers:7.0%}{kind.scripts:9}{kind.z3:5}"
              f"{spread(kind.sizes):>18}{spread(kind.times):>14}{spread(kind.z3_times):>14}")  # fmt: skip
    print(f"{sum(kind.unknown for kind in kinds.values())} rows without an answer")
    return 0 if is_complete else 1


if __name__ == "__main__":
    sys.exit(main())
