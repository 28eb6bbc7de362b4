"""Certificates with another invariant, and with none."""
from pathlib import Path

lines = Path("proof.smt2").read_text().splitlines(keepends=True)
first = next(i for i, line in enumerate(lines) if "loop-invariant" in line)
Path("spoilt.smt2").write_text("".join(lines[:first] + lines[first + 1 :]))
Path("without-heads.smt2").write_text("".join(line for line in lines if "loop-" not in line))
