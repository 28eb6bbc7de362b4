#!/usr/bin/env python3
"""The shared library exports the functions of its header, with a version, and nothing else.

    symbols.py LIBRARY HEADER
"""
import pathlib
import re
import subprocess
import sys

library, header = sys.argv[1:]
listed = subprocess.run(["nm", "--dynamic", "--defined-only", library], capture_output=True, text=True, check=True)
exported = {line.split()[2] for line in listed.stdout.splitlines() if line.split()[1] in "TW"}
declared = set(re.findall(r"HARDBOP_API [^;(]*?(hardbop_\w+)\(", pathlib.Path(header).read_text()))
versioned = {f"{name}@@HARDBOP_1" for name in declared}
for name in sorted(exported - versioned):
    print(f"{name} is exported, but the header does not declare it")
for name in sorted(versioned - exported):
    print(f"{name} is declared, but not exported")
sys.exit(exported != versioned or not declared)
