#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""harness.py HARDBOP [--seconds S] [--32] [--property P] FILE...: of C programs with threads that violate the
property, writes a harness that forces the schedule, compiles both with gcc, and counts how many reach the error."""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path


def run(command: list[str], folder: str, seconds: float) -> tuple[int, str]:
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return -1, "time"
    return done.returncode, done.stdout + done.stderr


def reproduce(arguments: argparse.Namespace, file: Path, folder: str) -> str:
    """How that went: `not violated`, `reached`, or what went wrong."""
    bits = ["-m32"] if arguments.m32 else []
    status, said = run([arguments.hardbop, "check", "-w", "--property", arguments.property, "--harness", "harness.c",
                        "--data-model", "ILP32" if arguments.m32 else "LP64", "--timeout", str(arguments.seconds),
                        str(file.resolve())], folder, arguments.seconds + 60)
    if status != 10:
        return "not violated"
    harness = Path(folder) / "harness.c"
    if not harness.exists():
        return "no harness: " + said[-200:]
    if arguments.property == "races":
        steps = [["gcc", "-w", *bits, "-g", "-fsanitize=thread", str(file.resolve()), "harness.c", "-o", "run"]]
    else:
        steps = [["gcc", "-w", *bits, "-O0", "-fgnu89-inline", "-finstrument-functions", "-fsanitize=thread", "-c", str(file.resolve()),
                  "-o", "program.o"],
                 ["gcc", "-w", *bits, "-finstrument-functions", "program.o", "harness.c", "-pthread", "-o", "run"]]
    for step in steps:
        status, said = run(step, folder, 120)
        if status != 0:
            return "does not compile: " + said[:300]
    status, said = run(["./run"], folder, 60)
    wanted = 66 if arguments.property == "races" else 10
    return "reached" if status == wanted else f"status {status}: {said[-200:]}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("hardbop", type=lambda path: str(Path(path).resolve()))
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--32", dest="m32", action="store_true", help="types as in ILP32; compile with -m32")
    parser.add_argument("--property", default="unreach-call")
    parser.add_argument("files", nargs="+", type=Path)
    arguments = parser.parse_args()
    violated = reached = 0
    for file in arguments.files:
        with tempfile.TemporaryDirectory() as folder:
            said = reproduce(arguments, file, folder)
        print(f"{file}: {said}", flush=True)
        violated += said != "not violated"
        reached += said == "reached"
    print(f"{reached} of {violated} violations are reached by the compiled program")
    return 0 if reached == violated else 1


if __name__ == "__main__":
    sys.exit(main())
