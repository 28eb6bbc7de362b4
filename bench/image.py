#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the ways of image computation on C programs, after the paper on disjunctive images.

The first table is like table III there: the conventional method (old, --image conjunctive) against sets per block (new),
and with a manager per group (new2); the second like table IV: groups of blocks, by what the groups should share little of.
The programs are those of image/programs.py in four sizes, each also with an assertion that fails, and those of --corpus;
without --whole only the smallest, and the first table. A time is user and system time of the processor. Old is stopped
after --more times what new took, which says enough, but not before --least seconds. --whole also plots nodes against
steps, after figures 4 and 9, beside the JSON. With --abc, the third table has ABC's engines pdr and reach, if it is installed, on
the same programs as `hardbop export --to aiger` writes them, with the same limit as old. All ways must give the same verdict,
both traversals and ABC too: else the status is 6.
"""

import argparse
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent / "image"), str(Path(__file__).parent / "tools")]
import aiger
import plot
import programs
from provenance import provenance

DISAGREE = 6
VERDICTS = {0: "holds", 10: "violated"}
PARTITIONS = ("live", "assigned", "edges", "mixed")


@dataclass(frozen=True)
class Way:
    name: str
    options: tuple[str, ...]


OLD = Way("old", ("--image", "conjunctive"))
NEW = Way("new", ())
NEW2 = Way("new2", ("--managers", "per-group"))
FRAMES = Way("frames", ("--traversal", "frames"))
PLOTTED = ("ppp", 3)


def groups(size: int) -> list[Way]:
    return [Way(what, ("--group-size", str(size), "--partition", what)) for what in PARTITIONS]


@dataclass(frozen=True)
class Program:
    name: str
    file: Path
    expected: str | None


def generated(folder: Path, whole: bool) -> list[Program]:
    found = []
    for name, sizes in programs.SIZES.items():
        for units in sizes if whole else sizes[:1]:
            for broken in (False, True):
                title = f"{name} {units}{' broken' if broken else ''}"
                file = folder / f"{title.replace(' ', '-')}.c"
                file.write_text(programs.text(name, units, broken))
                found.append(Program(title, file, "violated" if broken else "holds"))
    return found


def corpus(folder: Path) -> list[Program]:
    files = sorted(file for file in folder.rglob("*") if file.suffix in (".c", ".i"))
    return [Program(str(file.relative_to(folder)), file, None) for file in files]


def processor_time(pid: int) -> float:
    """Of a process that runs, or has ended and was not waited for, and of its children: one of them does the work."""
    try:
        after_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return 0.0  # a child that has ended meanwhile
    own = (int(after_name[11]) + int(after_name[12])) / os.sysconf("SC_CLK_TCK")
    return own + sum(processor_time(int(child)) for child in children)


def wait(process: subprocess.Popen, seconds: int) -> resource.struct_rusage:
    """Waits for the end, and asks for it when the time is up: then there are statistics still."""
    is_asked = False
    while (found := os.wait4(process.pid, os.WNOHANG))[0] == 0:
        if not is_asked and processor_time(process.pid) > seconds:
            process.send_signal(signal.SIGTERM)  # once: a second one would end it at once
            is_asked = True
        time.sleep(0.02)
    process.returncode = os.waitstatus_to_exitcode(found[1])
    return found[2]


def run(hardbop: Path, program: Program, way: Way, seconds: int) -> dict:
    """One run, with the verdict None where there is none, be it for want of time."""
    command = [hardbop, "check", "-w", "--json", "--property", "assertions", "--engine", "image", *way.options, program.file]
    limit = (seconds + 10, seconds + 10)  # in case that it does not end when asked to
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(
            command, stdout=out, stderr=subprocess.DEVNULL,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, limit))
        usage = wait(process, seconds)
        out.seek(0)
        text = out.read().decode()
    row = {"verdict": VERDICTS.get(process.returncode), "status": process.returncode,
           "seconds": round(usage.ru_utime + usage.ru_stime, 3), "limit": seconds}
    figures = json.loads(text).get("statistics", {}) if text.strip() else {}
    for key in ("state_bits", "blocks", "groups", "steps", "depth"):
        row[key] = figures.get(f"image.{key}")
    row["peak_nodes"] = figures.get("bdd.peak_nodes")
    return row


def cell(row: dict, seconds: int) -> str:
    if row["verdict"] is not None:
        return f"{row['seconds']:.2f}"
    return f">{seconds}" if row["seconds"] > 0.95 * seconds else f"status {row['status']}"


def thousands(nodes: int | None) -> str:
    return "-" if nodes is None else f"{nodes / 1000:.0f}"


def known(value: object) -> str:
    return "?" if value is None else str(value)


def completed(row: dict) -> str:
    """Y, or after how many steps it was stopped."""
    return "Y" if row["verdict"] is not None else known(row["depth"])


def show_methods(rows: list[dict]) -> None:
    print(f"{'':20}{'':>6}{'':>7}{'completed':>21}{'CPU time (s)':>27}{'peak nodes (k)':>27}")
    print(f"{'program':20}{'bits':>6}{'depth':>7}" + "".join(f"{name:>{width}}" for width in (7, 9, 9)
                                                              for name in ("old", "new", "new2")))
    for row in rows:
        ways = [row["ways"][name] for name in ("old", "new", "new2")]
        cells = ([f"{completed(way):>7}" for way in ways] + [f"{cell(way, way['limit']):>9}" for way in ways] +
                 [f"{thousands(way['peak_nodes']):>9}" for way in ways])
        print(f"{row['program']:20}{known(ways[1]['state_bits']):>6}{known(row['ways']['frames']['depth']):>7}" +
              "".join(cells))


def show_groups(rows: list[dict], size: int) -> None:
    print(f"\ngroups of at most {size} bits")
    print(f"{'':20}{'CPU time (s)':>32}{'peak nodes (k)':>36}{'groups':>36}")
    print(f"{'program':20}" + "".join(f"{what[:8]:>9}" for what in PARTITIONS * 3))
    for row in rows:
        ways = [row["ways"][what] for what in PARTITIONS]
        cells = ([cell(way, way["limit"]) for way in ways] + [thousands(way["peak_nodes"]) for way in ways] +
                 [known(way["groups"]) for way in ways])
        print(f"{row['program']:20}" + "".join(f"{one:>9}" for one in cells))


def show_abc(rows: list[dict]) -> None:
    """Machine by machine is the default; where ABC is twice as fast as the better traversal, it is named."""
    print(f"\n{'':20}{'machines':>17}{'frames':>17}{'':>8}{'':>8}{'CPU time (s)':>20}")
    print(f"{'program':20}" + f"{'s':>9}{'k nodes':>8}" * 2 + f"{'latches':>8}{'gates':>8}{'pdr':>10}{'reach':>10}")
    for row in rows:
        cells = "".join(f"{cell(way, way['limit']):>9}{thousands(way['peak_nodes']):>8}"
                        for way in (row["ways"]["new"], row["ways"]["frames"]))
        peers = [row["ways"][name] for name in aiger.ENGINES]
        print(f"{row['program']:20}{cells}{known(row.get('latches')):>8}{known(row.get('gates')):>8}" +
              "".join(f"{cell(peer, peer['limit']):>10}" for peer in peers) + wins(row))


def wins(row: dict) -> str:
    ours = min((row["ways"][name]["seconds"] for name in ("new", "frames") if row["ways"][name]["verdict"] is not None),
               default=float("inf"))
    better = [name for name in aiger.ENGINES
              if row["ways"][name]["verdict"] is not None and 2 * row["ways"][name]["seconds"] < ours]
    return f"  {', '.join(better)} wins" if better else ""


def show_gains(rows: list[dict]) -> None:
    """How old compares with new where there are more than 300 bits; time that ran out is a lower bound."""
    for row in rows:
        old, new = row["ways"]["old"], row["ways"]["new"]
        if new["verdict"] is None or new["state_bits"] <= 300:
            continue
        more = "" if old["verdict"] is not None else "at least "
        nodes = "" if old["peak_nodes"] is None else f", {more}{old['peak_nodes'] / new['peak_nodes']:.1f} times the nodes"
        print(f"{row['program']}: old takes {more}{old['seconds'] / new['seconds']:.1f} times the time{nodes}")


def disagreements(rows: list[dict]) -> list[str]:
    found = []
    for row in rows:
        said = {name: way["verdict"] for name, way in row["ways"].items() if way["verdict"] is not None}
        if row["expected"] is not None:
            said["expected"] = row["expected"]
        if len(set(said.values())) > 1:
            found.append(f"{row['program']}: " + ", ".join(f"{who} {what}" for who, what in said.items()))
    return found


def measure(hardbop: Path, program: Program, ways: list[Way], options: argparse.Namespace) -> dict:
    """All ways, new first: it says how long old may take."""
    print(f"measuring {program.name}", file=sys.stderr)
    found = {"new": run(hardbop, program, NEW, options.seconds)}
    enough = min(options.seconds, max(options.least, round(options.more * found["new"]["seconds"])))
    for way in ways:
        if way is not NEW:
            found[way.name] = run(hardbop, program, way, enough)
    row = {"program": program.name, "expected": program.expected, "ways": found}
    return row | ask_abc(hardbop, program, enough, found) if options.abc else row


def ask_abc(hardbop: Path, program: Program, seconds: int, found: dict) -> dict:
    """Adds its answers to those found; how large its model is."""
    model = program.file.with_suffix(".aig")
    is_exported = aiger.export(hardbop, program.file, model)
    for engine in aiger.ENGINES:
        none = {"verdict": None, "status": "not exported", "seconds": 0.0, "limit": seconds}
        found[engine] = aiger.run(engine, model, seconds) if is_exported else none
    if not is_exported:
        return {}
    latches, gates = aiger.size(model)
    return {"latches": latches, "gates": gates}


def steps(tool: Path, way: str, seconds: int, file: Path) -> list[list[int]]:
    """By frame: its number, nodes in use, nodes of the largest set of new states."""
    done = subprocess.run([tool, way, str(seconds), file], capture_output=True, text=True)
    return [[int(word) for word in line.split()] for line in done.stdout.splitlines()]


def plots(tool: Path, seconds: int, folder: Path, beside: Path) -> None:
    name, units = PLOTTED
    file = folder / "plotted.c"
    file.write_text(programs.text(name, units, False))
    frames = {way: steps(tool, way, seconds, file) for way in ("old", "new", "new2")}
    figures = {
        "figure-4": plot.figure(f"{name} {units}: the conventional method, {seconds} s", {
            "nodes in use": [(frame, nodes) for frame, nodes, _ in frames["old"]],
            "new states": [(frame, nodes) for frame, _, nodes in frames["old"]]}),
        "figure-9": plot.figure(f"{name} {units}: nodes in use, {seconds} s", {
            way: [(frame, nodes) for frame, nodes, _ in rows] for way, rows in frames.items()})}
    for figure, text in figures.items():
        target = beside.with_name(f"{beside.stem}-{figure}.svg")
        target.write_text(text)
        print(f"plot: {target}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("hardbop", type=Path)
    parser.add_argument("json", type=Path)
    parser.add_argument("--seconds", type=int, default=60, help="of the processor, for one run")
    parser.add_argument("--more", type=float, default=12, help="times that old may take as long as new")
    parser.add_argument("--least", type=int, default=5, help="seconds before old is stopped")
    parser.add_argument("--whole", action="store_true", help="all sizes, both tables, and plots")
    parser.add_argument("--group-size", type=int, default=175, help="bits of a group, in the second table")
    parser.add_argument("--only", default="", help="programs whose name contains this")
    parser.add_argument("--no-broken", action="store_true", help="only programs without an error")
    parser.add_argument("--no-groups", action="store_true", help="only the first table")
    parser.add_argument("--corpus", type=Path, help="a folder with more C programs")
    parser.add_argument("--abc", action="store_true", help="also ask ABC")
    options = parser.parse_args()
    if options.abc and aiger.tool() is None:
        print("ABC is not installed: it is not asked", file=sys.stderr)
        options.abc = False
    grouped = options.whole and not options.no_groups
    ways = [OLD, NEW, NEW2, FRAMES, *(groups(options.group_size) if grouped else [])]
    rows: list[dict] = []
    about = provenance("bench/image.py build/release/hardbop " + " ".join(Path(word).name for word in sys.argv[2:]))
    options.json.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        some = generated(Path(folder), options.whole)
        if options.corpus is not None:
            some += corpus(options.corpus)
        for program in some:
            if options.only not in program.name or (options.no_broken and program.expected == "violated"):
                continue
            rows.append(measure(options.hardbop.resolve(), program, ways, options))
            result = about | {"seconds": options.seconds, "group_size": options.group_size, "programs": rows}
            options.json.write_text(json.dumps(result, indent=1) + "\n")  # what there is, if it is stopped
        if options.whole:
            plots(options.hardbop.resolve().parent / "image_steps", options.least, Path(folder), options.json)
    show_methods(rows)
    print()
    show_gains(rows)
    if options.abc:
        show_abc(rows)
    if grouped:
        show_groups(rows, options.group_size)
    print("\nSeconds of the processor. >N: not within N of them, nodes until then, and the steps that were completed.")
    wrong = disagreements(rows)
    for line in wrong:
        print(f"verdicts differ: {line}")
    return DISAGREE if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
