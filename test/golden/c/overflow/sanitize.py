"""Compiles a program and its harness with gcc's sanitizer, runs them, and prints the first error."""

import subprocess
import sys

flags = ["-w", "-fsanitize=signed-integer-overflow,shift", "-fno-sanitize-recover=all"]
subprocess.run(["gcc", *flags, *sys.argv[1:], "-o", "run"], check=True)
print(subprocess.run(["./run"], capture_output=True, text=True).stderr.splitlines()[0])
