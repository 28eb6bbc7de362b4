#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The interpreter, on the programs of golden tests that misuse memory.

memory.py C_INTERPRET FOLDER...: each program says in its first line, a comment, how its run ends: it
holds, is violated, or has an invalid access. Programs with an input are left out.
"""

import subprocess
import sys
from pathlib import Path

ENDS = {"holds": "ended", "violated": "error"}


def main() -> int:
    tool, folders = sys.argv[1], sys.argv[2:]
    count = 0
    failures = []
    for program in sorted(path for folder in folders for path in Path(folder).glob("*.c")):
        text = program.read_text()
        if "__VERIFIER_nondet" in text or "extern" in text:
            continue
        said = text.splitlines()[0].removeprefix("/* ").removesuffix(" */")
        expected = ENDS.get(said, "fault")
        run = subprocess.run([tool, str(program)], capture_output=True, text=True)
        count += 1
        if not run.stdout.startswith(expected):
            failures.append(f"{program}: expected '{expected}' ({said}), got {run.stdout.strip()}")
    print("\n".join(failures) or f"{count} programs end as they should.")
    return 1 if failures or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
