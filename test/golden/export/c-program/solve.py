# SPDX-License-Identifier: MIT
"""Prints what z3 answers to each file."""

import subprocess
import sys

for file in sys.argv[1:]:
    done = subprocess.run(["z3", "-T:15", file], capture_output=True, text=True)
    print(f"{file}: {done.stdout.strip()}")
