#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random C programs as finite models: ABC decides what `hardbop export` writes, and never contradicts
`hardbop check`.

models.py HARDBOP FROM TO [SECONDS]: programs with these seeds, so much time for each question. Each
is exported to AIGER and to BTOR2; a small reader makes a circuit of the latter. A model has a bad
state for errors, and one for places that it cannot follow: where that is reachable, the model says
nothing about what holds. Exits with 77 where ABC is not installed.
"""

import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

TEST = Path(__file__).resolve().parents[2]
sys.path += [str(TEST / "c"), str(TEST / "c/slam"), str(TEST / "boolean/export")]
from agree import Program  # noqa: E402
from btor2_circuit import circuit_of  # noqa: E402
from random_programs import HOLDS, UNKNOWN, VIOLATED, VERDICTS, arguments, ask, contradict  # noqa: E402


def bad_states(circuit: bytes) -> list[bytes]:
    """The circuit with one of its bad states, for each of them."""
    for name in [b"b0 error\n", b"b1 not_followed\n"]:  # which would be one name too many
        circuit = circuit.replace(name, b"")
    head, rest = circuit.split(b"\n", 1)
    words = head.split()
    latches, bad = int(words[3]), int(words[6])
    lines = rest.split(b"\n", latches + bad)
    return [b"\n".join([b" ".join([*words[:6], b"1"]), *lines[:latches], lines[latches + i], lines[-1]])
            for i in range(bad)]


def is_reachable(circuit: bytes, folder: str, seconds: str) -> int:
    """Of the one bad state: HOLDS if it is not."""
    (Path(folder) / "one.aig").write_bytes(circuit)
    try:
        done = subprocess.run(["berkeley-abc", "-q", "read one.aig; pdr"], cwd=folder, text=True,
                              capture_output=True, timeout=float(seconds))
    except subprocess.TimeoutExpired:
        return UNKNOWN
    if "was asserted in frame" in done.stdout:
        return VIOLATED
    return HOLDS if "Property proved" in done.stdout else sys.exit(f"abc says {done.stdout}{done.stderr}")


def decide(circuit: bytes, folder: str, seconds: str) -> int:
    error, *not_followed = [is_reachable(one, folder, seconds) for one in bad_states(circuit)]
    if error == HOLDS and any(answer != HOLDS for answer in not_followed):
        return UNKNOWN
    return error


def main() -> int:
    if shutil.which("berkeley-abc") is None:
        print("skipped, for want of berkeley-abc")
        return 77
    hardbop, seeds, seconds = arguments("20")
    counts: Counter[str] = Counter()
    for seed in seeds:
        with tempfile.TemporaryDirectory() as folder:
            text = Program(seed).text()
            (Path(folder) / "input.c").write_text(text)
            expected = ask(hardbop, folder, "check", "-w", "--property", "assertions", "--timeout",
                           seconds, "input.c")
            for form in ["aiger", "btor2"]:
                ask(hardbop, folder, "export", "-w", "--to", form, "-o", f"model.{form}", "input.c")
                file = Path(folder) / f"model.{form}"
                circuit = file.read_bytes() if form == "aiger" else circuit_of(file)
                answer = decide(circuit, folder, seconds)
                counts[f"{form} {VERDICTS[answer]}"] += 1
                if contradict(expected, answer):
                    print(text)
                    sys.exit(f"seed {seed}: check says {VERDICTS[expected]}, {form} {VERDICTS[answer]}")
    print(f"{len(seeds)} programs:", ", ".join(f"{count} {what}" for what, count in sorted(counts.items())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
