# SPDX-License-Identifier: MIT
"""Writes a certificate that claims less than a valid one."""

from pathlib import Path

lines = Path("down.smt2").read_text().splitlines()
first = next(i for i, line in enumerate(lines) if line.startswith("(define-fun p") and "(e" in line)
name, _ = lines[first].split(" Bool ", 1)
weaker = [*lines[:first], f"{name} Bool true)", *lines[first + 1 :]]
Path("weaker.smt2").write_text("\n".join(weaker) + "\n")
