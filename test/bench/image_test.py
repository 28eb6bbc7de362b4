#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""bench_programs.py HARDBOP PROGRAMS: the smallest benchmarks of image computation have the verdicts they should."""

import itertools
import subprocess
import sys
import tempfile
from pathlib import Path

NAMES = ("ppp", "serial", "menu")
WAYS = ((), ("--traversal", "frames"))


def main(hardbop: str, programs: str) -> int:
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, broken in itertools.product(NAMES, ((), ("--broken",))):
            file = Path(folder, f"{name}.c")
            text = subprocess.run([sys.executable, programs, name, "1", *broken], check=True, capture_output=True)
            file.write_bytes(text.stdout)
            expected = 10 if broken else 0
            for way in WAYS:
                run = subprocess.run([hardbop, "check", "--timeout", "60", *way, file], capture_output=True, text=True)
                if run.returncode != expected:
                    failures += 1
                    print(f"{name} {' '.join(broken + way)}: status {run.returncode}, expected {expected}\n{run.stderr}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
