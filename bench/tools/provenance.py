# SPDX-License-Identifier: MIT
"""What a figure in bench/results is of: the machine, the commit, and the command that measures it again."""

import os
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def machine() -> dict:
    found = re.search(r"^model name\s*:\s*(.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    return {"cores": os.cpu_count(), "model": found[1] if found else "unknown"}


def commit() -> str:
    """With a + where the tree differs from it."""
    words = ["git", "-C", str(ROOT), "describe", "--always", "--abbrev=12", "--dirty=+", "--exclude=*"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    return done.stdout.strip() or "unknown"


def provenance(command: str) -> dict:
    return {"machine": machine(), "commit": commit(), "command": command}
