#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Programs of csmith, run by gcc and by our interpreter: both must compute the same checksums.

csmith.py C_INTERPRET FROM TO: programs with these seeds, in both data models where gcc has the headers
of both. After each global variable the checksum so far is compared, so that a difference names the
variable. Programs that gcc's sanitizers stop, or that run for long, are left out: csmith promises no
undefined behaviour of C99, but some of C11. Exit status 77: no gcc, or no csmith (Debian: csmith and libcsmith-dev).
"""

import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import against_gcc  # noqa: E402

HEADER = Path("/usr/include/csmith/csmith.h")
SECONDS = 5  # for gcc's program; the interpreter takes a thousand times as long, so few get near to it
GCC = ["gcc", "-w", "-O0", "-fwrapv", "-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize-recover=all",
       "-fno-sanitize=alignment,signed-integer-overflow"]
CHECK = """\
#ifdef HARDBOP
unsigned long long checked;
void check(unsigned long long v) { checked = v; }
#else
#include <stdio.h>
void check(unsigned long long v) { printf("%llu\\n", v); }
#endif
"""


def generate(seed: int, folder: Path) -> str:
    """Small programs of many shapes; each checksum is told to check. csmith leaves a file in the folder."""
    r = random.Random(seed)
    options = ["--no-argc", "--concise", "--max-funcs", str(r.randint(1, 6)), "--max-block-depth", str(r.randint(1, 3)),
               "--max-expr-complexity", str(r.randint(2, 8)), "--max-array-len-per-dim", str(r.randint(2, 6))]
    options += [option for option in ["--float", "--packed-struct", "--no-volatiles", "--strict-const-arrays"] if r.random() < 0.3]
    done = subprocess.run(["csmith", "--seed", str(seed), *options], capture_output=True, text=True, timeout=60, check=True,
                          cwd=folder)
    text = done.stdout.replace('#include "csmith.h"', f'{CHECK}#include "{HEADER}"')
    text = re.sub(r"(transparent_crc(?:_bytes)?\(.*\);)", r"{ \1 check(crc32_context); }", text)
    return text.replace("platform_main_end(", "check(crc32_context); (void)(")


def by_gcc(file: Path, bits: str) -> list[str] | None:
    """The checksums, unless the program has an undefined behaviour or takes long."""
    program = file.with_suffix("")
    if subprocess.run([*GCC, f"-m{bits}", str(file), "-o", str(program), "-lm"], capture_output=True).returncode != 0:
        return None
    try:
        done = subprocess.run([str(program)], capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return None
    return done.stdout.splitlines() + ["ended 0"] if done.returncode == 0 else None


class Comparison:
    """Counts what was compared and what was left out."""

    def __init__(self, tool: str, folder: Path) -> None:
        self.tool, self.folder = tool, folder
        self.compared = self.left_out = 0
        trial = folder / "trial.c"
        trial.write_text("#include <stdio.h>\nint main(void) { return 0; }\n")
        self.models = [bits for bits in ["64", "32"] if by_gcc(trial, bits) is not None]

    def differs(self, seed: int) -> str | None:
        file = self.folder / f"csmith{seed}.c"
        try:
            file.write_text(generate(seed, self.folder))
        except subprocess.TimeoutExpired:
            self.left_out += 1
            return None
        for bits in self.models:
            wanted = by_gcc(file, bits)
            if wanted is None:
                self.left_out += 1
                return None
            command = [self.tool, *(["--64"] if bits == "64" else []), "-DHARDBOP", str(file)]
            try:
                found = against_gcc.difference(command, wanted, timeout=20 * SECONDS)
            except subprocess.TimeoutExpired:
                self.left_out += 1
                return None
            if found is not None:
                return f"{bits} bits, {found}"
        self.compared += 1
        return None


def compare(tool: str, first: int, last: int) -> int:
    if shutil.which("csmith") is None or not HEADER.exists():
        print("skipped: no csmith")
        return 77
    status = 0
    with tempfile.TemporaryDirectory() as folder:
        comparison = Comparison(tool, Path(folder))
        for seed in range(first, last + 1):
            if (difference := comparison.differs(seed)) is not None:
                print(f"seed {seed}: {difference}", flush=True)
                status = 1
            for file in Path(folder).glob(f"csmith{seed}*"):
                file.unlink()
    names = " and ".join(comparison.models)
    print(f"{comparison.compared} programs of csmith compute the same, with {names} bits; {comparison.left_out} are left out.")
    return status


if __name__ == "__main__":
    sys.exit(against_gcc.run(__doc__, compare))
