#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares `hardbop check` with what other tools say of `hardbop export`, on random programs and
some written ones.

chc: z3 solves the clauses. promela: SPIN searches the model; programs with recursion must be
refused. threads: the same of programs with threads. c: the program is compiled and run with all choices, as far as that is possible
(driver.c); where it is not, a violation may remain unfound, but only rarely. aiger: ABC decides
the circuit. btor2: likewise, of a circuit that btor2_circuit.py makes of it. yosys: Yosys reads the
circuit and writes it in BTOR2, of which btor2_circuit.py makes one again. moped, horn: Hardbop
itself reads the Remopla and the Horn clauses (chc) that it wrote. boogie: Boogie inlines calls and
unrolls loops as far as bounds go, so that violations may remain unfound here, too.

Exits with 0 if all agree, 1 if not, 77 where the other tool is not installed.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from functools import partial
from pathlib import Path

from btor2_circuit import circuit_of

DRIVER = Path(__file__).with_name("driver.c")
WRITTEN = Path(__file__).parents[2] / "golden/export"  # programs with all constructs
TOOLS = {"c": ["cc"], "chc": ["z3"], "promela": ["spin", "cc"], "threads": ["spin", "cc"],
         "aiger": ["berkeley-abc"], "btor2": ["berkeley-abc"], "yosys": ["berkeley-abc", "yosys"],
         "moped": [], "horn": [], "boogie": ["boogie"]}
FILES = {"c": "program.c", "chc": "program.smt2", "promela": "program.pml",
         "threads": "program.pml", "aiger": "program.aig", "btor2": "program.btor2",
         "yosys": "program.aig", "moped": "program.rem", "horn": "program.smt2",
         "boogie": "program.bpl"}
TARGETS = {"horn": "chc", "threads": "promela", "yosys": "aiger"}  # others are their own
NOT_RECURSIVE = ["promela", "threads", "aiger", "btor2", "yosys"]
REFUSED = ["recursive programs", "programs with 'enforce'"]
# What random programs do, and no fault of the export.
ODD = ["tautological-compare", "infinite-recursion", "logical-not-parentheses", "unused"]
STRICT = ["-std=c99", "-Wall", "-Wextra", "-Werror", *(f"-Wno-{warning}" for warning in ODD)]
OPEN_SHARE = 0.1  # of violated programs may remain open in C and Boogie


class Disagreement(Exception):
    pass


def run(*command: object, folder: Path | None = None, status: int | None = 0) -> str:
    done = subprocess.run([str(word) for word in command], cwd=folder, text=True,
                          capture_output=True, timeout=300)
    if status is not None and done.returncode != status:
        raise Disagreement(f"{command[0]} exits with {done.returncode}: {done.stdout}{done.stderr}")
    return done.stdout


