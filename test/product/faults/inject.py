#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""One call of the system fails, at every place in turn: memory, writing, reading, forks, clocks.

    inject.py HARDBOP WRAPPER [--all] [--most 500] [--jobs 2] [WORD...]

The library of wrapper.c is preloaded and makes the n-th call of a kind fail. Whatever fails, a run ends by itself, with a
status of docs/manual/exit-status.md that is not that of a bug (of C it may be: Clang and Z3 abort); what it decides is what it decides without a fault; and
each file that it writes is there whole or not at all. Without --all, a few commands run with a few faults. With it,
these and the commands of the golden tests of Boolean programs run with each fault: allocations 1 to 500, and then every
tenth part farther, until none fails any more; calls of the other kinds likewise. WORDs choose golden tests that contain
one of them.
"""

import argparse
import concurrent.futures
import importlib.util
import itertools
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

GOLDEN = Path(__file__).resolve().parents[2] / "golden"
STATUSES = (0, 1, 2, 5, 10)
AREAS = ("certify", "check", "diagnostics", "explain", "export", "fmt", "generate", "graph", "shrink", "solve")
PATIENCE = 60  # seconds, for slow machines

SMALL = "decl g; void main() begin g := T; if (*) then g := F; fi L: skip; assert(g); h(); end\nvoid h() begin assert(g); end\n"
SAFE = "decl g; void main() begin g := T; h(); assert(g); end\nvoid h() begin skip; end\n"
C = """#include <assert.h>
extern unsigned char random_byte(void);
int main(void) {
  unsigned sum = 0;
  for (unsigned i = 0; i < 5; i++) sum += random_byte() & 1;
  assert(sum <= 5);
}
"""
FEW = (
    "hardbop check -w --property assertions small.c",
    "hardbop check --trace small.bp",
    "hardbop check --json --trace --certify out.json small.bp",
    "hardbop check --certify out.smt2 safe.bp",
    "hardbop check --sarif out.sarif safe.bp",
    "hardbop validate safe.bp safe.smt2",
    "hardbop export --to c -o out.c safe.bp",
    "hardbop fmt small.bp",
)
ERRORS = {"ENOSPC": 28, "EIO": 5, "EMFILE": 24, "EAGAIN": 11, "ENOMEM": 12}
# How each kind of call fails.
WAYS = {
    "write": (ERRORS["ENOSPC"], ERRORS["EIO"], "short", "signal"),
    "read": (ERRORS["EIO"], "short", "signal"),
    "open": (ERRORS["EMFILE"],),
    "close": (ERRORS["EIO"],),
    "rename": (ERRORS["ENOSPC"],),
    "fork": (ERRORS["EAGAIN"],),
    "socketpair": (ERRORS["EMFILE"],),
    "mmap": (ERRORS["ENOMEM"],),
    "clock": (1_000_000, -1_000_000),
}
# What is not the same each time.
TIMES = re.compile(rb'("(?:seconds|\w+_s|[\w.]+_s)"\s*:\s*)[0-9.e+-]+|hardbop-fault-\w+')
VERDICT = re.compile(
    r'^(.*\S): ((?:holds|violated|not applicable)\b.*)|^(valid|invalid): (.*)|"(verdict)"\s*:\s*"(holds\S*|violated)"', re.MULTILINE
)


def load_golden():
    sys.path.insert(0, str(GOLDEN))
    spec = importlib.util.spec_from_file_location("golden_runner", GOLDEN / "run.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@dataclass
class Ended:
    status: int | None  # None: it did not end
    output: str
    files: dict[str, bytes]
    has_failed: bool  # the call

    def verdicts(self) -> set[tuple]:
        return set(VERDICT.findall(self.output))


def files_of(folder: Path) -> dict[str, bytes]:
    found = [path for path in sorted(folder.rglob("*")) if path.is_file() and not path.is_symlink()]
    return {str(path.relative_to(folder)): TIMES.sub(rb"\1", path.read_bytes()) for path in found}


class Command:
    """A command, and the folder in which it runs."""

    def __init__(self, program: Path, wrapper: Path, words: list[str], folder: Path) -> None:
        self.program, self.wrapper, self.folder = program, wrapper, folder
        self.words, self.streams = list(words[1:]), {}
        for arrow in "<", ">":
            if arrow in self.words:
                at = self.words.index(arrow)
                self.streams[arrow] = self.words[at + 1]
                del self.words[at : at + 2]
        self.title = shlex.join(words)
        self.usual = self.run(None)

    def run(self, fault: str | None) -> Ended:
        with tempfile.TemporaryDirectory(prefix="hardbop-fault-") as temporary:
            folder, mark = Path(temporary) / "run", Path(temporary) / "mark"
            shutil.copytree(self.folder, folder, symlinks=True)
            environment = dict(os.environ, TMPDIR=str(folder))
            if fault is not None:
                environment.update(LD_PRELOAD=str(self.wrapper), HARDBOP_FAULT=fault, HARDBOP_FAULT_MARK=str(mark))
            with open(folder / self.streams["<"] if "<" in self.streams else os.devnull) as stdin:
                process = subprocess.Popen(
                    [self.program, *self.words], cwd=folder, env=environment, stdin=stdin, text=True,
                    stdout=subprocess.PIPE, stderr=subprocess.PIPE, errors="replace", start_new_session=True,
                )  # fmt: skip
            try:
                output, _ = process.communicate(timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, 9)
                output, _ = process.communicate()
                return Ended(None, output, {}, True)
            return Ended(process.returncode, output, files_of(folder), mark.exists())

    def problem(self, fault: str) -> tuple[str | None, bool]:
        """What a fault does that it must not do, and whether it happened at all."""
        ended = self.run(fault)
        if not ended.has_failed:
            return None, False
        if ended.status is None:
            return "it does not end", True
        is_c = any(word.endswith(".c") for word in self.words)
        if ended.status not in STATUSES and not (is_c and ended.status == 6):
            return f"it ends with {ended.status}", True
        if ended.status == 0 and self.usual.status not in (0, None):
            return f"it succeeds, and fails without the fault (status {self.usual.status})", True
        if wrong := ended.verdicts() - self.usual.verdicts():
            return f"it says {wrong.pop()}", True
        for name, content in ended.files.items():
            if name not in self.usual.files:
                return f"it leaves {name}", True
            if not says_no_more(content, self.usual.files[name]) and content != self.before().get(name):
                return f"{name} is another file", True
        return None, True

    def before(self) -> dict[str, bytes]:
        return files_of(self.folder)


def says_no_more(content: bytes, usual: bytes) -> bool:
    """A file may leave out what was not decided without memory."""
    if content == usual:
        return True
    try:
        said, known = json.loads(content), json.loads(usual)
    except ValueError:
        return False
    decided = [one for one in said.get("results", []) if one.get("verdict") != "unknown"]
    return bool(said) and all(one in known["results"] for one in decided)


def report(problem: str | None, fault: str, command: Command, problems: list[str]) -> None:
    if problem:
        problems.append(f"{fault}: {command.title}: {problem}")
        print(problems[-1], flush=True)


def faults_of(command: Command, most: int, problems: list[str]) -> int:
    """Tries all; how many happened."""
    count = 0

    def look(fault: str) -> bool:
        nonlocal count
        problem, has_happened = command.problem(fault)
        count += has_happened
        report(problem, fault, command, problems)
        return has_happened

    for kind in "malloc", "mallocs":
        n = 1
        while look(f"{kind}:{n}"):
            n += 1 if n < most and kind == "malloc" else max(1, n // 10)
    for kind, ways in WAYS.items():
        for way in ways:
            n = 1
            while look(f"{kind}:{n}:{way}"):
                n += 1 if n < 30 else n // 10
    return count


def golden_commands(program: Path, wrapper: Path, words: list[str], temporary: Path):
    golden = load_golden()
    for area in AREAS:
        for test in sorted((GOLDEN / area).glob("*/test")):
            name = f"{area}/{test.parent.name}"
            if words and not any(word in name for word in words):
                continue
            folder = temporary / name
            shutil.copytree(test.parent, folder)
            (folder / "examples").symlink_to(golden.EXAMPLES)
            for run in golden.parse(test.read_text()):
                parts = shlex.split(run.command)
                is_ours = parts[0] == "hardbop" and not run.is_slow and not run.is_long and "timeout" not in run.command
                if is_ours and not any(part.endswith((".c", ".i", "/dev/full")) for part in parts):
                    copied = folder.with_name(f"{folder.name}.{run.line}")
                    shutil.copytree(folder, copied, symlinks=True)
                    yield Command(program, wrapper, parts, copied)
                golden.execute(run.command, folder, program, 60)  # later runs need its files


def few_commands(program: Path, wrapper: Path, temporary: Path) -> list[Command]:
    folder = temporary / "few"
    folder.mkdir()
    (folder / "small.bp").write_text(SMALL)
    (folder / "safe.bp").write_text(SAFE)
    (folder / "small.c").write_text(C)
    subprocess.run([program, "check", "--certify", "safe.smt2", "safe.bp"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return [Command(program, wrapper, shlex.split(text), folder) for text in FEW]


def try_few(commands: list[Command], problems: list[str]) -> int:
    faults = [f"malloc:{n}" for n in (1, 40, 3000)] + ["mallocs:4500", "fork:1:11", "socketpair:1:24", "clock:2:1000000"]
    faults += ["write:1:28", "write:1:short", "write:1:signal", "read:2:short", "read:1:5", "rename:1:28", "close:1:5"]
    count = 0
    for command in commands:
        for fault in faults:
            problem, has_happened = command.problem(fault)
            count += has_happened
            report(problem, fault, command, problems)
    return count


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hardbop", type=Path)
    parser.add_argument("wrapper", type=Path)
    parser.add_argument("words", nargs="*")
    parser.add_argument("--all", action="store_true", help="all golden commands with all faults")
    parser.add_argument("--most", type=int, default=500, help="allocations that fail one after the other")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    program, wrapper = options.hardbop.resolve(), options.wrapper.resolve()
    problems: list[str] = []
    with tempfile.TemporaryDirectory(prefix="hardbop-faults-") as temporary:
        if options.all:
            few = [] if options.words else few_commands(program, wrapper, Path(temporary))
            commands = itertools.chain(few, golden_commands(program, wrapper, options.words, Path(temporary)))
            with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
                tried = list(pool.map(lambda one: faults_of(one, options.most, problems), commands))
        else:
            commands = few_commands(program, wrapper, Path(temporary))
            tried = [try_few(commands, problems)]
    print(f"{len(tried) if options.all else len(FEW)} commands, {sum(tried)} faults, {len(problems)} problems")
    return 1 if problems or sum(tried) == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
