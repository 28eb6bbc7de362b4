#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Golden tests: runs of hardbop with their exit status and output written down.

A test is a folder with the inputs and a file `test` such as

    # A comment, a whole line.
    $ hardbop check --label R input.bp
    exit 10
    stdout: ^label R: violated
    stdout!: holds
    stderr = expected.txt

    $ hardbop fmt - < input.bp
    stdout = input.bp

A line `$ ...` is a run, the lines after it say what must be true of it:

    exit N            its exit status is N (without this line, 0)
    stdout: REGEX     the regular expression matches somewhere; ^ and $ are a line's ends
    stdout!: REGEX    it matches nowhere
    stdout = FILE     the output is exactly this file; --update writes it
    seconds N         it takes at most N seconds of the processor (without this line, 20), and ends
                      in ten times that on a clock: tests run on slow and on busy machines
    memory N          it takes at most N MB
    slow              it takes long: not under the sanitizers, unless with --all
    long              it takes seconds: only with --all
    needs PROGRAM     without this program it is left out, and the test counts as skipped

and the same for stderr. A SARIF log that a run writes must be as sarif.py says. A run starts in a copy of the folder, in which examples/
is the project's. Its command is hardbop or python3 (to make a large input), with
`< FILE` and `> FILE` if need be; there is no other shell syntax.
"""

import argparse
import difflib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
from dataclasses import dataclass, field
from pathlib import Path

import sarif

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
CHECK = re.compile(r"(stdout|stderr)(!:|:| =)\s+(.*)")
NUMBER = re.compile(r"(exit|seconds|memory)\s+(\d+)")


@dataclass
class Check:
    stream: str
    kind: str  # ":", "!:" or "="
    text: str


@dataclass
class Run:
    line: int
    command: str
    numbers: dict[str, int] = field(default_factory=lambda: {"exit": 0, "seconds": 20})
    checks: list[Check] = field(default_factory=list)
    is_slow: bool = False
    is_long: bool = False
    needs: str | None = None


@dataclass
class Outcome:
    status: int
    output: dict[str, str]
    seconds: float  # of the processor
    is_killed: bool  # as it took too long on a clock
    megabytes: float


def parse(text: str) -> list[Run]:
    runs: list[Run] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith("$ "):
            runs.append(Run(number, line[2:]))
        elif runs and (match := CHECK.fullmatch(line)):
            runs[-1].checks.append(Check(match[1], match[2].strip(), match[3]))
        elif runs and (match := NUMBER.fullmatch(line)):
            runs[-1].numbers[match[1]] = int(match[2])
        elif runs and line == "slow":
            runs[-1].is_slow = True
        elif runs and line == "long":
            runs[-1].is_long = True
        elif runs and line.startswith("needs "):
            runs[-1].needs = line.removeprefix("needs ")
        else:
            raise ValueError(f"line {number} is not understood: {line}")
    if not runs:
        raise ValueError("no run: a line that starts with '$ '")
    return runs


def read(path: Path) -> str:
    if not path.is_file():  # such as /dev/full
        return ""
    return path.read_bytes().decode(errors="surrogateescape")


def execute(command: str, folder: Path, program: Path, seconds: float) -> Outcome:
    words = shlex.split(command)
    files = {"<": Path(os.devnull), ">": folder.with_suffix(".stdout")}
    for arrow in files:
        if arrow in words:
            at = words.index(arrow)
            files[arrow] = folder / words[at + 1]
            del words[at : at + 2]
    programs = {"hardbop": str(program), "python3": sys.executable}
    if words[0] not in programs:
        raise ValueError(f"a command is hardbop or python3, not {words[0]}")

    error_file = folder.with_suffix(".stderr")
    with files["<"].open() as stdin, files[">"].open("w") as out, error_file.open("w") as err:
        process = subprocess.Popen(
            words, executable=programs[words[0]], cwd=folder, stdin=stdin, stdout=out, stderr=err
        )
        late = threading.Event()
        timer = threading.Timer(10 * seconds, lambda: (late.set(), process.kill()))
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    output = {"stdout": read(files[">"]), "stderr": read(error_file)}
    output = {stream: text.replace(f"{folder}/", "") for stream, text in output.items()}
    processor = usage.ru_utime + usage.ru_stime
    return Outcome(process.returncode, output, processor, late.is_set(), usage.ru_maxrss / 1024)


def allowed_seconds(run: Run, is_sanitized: bool) -> float:
    return run.numbers["seconds"] * (10 if is_sanitized else 1)


def is_unseen(outcome: Outcome) -> bool:
    """Whether the leak sanitizer failed to look, which it does now and then where threads end."""
    return "LeakSanitizer has encountered a fatal error" in outcome.output["stderr"]


def shown(text: str, limit: int = 40) -> str:
    lines = [line[:400] for line in text.splitlines()]
    if len(lines) > limit:
        lines[limit:] = [f"... {len(lines) - limit} more lines"]
    return "".join(f"    | {line}\n" for line in lines) or "    (nothing)\n"


def difference(expected: str, got: str) -> str:
    lines = difflib.unified_diff(
        expected.splitlines(), got.splitlines(), "expected", "got", lineterm=""
    )
    return shown("\n".join(lines) or "(only the line ends differ)")


def failures(run: Run, outcome: Outcome, folder: Path, is_sanitized: bool) -> list[str]:
    found = []
    if outcome.is_killed or outcome.seconds > allowed_seconds(run, is_sanitized):
        found.append(f"  expected an end within {run.numbers['seconds']} seconds\n")
    elif outcome.status != run.numbers["exit"]:
        got = f"signal {-outcome.status}" if outcome.status < 0 else f"exit {outcome.status}"
        found.append(
            f"  expected exit {run.numbers['exit']}, got {got}, with stdout\n"
            + shown(outcome.output["stdout"])
            + "  and stderr\n"
            + shown(outcome.output["stderr"])
        )
    if "memory" in run.numbers and not is_sanitized:
        if outcome.megabytes > run.numbers["memory"]:
            limit = run.numbers["memory"]
            found.append(f"  expected at most {limit} MB, got {outcome.megabytes:.0f} MB\n")
    for check in run.checks:
        got = outcome.output[check.stream]
        if check.kind == "=":
            path = folder / check.text
            expected = read(path)
            if got != expected:
                found.append(f"  expected {check.stream} = {check.text}\n{difference(expected, got)}")
        elif bool(re.search(check.text, got, re.MULTILINE)) != (check.kind == ":"):
            verb = "to match" if check.kind == ":" else "not to match"
            found.append(f"  expected {check.stream} {verb} {check.text}\n  got\n{shown(got)}")
    return found


def sarif_failures(run: Run, folder: Path) -> list[str]:
    """Of the log that the run has written, if any."""
    words = shlex.split(run.command)
    path = folder / words[words.index("--sarif") + 1] if "--sarif" in words[:-1] else folder
    if words[0] != "hardbop" or run.numbers["exit"] not in (0, 5, 10) or not path.is_file():
        return []
    log = json.loads(read(path))
    return [f"  expected a SARIF log, but {problem}\n" for problem in sarif.problems(log)]


def update(run: Run, runs: list[Run], outcome: Outcome, folder: Path) -> None:
    """Writes the files of exact output, except those that are also inputs."""
    inputs = {word for other in runs for word in shlex.split(other.command)}
    for check in run.checks:
        if check.kind == "=" and check.text not in inputs:
            got = outcome.output[check.stream].encode(errors="surrogateescape")
            (folder / check.text).write_bytes(got)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("hardbop", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--update", action="store_true", help="write the files of exact output")
    parser.add_argument(
        "--sanitized", action="store_true", help="allow ten times the time, and any memory"
    )
    parser.add_argument("--all", action="store_true", help="run also what is slow or long")
    options = parser.parse_args()
    test = options.folder / "test"
    failed = False
    is_skipped = False
    with tempfile.TemporaryDirectory(prefix="hardbop-golden-") as temporary:
        folder = Path(temporary).resolve() / "run"
        try:
            runs = parse(test.read_text())
            shutil.copytree(options.folder, folder)
            (folder / "examples").symlink_to(EXAMPLES)
            for run in runs:
                if not options.all and (run.is_long or (run.is_slow and options.sanitized)):
                    continue
                if run.needs and not shutil.which(run.needs):
                    is_skipped = True
                    continue
                seconds = allowed_seconds(run, options.sanitized)
                for _ in range(3):
                    outcome = execute(run.command, folder, options.hardbop.resolve(), seconds)
                    if not is_unseen(outcome):
                        break
                if options.update:
                    update(run, runs, outcome, options.folder)
                found = failures(run, outcome, options.folder, options.sanitized)
                if found := found + sarif_failures(run, folder):
                    print(f"{test}:{run.line}: $ {run.command}\n" + "".join(found))
                    failed = True
        except (OSError, ValueError, IndexError, re.error) as error:
            print(f"{test}: {error}")
            failed = True
    return 1 if failed else 77 if is_skipped else 0


if __name__ == "__main__":
    sys.exit(main())