def question(text: str, seed: int, with_entries: bool) -> list[str]:
    """Assertions, one of the labels, or all; runs start elsewhere now and then."""
    options: list[str] = []
    labels = sorted(set(re.findall(r"^\s*(L\d+):", text, re.MULTILINE)))
    if labels and seed % 2 == 1:
        options += ["--label", labels[seed // 2 % len(labels)]]
    if not with_entries:
        return options
    procedures = re.findall(r"^(?:dfs )?(?:\S+ )?(\w+)\(.*begin$", text, re.MULTILINE)
    if seed % 5 == 0:
        options += ["--entry", procedures[seed // 5 % len(procedures)]]
    if seed % 10 == 0:
        options += ["--entry", "main"]
    return options


class Comparison:
    def __init__(self, hardbop: Path, folder: Path) -> None:
        self.hardbop = hardbop
        self.folder = folder
        self.counts: Counter[str] = Counter()

    def random(self, language: str, seed: int) -> None:
        threads = ["--threads"] if language == "threads" else []
        text = run(self.hardbop, "generate", "random", *threads, "--seed", seed)
        self.compare(language, text, question(text, seed, not threads))

    def compare(self, language: str, text: str, options: list[str]) -> None:
        program = self.folder / "program.bp"
        program.write_text(text)
        done = subprocess.run([self.hardbop, "check", "-w", "--json", *options, program],
                              capture_output=True)
        if done.returncode == 5 and language == "threads":
            self.counts["unknown"] += 1
            return
        if done.returncode not in (0, 10):
            raise Disagreement(f"check exits with {done.returncode}")
        verdict = "violated" if done.returncode == 10 else "holds"
        exported = self.folder / FILES[language]
        target = TARGETS.get(language, language)
        wrote = subprocess.run([self.hardbop, "export", "-w", "--to", target, "-o", exported,
                                *options, program], capture_output=True, text=True)
        if (language in NOT_RECURSIVE and wrote.returncode == 2
                and any(text in wrote.stderr for text in REFUSED)):
            self.counts["refused"] += 1
            return
        if wrote.returncode != 0:
            raise Disagreement(f"export exits with {wrote.returncode}: {wrote.stderr}")
        other = getattr(self, language)(exported)
        if other == "open" and verdict == "violated":
            self.counts["violated, open"] += 1
        elif other not in (verdict, "open"):
            raise Disagreement(f"check says {verdict}, the other tool says {other}")
        self.counts[verdict] += 1

    def chc(self, file: Path) -> str:
        answer = run("z3", "-T:100", file, status=None).strip()
        return {"sat": "holds", "unsat": "violated"}.get(answer, answer)

    def promela(self, file: Path) -> str:
        run("spin", "-a", file.name, folder=self.folder)
        run("cc", "-w", "-O0", "-DSAFETY", "-DNOREDUCE", "-o", "pan", "pan.c", folder=self.folder)
        output = run("./pan", "-E", "-m1000000", folder=self.folder, status=None)
        if any(text in output for text in ["max search depth too small", "VECTORSZ too small"]):
            return "open"
        errors = re.search(r"errors: (\d+)", output)
        if errors is None:
            raise Disagreement(f"pan says {output}")
        if errors[1] != "0" and "assertion violated" not in output:
            raise Disagreement(f"another error than an assertion: {output}")
        return "holds" if errors[1] == "0" else "violated"

    threads = promela

    def moped(self, file: Path) -> str:
        done = subprocess.run([self.hardbop, "check", file], capture_output=True, text=True)
        return {0: "holds", 10: "violated"}.get(done.returncode, done.stdout + done.stderr)

    horn = moped

    def boogie(self, file: Path) -> str:
        output = run("boogie", "/inline:assume", "/loopUnroll:6", "/proc:start", file, status=None)
        found = re.search(r"finished with \d+ verified, (\d+) error", output)
        if found is None or "syntax error" in output:
            raise Disagreement(f"boogie says {output}")
        return "open" if found[1] == "0" else "violated"

    def aiger(self, file: Path) -> str:
        output = run("berkeley-abc", "-q", f"read {file}; pdr", status=None)
        if "was asserted in frame" in output:
            return "violated"
        return "holds" if "Property proved" in output else f"abc: {output}"

    def btor2(self, file: Path) -> str:
        circuit = file.with_suffix(".aig")
        circuit.write_bytes(circuit_of(file))
        return self.aiger(circuit)

    def yosys(self, file: Path) -> str:
        """Yosys has outputs for bad states."""
        btor2 = file.with_suffix(".btor2")
        run("yosys", "-q", "-p", f"read_aiger -clk_name clk {file}; write_btor {btor2}")
        btor2.write_text(re.sub(r"^(\d+) output ", r"\1 bad ", btor2.read_text(), flags=re.MULTILINE))
        return self.btor2(btor2)

    def c(self, file: Path) -> str:
        driver = self.folder / "driver.o"
        if not driver.exists():
            run("cc", "-O1", "-w", "-c", "-o", driver, DRIVER)
        run("cc", *STRICT, "-O0", "-c", "-Dmain=program_main",
            "-fsanitize-coverage=trace-pc", "-o", self.folder / "program.o", file)
        run("cc", "-o", self.folder / "program", driver, self.folder / "program.o")
        answer = run(self.folder / "program").strip()
        return {"reached": "violated", "complete": "holds"}.get(answer, answer)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("hardbop", type=Path)
    parser.add_argument("language", choices=TOOLS)
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int)
    options = parser.parse_args()
    missing = [tool for tool in TOOLS[options.language] if shutil.which(tool) is None]
    if missing:
        print("skipped, for want of", *missing)
        return 77
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        comparison = Comparison(options.hardbop.resolve(), Path(folder))
        for name, compare in [
            *((file.name, partial(comparison.compare, options.language, file.read_text(), []))
              for file in sorted(WRITTEN.glob("*/*.bp")) if options.language != "threads"),
            *((f"seed {seed}", partial(comparison.random, options.language, seed))
              for seed in range(options.first, options.last + 1)),
        ]:
            try:
                compare()
            except Disagreement as error:
                failures += 1
                print(f"{name}: {error}", flush=True)
        counts = comparison.counts
    print(", ".join(f"{count} {what}" for what, count in sorted(counts.items())))
    is_bounded = options.language in ("c", "boogie")
    if is_bounded and counts["violated, open"] > OPEN_SHARE * counts["violated"]:
        print("too many violations were not found by running")
        failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
