#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Spoils certificates of C programs, one change at a time: `validate` must refuse each.

spoilt.py HARDBOP COUNT [SEED]: so many spoilt certificates, of several programs and all engines that
write some. A change that leaves a proof is none that spoils: if z3 answers every obligation of the
changed text, and only a definition was changed, it does not count. z3, if there is one, must accept
what is not spoilt.
"""

import hashlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
from random_programs import HOLDS, VIOLATED, ask  # noqa: E402

START = "void reach_error(void);\nint nondet(void);\n"
# Engine, property, program, and a change after which it is wrong.
PROGRAMS = [
    ("slam", "assertions", START + "int main(void) { int l = 0; while (nondet()) { if (l) reach_error(); "
     "l = 1; if (nondet()) l = 0; else break; } return 0; }\n", ("l = 0; else", "l = 2; else")),
    ("bmc", "assertions", START + "int main(void) { unsigned x = nondet() & 7, s = 0; for (unsigned i = 0; i < x; i++) "
     "s += i; if (s > 21) reach_error(); return 0; }\n", ("21", "20")),
    ("bmc", "assertions", START + "int main(void) { unsigned x = 0, y = 0; while (nondet()) { x++; y++; "
     "if (x != y) reach_error(); } return 0; }\n", ("y++", "y += 2")),
    ("horn", "assertions", START + "int main(void) { int i = 0, n = nondet(); while (i < n) i++; "
     "if (n > 0 && i != n) reach_error(); return 0; }\n", ("i++", "i += 2")),
    ("horn", "assertions", START + "int a[1000];\nint main(void) { for (int i = 0; i < 1000; i++) a[i] = 7; "
     "for (int i = 0; i < 1000; i++) if (a[i] != 7) reach_error(); return 0; }\n", ("] = 7", "] = 8")),
    ("rank", "termination", START + "int main(void) { int i = nondet(); while (i > 0) i--; return 0; }\n",
     ("i--", "i++; i--")),
]  # fmt: skip


def is_accepted_by_z3(text: str) -> bool:
    if shutil.which("z3") is None:
        return True
    done = subprocess.run(["z3", "-T:600", "-in"], input=text, capture_output=True, text=True)
    count = re.search(r"^; obligations: (\d+)$", text, re.M)
    return count is not None and done.stdout.split() == ["unsat"] * int(count.group(1))


def places(text: str, pattern: str) -> list[re.Match[str]]:
    return list(re.finditer(pattern, text, re.M))


def change_digit(text: str, r: random.Random) -> str:
    """Of a definition, an obligation, or the claim; not of the solver's options or file names."""
    number = r"(?<![A-Za-z])\d"
    lines = [one for one in places(text, rf"^.*{number}.*$") if "hardbop-program" not in one.group()]
    line = r.choice(lines)
    digit = r.choice(places(line.group(), number))
    at = line.start() + digit.start()
    return text[:at] + r.choice([d for d in "0123456789" if d != text[at]]) + text[at + 1 :]


def change_operator(text: str, r: random.Random) -> str:
    pairs = [("and", "or"), ("or", "and"), ("bvule", "bvult"), ("bvslt", "bvsle"), ("bvsle", "bvsgt"), ("=", "distinct"),
             ("true", "false"), ("false", "true"), ("bvadd", "bvsub"), ("not ", "and ")]  # fmt: skip
    found = [(one, new) for old, new in pairs for one in places(text, rf"(?<=[( ]){re.escape(old)}(?=[ )])")]
    if not found:
        return text
    one, new = r.choice(found)
    return text[: one.start()] + new + text[one.end() :]


def drop_line(text: str, r: random.Random) -> str:
    one = r.choice([line for line in places(text, r"^.+\n") if not line.group().startswith(";")])
    return text[: one.start()] + text[one.end() :]


def drop_obligation(text: str, r: random.Random) -> str:
    """And counts one less."""
    found = places(text, r"^\(push 1\)(?:.|\n)*?\(pop 1\)\n")
    if not found:
        return text
    one = r.choice(found)
    out = text[: one.start()] + text[one.end() :]
    return re.sub(r"^; obligations: (\d+)$", lambda m: f"; obligations: {int(m.group(1)) - 1}", out, flags=re.M)


def empty_obligation(text: str, r: random.Random) -> str:
    one = r.choice(places(text, r"^\(check-sat\)\n"))
    return text[: one.start()] + "(assert false)\n" + text[one.start() :]


def repeat_line(text: str, r: random.Random) -> str:
    one = r.choice([line for line in places(text, r"^\(.+\n")])
    return text[: one.end()] + one.group() + text[one.end() :]


CHANGES = [change_digit, change_digit, change_operator, change_operator, drop_line, drop_obligation, empty_obligation,
           repeat_line]  # fmt: skip


def obligations_of(text: str) -> str:
    return text[text.find("(push 1)") :]


class Certificates:
    def __init__(self, hardbop: str, folder: str) -> None:
        self.hardbop, self.folder = hardbop, Path(folder)
        self.texts = [self.make(*program) for program in PROGRAMS]

    def make(self, engine: str, property_: str, program: str, change: tuple[str, str]) -> str:
        (self.folder / "p.c").write_text(program)
        words = ["--engine", engine, "--property", property_, "--timeout", "600", "--certify", "p.smt2", "p.c"]
        if ask(self.hardbop, str(self.folder), "check", "-w", *words) != HOLDS:
            sys.exit(f"{engine} does not prove {program}")
        text = (self.folder / "p.smt2").read_text()
        if not self.is_valid(program, text) or not is_accepted_by_z3(text):
            sys.exit(f"the certificate of {engine} is not accepted: {program}")
        wrong = program.replace(*change)
        hashes = [hashlib.sha256(one.encode()).hexdigest() for one in (program, wrong)]
        assert wrong != program and hashes[0] in text
        if engine != "rank" and self.is_valid(wrong, text.replace(*hashes)):
            sys.exit(f"a certificate of {engine} is accepted for a wrong program: {wrong}")
        return text

    def is_valid(self, program: str, text: str) -> bool:
        (self.folder / "p.c").write_text(program)
        (self.folder / "p.smt2").write_text(text)
        run = subprocess.run([self.hardbop, "validate", "p.c", "p.smt2"], cwd=self.folder, capture_output=True, timeout=3000)
        if run.returncode not in (HOLDS, 1, 2, 5, VIOLATED):
            sys.exit(f"validate: exit {run.returncode}\n{run.stderr.decode()}\n{text}")
        return run.returncode == HOLDS


def main() -> int:
    hardbop, count, seed = str(Path(sys.argv[1]).resolve()), int(sys.argv[2]), int((sys.argv[3:] or ["1"])[0])
    r = random.Random(seed)
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        certificates = Certificates(hardbop, folder)
        while counts["refused"] < count:
            number = counts.total() % len(PROGRAMS)
            engine, _, program, _ = PROGRAMS[number]
            text, change = certificates.texts[number], r.choice(CHANGES)
            spoilt = change(text, r)
            if spoilt == text:
                counts["not changed"] += 1
            elif not certificates.is_valid(program, spoilt):
                counts["refused"] += 1
            elif obligations_of(spoilt) == obligations_of(text) and is_accepted_by_z3(spoilt):
                counts["still a proof"] += 1
            else:
                print(f"a certificate of {engine} is accepted after {change.__name__}:\n{spoilt}")
                return 1
    print(", ".join(f"{number} {what}" for what, number in counts.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
