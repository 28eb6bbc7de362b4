#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Spoils evidence, one change at a time: `validate` must refuse each, or say nothing that is not so.

spoilt.py HARDBOP COUNT [SEED]: so many spoilt ones of each kind: proofs and runs of C by all engines that write some, proofs and
runs of Boolean programs, of formulas, and of threads. Each is put to `validate` twice: with its program, and, with the
hash forged, with a program of which the claim is not true. About the first, it may say what it said before; then, if it
is a proof, z3 must answer every obligation as well. About the second, it may not. Texts with deep nesting are among
these, and one with a gigabyte of blanks for each kind if COUNT is 1000 or more. z3, if there is one, must accept what is
not spoilt.
"""

import hashlib
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2] / "c"))
from random_programs import HOLDS, UNKNOWN, VIOLATED, ask  # noqa: E402

START = "void reach_error(void);\nint nondet(void);\n"
COUNTS = "unsigned char nondet(void);\nint done;\nint main(void) { unsigned char i = 0, n = nondet(); while (i < n) i++; done = 1; return 0; }\n"
LOCK = "decl locked := 0;\nvoid main() begin while (*) do acquire(); assert(locked); release(); od end\n" \
    "void acquire() begin assert(!locked); locked := 1; end\nvoid release() begin locked := 0; end\n"
THREADS = "decl x, done;\nthread first begin void main() begin x := 1; done := 1; end end\n" \
    "thread second begin void main() begin assume(done); assert(done); end end\n"


CALLED = "#include <pthread.h>\nvoid reach_error(void);\nint nondet(void);\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;\nstatic int x;\n" \
    "void *f(void *a) { pthread_mutex_lock(&m); x = 1; if (x != 1) reach_error(); x = 0; pthread_mutex_unlock(&m); return 0; }\n"
TWO = CALLED + "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); return 0; }\n"
MANY = CALLED + "int main(void) { pthread_t t; while (nondet()) pthread_create(&t, 0, f, 0); return 0; }\n"
CROSSED = CALLED.replace("x = 1; if (x != 1) reach_error(); x = 0", "pthread_mutex_lock(&n); pthread_mutex_unlock(&n)") + \
    "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_mutex_lock(&n); pthread_mutex_lock(&m); pthread_mutex_unlock(&m); " \
    "pthread_mutex_unlock(&n); pthread_join(t, 0); return 0; }\n"
UNLOCKED = ("x = 1; if", "pthread_mutex_unlock(&m); x = 1; if")


@dataclass
class Kind:
    options: tuple[str, ...]
    program: str
    change: tuple[str, str]  # after which the claim is not true
    file: str = "p.c"
    status: int = HOLDS


def c_kind(engine: str, property_: str, program: str, change: tuple[str, str]) -> Kind:
    return Kind(("--engine", engine, "--property", property_), program, change)


KINDS = [
    c_kind("slam", "assertions", START + "int main(void) { int l = 0; while (nondet()) { if (l) reach_error(); "
     "l = 1; if (nondet()) l = 0; else break; } return 0; }\n", ("l = 0; else", "l = 2; else")),
    c_kind("bmc", "assertions", START + "int main(void) { unsigned x = nondet() & 7, s = 0; for (unsigned i = 0; i < x; i++) "
     "s += i; if (s > 21) reach_error(); return 0; }\n", ("21", "20")),
    c_kind("bmc", "assertions", START + "int main(void) { unsigned x = 0, y = 0; while (nondet()) { x++; y++; "
     "if (x != y) reach_error(); } return 0; }\n", ("y++", "y += 2")),
    c_kind("horn", "assertions", START + "int main(void) { int i = 0, n = nondet(); while (i < n) i++; "
     "if (n > 0 && i != n) reach_error(); return 0; }\n", ("i++", "i += 2")),
    c_kind("horn", "assertions", START + "int a[1000];\nint main(void) { for (int i = 0; i < 1000; i++) a[i] = 7; "
     "for (int i = 0; i < 1000; i++) if (a[i] != 7) reach_error(); return 0; }\n", ("] = 7", "] = 8")),
    c_kind("rank", "termination", START + "int main(void) { int i = nondet(); while (i > 0) i--; return 0; }\n",
     ("i--", "i -= 0")),
    c_kind("image", "assertions", START + "int main(void) { unsigned char n = 0; while (nondet()) { if (n > 3) reach_error(); "
     "n = (n + 1) % 4; } return 0; }\n", ("% 4", "% 5")),
    c_kind("image", "termination", COUNTS, ("i++", "i += 2")),
    Kind(("--engine", "image", "--ltl", "F {done == 1}"), COUNTS, ("done = 1", "done = 2")),
    Kind(("--engine", "bmc", "--property", "assertions"), START + "int main(void) { int s = 0; for (int i = 0; i < 9; i++) s += nondet() & 1; "
     "if (s == 7) reach_error(); return 0; }\n", ("s == 7", "s == 10"), status=VIOLATED),
    Kind(("--engine", "bmc", "--property", "memory"), START + "int a[4];\nint main(void) { unsigned i = nondet(); int j; if (i <= 4 && j == 7) a[i] = 1; "
     "return 0; }\n", ("i <= 4", "i < 4"), status=VIOLATED),
    c_kind("image", "assertions", TWO, UNLOCKED),
    c_kind("bmc", "races", TWO, ("x = 0; pthread_mutex_unlock(&m)", "pthread_mutex_unlock(&m); x = 0")),
    c_kind("image", "assertions", MANY, UNLOCKED),
    Kind(("--engine", "image", "--property", "assertions", "--context-switches", "2"), TWO, UNLOCKED),
    Kind(("--engine", "bmc", "--property", "assertions"), TWO.replace(*UNLOCKED), UNLOCKED[::-1], status=VIOLATED),
    Kind(("--engine", "image", "--property", "deadlock"), CROSSED, ("{ pthread_mutex_lock(&m); pthread_mutex_lock(&n)", "{ pthread_mutex_lock(&n); pthread_mutex_lock(&m)"), status=VIOLATED),
    Kind(("--engine", "image", "--property", "termination"), COUNTS.replace("i++", "i += 2"), ("i += 2", "i++"), status=VIOLATED),
    Kind(("--engine", "image", "--ltl", "G F !{done}"), COUNTS, ("done = 1", "done = 0"), status=VIOLATED),
    Kind((), LOCK, ("locked := 0; end", "locked := *; end"), "p.bp"),
    Kind((), LOCK.replace("locked := 0; end", "locked := *; end"), ("locked := *; end", "locked := 0; end"), "p.bp", VIOLATED),
    Kind(("--ltl", "G F !locked"), LOCK, ("locked := 0; end", "skip; end"), "p.bp"),
    Kind(("--ltl", "F locked"), LOCK, ("decl locked := 0", "decl locked := 1"), "p.bp", VIOLATED),
    Kind(("--terminates",), LOCK.replace("while (*)", "while (!locked)"), ("while (!locked)", "while (F)"), "p.bp", VIOLATED),
    Kind(("--ctl", "AG EF !locked"), LOCK, ("locked := 0; end", "skip; end"), "p.bp"),
    Kind(("--ctl", "EG !locked"), LOCK, ("while (*)", "while (1)"), "p.bp"),
    Kind(("--ctl", "EF (locked & terminated)"), LOCK, ("locked := 0; end", "skip; end"), "p.bp", VIOLATED),
    Kind((), THREADS, ("assert(done)", "assert(!x)"), "p.bp"),
    Kind(("--context-switches", "1"), THREADS, ("assert(done)", "assert(!done)"), "p.bp"),
    Kind((), THREADS.replace("assert(done)", "assert(!x)"), ("assert(!x)", "assert(done)"), "p.bp", VIOLATED),
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
    """Not of file names."""
    found = [one for one in places(text, r"(?<![A-Za-z])\d") if "p." not in text[one.start() - 30 : one.start()]]
    at = r.choice(found).start()
    return text[:at] + r.choice([d for d in "0123456789" if d != text[at]]) + text[at + 1 :]


def change_operator(text: str, r: random.Random) -> str:
    pairs = [("and", "or"), ("or", "and"), ("bvule", "bvult"), ("bvslt", "bvsle"), ("bvsle", "bvsgt"), ("=", "distinct"),
             ("true", "false"), ("false", "true"), ("bvadd", "bvsub"), ("not ", "and "), ("unsat", "sat")]  # fmt: skip
    found = [(one, new) for old, new in pairs for one in places(text, rf"(?<=[( :]){re.escape(old)}(?=[ ),}}\n])")]
    if not found:
        return text
    one, new = r.choice(found)
    return text[: one.start()] + new + text[one.end() :]


def lines_of(text: str) -> list[re.Match[str]]:
    return [line for line in places(text, r"^.+\n") if not line.group().startswith(";")] or places(text, r"^.+")


def drop_line(text: str, r: random.Random) -> str:
    one = r.choice(lines_of(text))
    return text[: one.start()] + text[one.end() :]


def repeat_line(text: str, r: random.Random) -> str:
    one, other = r.choice(lines_of(text)), r.choice(lines_of(text))
    return text[: other.end()] + one.group() + text[other.end() :]


def drop_obligation(text: str, r: random.Random) -> str:
    """And counts one less."""
    found = places(text, r"^\(push 1\)(?:.|\n)*?\(pop 1\)\n")
    if not found:
        return text
    one = r.choice(found)
    out = text[: one.start()] + text[one.end() :]
    return re.sub(r"^; obligations: (\d+)$", lambda m: f"; obligations: {int(m.group(1)) - 1}", out, flags=re.M)


def unask(text: str, r: random.Random) -> str:
    """Answers a question before it is asked, or does not ask it."""
    found = places(text, r"\(check-sat\)")
    if not found:
        return text
    one = r.choice(found)
    new = r.choice(["", "(assert false)\n(check-sat)", "(echo \"unsat\")", "(check-sat-assuming (false))", "(exit)", "(reset)"])
    return text[: one.start()] + new + text[one.end() :]


STRANGE = [
    "(define-fun bvult ((x (_ BitVec 8)) (y (_ BitVec 8))) Bool true)", "(define-fun not ((x Bool)) Bool x)",
    "(define-fun |and| ((x Bool) (y Bool)) Bool false)", "(define-fun at0 () Bool false)", "(define-fun inv1 () Bool false)",
    "(define-fun |at0| () Bool true)", "(define-fun v0 () Bool false)", "(define-fun c0 () Bool false)", "(assert false)",
    "(declare-fun v0 () (_ BitVec 8))", "(define-fun p0 () Bool (! false :named true))", "(set-option :timeout 1)", "(push 1)",
    "(define-fun-rec f ((x Bool)) Bool (f x))", "(define-sort Bool () (_ BitVec 1))", "(set-info :status unsat)", "(pop 1)",
    "(define-fun p1 () Bool " + "(not " * 100_000 + "true" + ")" * 100_001, "(" * 200_000, "[" * 200_000, '{"a":' * 100_000,
    " " * 2_000_000, "\n" * 2_000_000, "; " + "x" * 2_000_000, "\0", "\ufeff",
]  # fmt: skip


def insert_strange(text: str, r: random.Random) -> str:
    at = r.choice([0, len(text), *(one.start() for one in lines_of(text)), r.randrange(len(text))])
    return text[:at] + r.choice(STRANGE) + r.choice(["", "\n"]) + text[at:]


def move_span(text: str, r: random.Random) -> str:
    first, last = sorted(r.randrange(len(text)) for _ in range(2))
    last = min(last, first + r.choice([1, 10, 100, 1000]))
    rest = text[:first] + text[last:]
    at = r.randrange(len(rest) + 1)
    return rest[:at] + r.choice(["", text[first:last]]) + rest[at:]


CHANGES = [change_digit, change_digit, change_operator, change_operator, drop_line, drop_obligation, unask, repeat_line,
           insert_strange, move_span]  # fmt: skip


def obligations_of(text: str) -> str:
    return text[text.find("(push 1)") :]


class Evidence:
    """Of one kind: what `check` writes, and what `validate` says of it."""

    def __init__(self, hardbop: str, folder: str, kind: Kind) -> None:
        self.hardbop, self.folder, self.kind = hardbop, Path(folder), kind
        self.title = " ".join((*kind.options, kind.file, "violated" if kind.status == VIOLATED else "holds"))
        (self.folder / kind.file).write_text(kind.program)
        words = ["--timeout", "600", "--certify", "p.evidence", kind.file]
        if ask(self.hardbop, folder, "check", "-w", *kind.options, *words) != kind.status:
            sys.exit(f"the answer is another: {self.title}")
        self.text = (self.folder / "p.evidence").read_text()
        self.is_proof = self.text.startswith(";")
        self.claims = self.said(kind.program, self.text)
        if not self.claims or (self.is_proof and not is_accepted_by_z3(self.text)):
            sys.exit(f"the evidence is not accepted: {self.title}")
        self.wrong = kind.program.replace(*kind.change)
        asked = kind.options[2:] if "--engine" in kind.options else kind.options  # any engine may say so
        wrong_status = ask(self.hardbop, folder, "check", "-w", *asked, "--timeout", "200", self.write(self.wrong))
        if wrong_status not in (HOLDS, VIOLATED) or wrong_status == kind.status:
            sys.exit(f"the changed program does not differ: {self.title}")

    def write(self, program: str) -> str:
        (self.folder / self.kind.file).write_text(program)
        return self.kind.file

    def forged(self, text: str) -> str:
        hashes = [hashlib.sha256(one.encode()).hexdigest() for one in (self.kind.program, self.wrong)]
        return text.replace(*hashes)

    def said(self, program: str, text: str, *options: str) -> list[str]:
        """What is said to be valid, without counts."""
        self.write(program)
        (self.folder / "p.evidence").write_text(text, errors="replace")
        command = [self.hardbop, "validate", "--memory", "2000", *options, self.kind.file, "p.evidence"]
        run = subprocess.run(command, cwd=self.folder, capture_output=True, timeout=3000, text=True, errors="replace")
        if run.returncode not in (HOLDS, 2, UNKNOWN, VIOLATED):
            (self.folder / "p.evidence").rename("/tmp/spoilt.evidence")
            sys.exit(f"validate: exit {run.returncode}: {self.title}\n{run.stderr}\n/tmp/spoilt.evidence")
        if run.returncode != HOLDS:
            return []
        return [re.sub(r"( at \S+)? \(.*", "", line) for line in run.stdout.splitlines()]

    def objection(self, spoilt: str) -> str:
        """What is accepted that should not be."""
        said = self.said(self.kind.program, spoilt)
        if set(said) - set(self.claims):
            return "something else is claimed"
        if said and self.is_proof and not (obligations_of(spoilt) == obligations_of(self.text) and is_accepted_by_z3(spoilt)):
            return "other obligations are accepted"
        forged = self.said(self.wrong, self.forged(spoilt))
        # If all properties together are wrong, one of them alone may be right.
        if forged and (len(self.claims) == 1 or set(forged) >= set(self.claims)):
            return "it is accepted of another program"
        return ""


def try_blanks(evidence: Evidence) -> None:
    """Limits hold however much there is to read."""
    path = evidence.folder / "p.evidence"
    half = len(evidence.text) // 2
    with path.open("w") as file:
        file.write(evidence.text[:half])
        for _ in range(1000):
            file.write(" " * 1_000_000)
        file.write(evidence.text[half:])
    evidence.write(evidence.kind.program)
    command = [evidence.hardbop, "validate", "--memory", "300", evidence.kind.file, "p.evidence"]
    run = subprocess.run(command, cwd=evidence.folder, capture_output=True, timeout=600)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1000
    if run.returncode not in (2, UNKNOWN, VIOLATED) or peak > 1500:
        sys.exit(f"a gigabyte of blanks: exit {run.returncode}, {peak:.0f} MB: {evidence.title}")


def main() -> int:
    hardbop, count, seed = str(Path(sys.argv[1]).resolve()), int(sys.argv[2]), int((sys.argv[3:] or ["1"])[0])
    r = random.Random(seed)
    counts: Counter[str] = Counter()
    for kind in KINDS:
        with tempfile.TemporaryDirectory() as folder:
            evidence = Evidence(hardbop, folder, kind)
            if found := evidence.objection(evidence.text):
                print(f"{evidence.title}: {found}")
                return 1
            if count >= 1000:
                try_blanks(evidence)
            for _ in range(count):
                change = r.choice(CHANGES)
                spoilt = change(evidence.text, r)
                counts["changed" if spoilt != evidence.text else "not changed"] += 1
                if found := evidence.objection(spoilt):
                    print(f"{evidence.title}: after {change.__name__}, {found}:\n{spoilt[:100_000]}")
                    return 1
    print(f"{len(KINDS)} kinds: " + ", ".join(f"{number} {what}" for what, number in counts.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
