# SPDX-License-Identifier: MIT
"""ABC on the same models: `hardbop export --to aiger`, then its engines `pdr` (induction) and `reach` (BDDs)."""

import re
import resource
import shutil
import subprocess
from pathlib import Path

# `reach` gives up at a number of nodes and of frames unless they are large.
ENGINES = {"pdr": "pdr -T {seconds}", "reach": "reach -T {seconds} -B 20000000 -F 1000000"}
PROVED = re.compile(r"Property proved|Networks are UNSAT|Verified .*property|was proved", re.IGNORECASE)
FAILED = re.compile(r"was asserted in frame|Output \d+ .*asserted|is asserted", re.IGNORECASE)


def tool() -> str | None:
    return shutil.which("berkeley-abc") or shutil.which("abc")


def export(hardbop: Path, file: Path, model: Path) -> bool:
    words = [hardbop, "export", "-w", "--to", "aiger", "-o", model, file]
    return subprocess.run(words, capture_output=True, check=False).returncode == 0


def size(model: Path) -> tuple[int, int]:
    """Latches and gates."""
    head = model.read_bytes().split(b"\n", 1)[0].split()
    return int(head[3]), int(head[5])


def run(engine: str, model: Path, seconds: int) -> dict:
    """The verdict, None where there is none, and user and system time."""
    script = f"read_aiger {model}; {ENGINES[engine].format(seconds=seconds)}"
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    limit = (seconds + 2, seconds + 2)
    done = subprocess.run([tool(), "-q", script], capture_output=True, text=True, check=False,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, limit))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    verdict = "violated" if FAILED.search(done.stdout) else "holds" if PROVED.search(done.stdout) else None
    return {"verdict": verdict, "status": done.returncode, "seconds": round(used, 3), "limit": seconds,
            "said": done.stdout.strip().splitlines()[-1:]}
