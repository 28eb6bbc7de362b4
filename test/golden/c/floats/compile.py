"""Compiles a program and its harness, and runs them."""

import subprocess
import sys

subprocess.run(["gcc", "-w", "-finstrument-functions", *sys.argv[1:], "-o", "run"], check=True)
print(subprocess.run(["./run"], capture_output=True, text=True).stdout, end="")
