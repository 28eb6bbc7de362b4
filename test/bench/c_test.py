#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""c_test.py BENCH: bench/c.py, with tools that answer what they are told to."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HARDBOP = """#!/usr/bin/env python3
import sys
engine = sys.argv[sys.argv.index("--engine") + 1]
name = sys.argv[2]
if "wrong" in name and engine == "image":
    sys.exit(0)
if "spare" in name:
    sys.exit(3 if engine == "slam" else 5)
sys.exit(10 if "bug" in name or "wrong" in name else 0)
"""

# The bound at which a loop is unwound is 10. What it is given is written down.
CBMC = """#!/usr/bin/env python3
import pathlib, sys, time
if sys.argv[1:] == ["--version"]:
    sys.exit(print("6.3.1 (cbmc-6.3.1)"))
assert "--no-standard-checks" in sys.argv and "--unwinding-assertions" in sys.argv
bound = int(sys.argv[sys.argv.index("--unwind") + 1])
file = next(pathlib.Path(one) for one in sys.argv if one.endswith(".c"))
with open({log!r}, "a") as log:
    print(file.name, bound, "--64" in sys.argv, '__CPROVER_assert(0, "reach_error")' in file.read_text(), file=log)
def fail(what):
    print(f"[main.1] line 1 {{what}}: FAILURE\\\\n** 1 of 1 failed\\\\nVERIFICATION FAILED")
    sys.exit(10)
if "slow" in file.name:
    time.sleep(60)
if "spare" in file.name:
    sys.exit(6)
if "recursive" in file.name:
    fail("recursion unwinding assertion")
if bound < 10:
    fail("unwinding assertion loop 0")
if "bug" in file.name:
    fail("assertion reach_error")
print("VERIFICATION SUCCESSFUL")
"""

# Family, name, expected, data model, text.
PROGRAMS = [
    ("loops", "holds", "true", "ILP32", "void reach_error(void) {}\nint main(void) { return 0; }\n"),
    ("loops", "bug", "false", "LP64", "extern void reach_error(void);\nint main(void) { reach_error(); }\n"),
    ("loops", "wrong", "false", "ILP32", "void reach_error () { }\nint main(void) { reach_error(); }\n"),
    ("other", "recursive", "true", "ILP32", "void reach_error(void) {}\n"),
    ("other", "slow", "true", "ILP32", "void reach_error(void) {}\n"),
    ("other", "spare", "true", "ILP32", "int main(void) { return 0; }\n"),
]


def main(bench: str) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        log = folder / "log"
        for tool, text in (("hardbop", HARDBOP), ("cbmc", CBMC.format(log=str(log)).replace("\\\\n", "\\n"))):
            (folder / tool).write_text(text)
            (folder / tool).chmod(0o755)
        lines = ["file\tproperty\tverdict\tdata_model", "ends/holds.c\ttermination\ttrue\tILP32"]
        (folder / "ends").mkdir()
        (folder / "ends" / "holds.c").write_text("int main(void) { return 0; }\n")
        for family, program, expected, model, text in PROGRAMS:
            (folder / family).mkdir(exist_ok=True)
            (folder / family / f"{program}.c").write_text(text)
            lines.append(f"{family}/{program}.c\tunreach-call\t{expected}\t{model}")
        (folder / "list").write_text("\n".join(lines) + "\n")
        subprocess.run(
            [sys.executable, bench, folder / "hardbop", folder / "out.json"]
            + ["--seconds", "5", "--list", folder / "list", "--root", folder],
            check=True,
            env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"},
        )
        written = json.loads((folder / "out.json").read_text())
        rows = {(row["family"], row["tool"]): row for row in written["families"]}
        programs = {row["program"]: row["answers"] for row in written["programs"]}
        curves = (folder / "out.svg").read_text()
        given = log.read_text().splitlines()

    def counts(family: str, tool: str) -> tuple:
        return tuple(rows[family, tool].get(kind, 0) for kind in ("right", "unknown", "WRONG", "crash"))

    expected = {
        ("loops", "cbmc"): (2, 0, 1, 0),
        ("other", "cbmc"): (0, 3, 0, 0),
        ("all", "cbmc"): (2, 3, 1, 0),
        ("loops", "image"): (2, 0, 1, 0),
        ("other", "image"): (2, 1, 0, 0),
        ("other", "slam"): (2, 0, 0, 1),
        ("all", "auto"): (6, 1, 0, 0),
        ("ends", "rank"): (1, 0, 0, 0),
    }
    for (family, tool), wanted in expected.items():
        assert counts(family, tool) == wanted, (family, tool, counts(family, tool))
    assert 5 <= rows["other", "cbmc"]["seconds"] < 30, rows["other", "cbmc"]
    # What is not for it is not asked.
    assert ("ends", "cbmc") not in rows and "cbmc" not in programs["ends/holds.c"]
    assert programs["loops/wrong.c"]["image"]["kind"] == "WRONG", programs
    for tool in ("auto", "horn", "cbmc"):
        assert f">{tool}</text>" in curves, curves
    # Bounds grow until it is sure; calls of reach_error are errors whether it has a body or not.
    assert [line for line in given if line.startswith("holds")] == [f"holds.c {n} False True" for n in (2, 5, 10)]
    assert [line for line in given if line.startswith("bug")] == [f"bug.c {n} True True" for n in (2, 5, 10)]
    bounds = [int(line.split()[1]) for line in given if line.startswith("recursive")]
    assert bounds == [2, 5, 10, 20, 50, 100, 200, 1000][: len(bounds)] and bounds, bounds
    assert [line for line in given if line.startswith("spare")] == ["spare.c 2 False False"]


main(sys.argv[1])
