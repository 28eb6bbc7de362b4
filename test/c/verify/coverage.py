#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random C programs whose statements gcc executes: what it executes can be reached, whoever is asked.

coverage.py HARDBOP FROM TO [SECONDS]: programs with these seeds, so much time for each question. Each is compiled
for gcov and run with random inputs; no engine may say of an executed line that no run can reach it, and no two
engines may contradict each other.
"""

import json
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

sys.path += [str(Path(__file__).resolve().parents[1]), str(Path(__file__).resolve().parents[1] / "slam")]
import agree  # noqa: E402
from random_programs import VERDICTS, arguments  # noqa: E402

ENGINES = ["image", "bmc", "slam", "auto"]
RUNS = 30
RUNTIME = """\
#include <stdlib.h>
static unsigned long long state;
unsigned char nondet(void) {
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  return state >> 60 & 1 ? state >> 40 : (state >> 33) % 6;
}
void reach_error(void) { exit(0); }
int run(void);
int main(int count, char **seeds) { state = atoi(seeds[count - 1]) * 7919; return run() & 0; }
"""


def executed_lines(folder: Path, text: str) -> set[int]:
    """By some runs of what gcc makes of it."""
    (folder / "runtime.c").write_text(RUNTIME)
    (folder / "run.c").write_text(text.replace("int main(", "int run("))
    for command in (["gcc", "-w", "-c", "runtime.c"], ["gcc", "-w", "--coverage", "-fwrapv", "run.c", "runtime.o", "-o", "run"]):
        subprocess.run(command, cwd=folder, check=True)
    for seed in range(RUNS):
        subprocess.run(["./run", str(seed)], cwd=folder, timeout=20, check=False)
    listing = subprocess.run(["gcov", "-t", "run-run.gcda"], cwd=folder, capture_output=True, text=True, check=True).stdout
    out = set()
    for line in listing.splitlines():
        count, number, *_ = line.split(":", 2)
        if count.strip().rstrip("*").isdigit():
            out.add(int(number))
    return out


def coverage(hardbop: str, folder: Path, engine: str, seconds: str) -> dict | None:
    words = [hardbop, "check", "-w", "--coverage", "--json", "--timeout", seconds, "--property", "assertions", "--engine", engine, "run.c"]
    answer = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=300)
    if answer.returncode not in VERDICTS:
        sys.exit(f"{' '.join(words)}: exit {answer.returncode}\n{answer.stdout}{answer.stderr}")
    return json.loads(answer.stdout).get("coverage") if answer.stdout else None


def check(hardbop: str, seed: int, seconds: str, counts: Counter[str]) -> str:
    """What is wrong; empty if nothing is."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        text = agree.Program(seed).text()
        executed = executed_lines(folder, text)
        (folder / "run.c").write_text(text)
        reached: dict[tuple[int, int], str] = {}
        excluded: dict[tuple[int, int], str] = {}
        for engine in ENGINES:
            found = coverage(hardbop, folder, engine, seconds)
            if found is None:
                continue
            reached |= {(at["line"], at["column"]): engine for at in found["reachable"]}
            excluded |= {(one["location"]["line"], one["location"]["column"]): engine for one in found["unreachable"]}
            counts["statements"] += found["statements"]
            counts["undecided"] += len(found["undecided"])
        counts["executed lines"] += len(executed)
        counts["unreachable statements"] += len(excluded)
        for at in excluded.keys() & reached.keys():
            return f"seed {seed}: {at} is reached by {reached[at]}, and not by {excluded[at]}\n{text}"
        for line in executed & {at[0] for at in excluded} - {at[0] for at in reached}:
            return f"seed {seed}: line {line} is executed, and excluded by an engine\n{text}"
    return ""


def main() -> int:
    hardbop, seeds, seconds = arguments("4")
    counts: Counter[str] = Counter()
    for seed in seeds:
        if wrong := check(hardbop, seed, seconds, counts):
            print(wrong)
            return 1
        counts["programs"] += 1
    print(", ".join(f"{count} {what}" for what, count in counts.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
