#!/usr/bin/env python3
"""Measures concurrent programs: a table like figure 3 of Getafix' paper, and recursive threads.

    concurrent.py HARDBOP JSON

The Bluetooth driver with so many requests and stops, within 1 to 6 context switches; the generated
family of two recursive threads within 5. Times are processor time in seconds, of one run each.
"""
import argparse
import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "bluetooth.bp"
CONFIGURATIONS = [(1, 1), (1, 2), (2, 1), (2, 2)]
ENGINES = ["summary", "explicit", "fixpoint", "auto"]
VERDICTS = {0: "no", 5: "?", 10: "yes"}


def driver(requests: int, stops: int) -> str:
    text = EXAMPLE.read_text()
    return text.replace("thread request begin", f"thread request * {requests} begin").replace(
        "thread stop * 2 begin", f"thread stop * {stops} begin")


def run(hardbop: Path, program: Path, engine: str, switches: int, timeout: float):
    """The verdict, and the processor time in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    status = subprocess.run(
        [hardbop, "check", "-w", "--engine", engine, "--context-switches", str(switches),
         "--timeout", str(timeout), program], stdout=subprocess.DEVNULL, check=False).returncode
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return VERDICTS.get(status, f"exit {status}"), seconds


def measure(hardbop: Path, folder: Path, name: str, text: str, bounds, engines, timeout: float):
    program = folder / "program.bp"
    program.write_text(text)
    rows = []
    for switches in bounds:
        row = {"program": name, "switches": switches}
        for engine in engines:
            verdict, seconds = run(hardbop, program, engine, switches, timeout)
            row[engine] = {"reachable": verdict, "seconds": seconds}
        print(f"{name:36}{switches:>9}" + "".join(
            f"{row[engine]['reachable']:>6}{row[engine]['seconds']:>9.2f}" for engine in engines),
            flush=True)
        rows.append(row)
    return rows


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("hardbop", type=Path)
    parser.add_argument("json", type=Path, help="where the figures go")
    parser.add_argument("--timeout", type=float, default=120, help="seconds for one run [120]")
    options = parser.parse_args()
    hardbop = options.hardbop.resolve()
    print(f"{'program':36}{'switches':>9}" + "".join(f"{engine:>15}" for engine in ENGINES))
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for requests, stops in CONFIGURATIONS:
            rows += measure(hardbop, folder, f"bluetooth, {requests} requests, {stops} stops",
                            driver(requests, stops), range(1, 7), ENGINES, options.timeout)
        rows += measure(hardbop, folder, "bluetooth, 2 requests, 2 stops", driver(2, 2), [8],
                        ["summary", "explicit", "auto"], options.timeout)
        for form in [[], ["--safe"]]:
            text = subprocess.run([hardbop, "generate", "concurrent", "20", *form],
                                  capture_output=True, text=True, check=True).stdout
            rows += measure(hardbop, folder, " ".join(["concurrent 20", *form]), text, range(3, 6),
                            ["summary"], options.timeout)
    options.json.parent.mkdir(parents=True, exist_ok=True)
    options.json.write_text(json.dumps({"rows": rows}, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
