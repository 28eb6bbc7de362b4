#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""C programs for bounded model checking: what each engine says of them, and how long it takes.

    bmc.py HARDBOP RESULTS.json [--seconds 20] [--engines bmc,image,slam,auto]

The programs are those of bench/bmc; all hold. Two of them have no inputs and are only executed, two are questions to the
solver about a few inputs, and one has a large array.
"""

import argparse
import json
import pathlib
import subprocess
import time

PROGRAMS = pathlib.Path(__file__).resolve().parent / "bmc"
ANSWERS = {0: "holds", 10: "violated", 5: "unknown"}


def check(tool: str, file: pathlib.Path, engine: str, seconds: float) -> dict:
    words = [tool, "check", "--json", "--property", "assertions", "--engine", engine, "--timeout", str(seconds), str(file)]
    start = time.monotonic()
    done = subprocess.run(words, capture_output=True, text=True, timeout=seconds + 20, check=False)
    out = {"answer": ANSWERS.get(done.returncode, "crash"), "seconds": round(time.monotonic() - start, 3)}
    if done.returncode in ANSWERS:
        said = json.loads(done.stdout)
        out |= {"engine": said["engine"], "reason": said["results"][0]["reason"], "statistics": said["statistics"]}
    return out


def shown(result: dict) -> str:
    return f"{result['answer']} {result['seconds']:.2f} s"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hardbop")
    parser.add_argument("results", type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--engines", default="bmc,image,slam,auto")
    args = parser.parse_args()
    engines = args.engines.split(",")
    print(f"{'program':10}" + "".join(f"{engine:>18}" for engine in engines))
    results = []
    for file in sorted(PROGRAMS.glob("*.c")):
        row = {engine: check(args.hardbop, file, engine, args.seconds) for engine in engines}
        print(f"{file.stem:10}" + "".join(f"{shown(row[engine]):>18}" for engine in engines), flush=True)
        results.append({"program": file.stem, "engines": row})
    args.results.parent.mkdir(parents=True, exist_ok=True)
    args.results.write_text(json.dumps({"seconds": args.seconds, "results": results}, indent=1) + "\n")
    wrong = [result for result in results for row in result["engines"].values() if row["answer"] in ("violated", "crash")]
    if wrong:
        raise SystemExit(f"{len(wrong)} wrong answers")


if __name__ == "__main__":
    main()
