#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Certificates of C programs that hold: how many answers come with one, and who accepts it.

    engines.py HARDBOP [--seconds 60] [--list FILE --root DIR] [--lines 500] [--engines slam,bmc,horn,rank]

Asks each engine about each program of the list whose answer is `true` and that has fewer lines, with `--certify`.
A certificate must be accepted by `hardbop validate` and by z3, each within 120 s. Prints a line for each that is missing
or refused, and the shares of each engine; status 1 if one is. The list is as for c.py; without one, the programs are
those of examples/rules. Seconds are of processor time.
"""

import argparse
import collections
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
COLUMNS = ("asked", "holds", "certificate", "validate", "z3")


def limited(seconds: float):
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 1))

    return limit


def run(words: list[str], seconds: float) -> tuple[int, str]:
    """With so much processor time; the clock is far from deciding."""
    limits = {"timeout": 20 * seconds + 20, "preexec_fn": limited(seconds)}
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False, **limits)
    except subprocess.TimeoutExpired:
        return -1, "time limit reached"
    return done.returncode, (done.stdout + done.stderr).strip()


def is_accepted_by_z3(certificate: pathlib.Path, seconds: float) -> bool:
    said = run(["z3", str(certificate)], seconds)[1].splitlines()
    claimed = re.search(r"; obligations: (\d+)\s*$", certificate.read_text())
    return claimed is not None and said == ["unsat"] * int(claimed[1])


def tasks(args: argparse.Namespace) -> list[tuple[pathlib.Path, str, str]]:
    if args.list is None:
        files = sorted((ROOT / "examples").glob("*.c"))
        return [(file, "assertions", "LP64") for file in files]
    out = []
    for row in args.list.read_text().splitlines()[1:]:
        file, wanted, verdict, model = row.split("\t")[:4]
        path = args.root / file
        if verdict == "true" and len(path.read_text().splitlines()) < args.lines:
            out.append((path, wanted, model or "ILP32"))
    return out


def check(args: argparse.Namespace, engine: str, task: tuple[pathlib.Path, str, str], folder: str) -> tuple[list[str], str]:
    """Which columns it counts for, and what is wrong."""
    file, wanted, model = task
    certificate = pathlib.Path(folder) / "proof.smt2"
    certificate.unlink(missing_ok=True)
    words = [args.hardbop, "check", "-w", str(file), "--property", wanted, "--data-model", model, "--engine", engine]
    status, said = run([*words, "--timeout", str(20 * args.seconds), "--certify", str(certificate)], args.seconds)
    if status != 0:
        return ["asked"], ""
    out = ["asked", "holds"]
    if not certificate.exists():
        return out, f"no certificate: {said.splitlines()[-1]}"
    out.append("certificate")
    status, said = run([args.hardbop, "validate", str(file), str(certificate)], args.accepting)
    wrong = "" if status == 0 else f"validate: {said.splitlines()[0] if said else 'time limit reached'}"
    out += ["validate"] if status == 0 else []
    if is_accepted_by_z3(certificate, args.accepting):
        return [*out, "z3"], wrong
    return out, wrong or "z3 does not accept it"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hardbop")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--accepting", type=float, default=120, help="seconds for validate and z3")
    parser.add_argument("--list", type=pathlib.Path)
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path())
    parser.add_argument("--lines", type=int, default=500)
    parser.add_argument("--engines", default="slam,bmc,horn,rank")
    parser.add_argument("--property", default="", help="only rows that ask for it")
    args = parser.parse_args()
    table: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    is_bad = False
    with tempfile.TemporaryDirectory() as folder:
        for task in tasks(args):
            for engine in args.engines.split(","):
                if (engine == "rank") != (task[1] == "termination") or args.property not in ("", task[1]):
                    continue
                columns, wrong = check(args, engine, task, folder)
                table[engine].update(columns)
                if wrong:
                    is_bad = True
                    print(f"{engine:6} {task[0]} {task[1]}: {wrong}", flush=True)
    print(f"\n{'engine':8}" + "".join(f"{column:>12}" for column in COLUMNS))
    for engine, counts in table.items():
        print(f"{engine:8}" + "".join(f"{counts[column]:12}" for column in COLUMNS))
    return 1 if is_bad else 0


if __name__ == "__main__":
    sys.exit(main())
