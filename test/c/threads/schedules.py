#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random C programs with two or three threads, locks and atomics, each decided by `hardbop serve` and by the explicit
search of all schedules. The verdicts of errors and of deadlocks and the fewest context switches must agree; what one does
not know is counted, not compared."""

import argparse
import json
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

BATCH = 25  # programs that one process decides


HEAD = """\
typedef unsigned long pthread_t; typedef union { char size[40]; long align; } pthread_mutex_t;
typedef union { char size[56]; long align; } pthread_rwlock_t; typedef union { char size[32]; long align; } sem_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *); int pthread_join(pthread_t, void **);
int pthread_mutex_lock(pthread_mutex_t *); int pthread_mutex_unlock(pthread_mutex_t *);
int pthread_mutex_trylock(pthread_mutex_t *); int pthread_rwlock_rdlock(pthread_rwlock_t *);
int pthread_rwlock_wrlock(pthread_rwlock_t *); int pthread_rwlock_unlock(pthread_rwlock_t *);
int sem_wait(sem_t *); int sem_trywait(sem_t *); int sem_post(sem_t *);
void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void); void reach_error(void); void abort(void);
unsigned char x, y, a, v, w; pthread_mutex_t m, n; pthread_rwlock_t r; sem_t s;
"""
SHARED = ["x", "y"]


def expression(rng: random.Random, names: list[str]) -> str:
    a = rng.choice(names)
    return rng.choice([a, f"{a} + 1", "1", "2", f"{a} ^ 1", f"{a} + {rng.choice(names)}"])


def assignment(rng: random.Random) -> str:
    return rng.choice([f"{rng.choice(SHARED)} = {expression(rng, SHARED + ['l'])};", f"l = {expression(rng, SHARED)};"])


def fails(rng: random.Random) -> str:
    """An error that depends on who runs when."""
    values = rng.choice([f"{rng.choice(SHARED)} == {rng.randrange(1, 3)}", f"l == {rng.randrange(1, 3)}", "x != y",
                         f"{rng.choice(SHARED)} != l", f"{rng.choice(['a', 'v', 'w'])} == {rng.randrange(1, 3)}"])
    more = f" && {rng.choice(SHARED)} == {rng.randrange(3)}" if rng.random() < 0.3 else ""
    return f"if ({values}{more}) reach_error();"


def protected(rng: random.Random) -> list[str]:
    """What a lock keeps together, mostly: sometimes the lock is not taken, not on all ways, or given away."""
    value = rng.randrange(1, 3)
    inner = [f"w = {value};", *([assignment(rng)] if rng.random() < 0.3 else []),
             rng.choice([f"if (w != {value}) reach_error();", "l = w;", f"v = w + {value};", ""]), "w = 0;"]
    m = rng.choice(["m", "m", "m", "n"])
    lock, unlock = f"pthread_mutex_lock(&{m});", f"pthread_mutex_unlock(&{m});"
    kind = rng.randrange(10)
    if kind == 0:
        return [unlock, lock, *inner, unlock]
    if kind == 1:
        return [f"if ({rng.choice(SHARED)} == {rng.randrange(2)}) {lock}", *inner, unlock]
    if kind == 2:
        return [f"if (pthread_mutex_trylock(&{m}) == 0) {{", *inner, unlock, "}", rng.choice([f"else {fails(rng)}", ""])]
    if kind == 3:
        then = rng.choice(["x = 1;", "reach_error();", "reach_error();"])
        return [f"if (pthread_mutex_trylock(&{m}) != 0) {{ {then} }}", f"else {unlock}"]
    if kind == 4:
        return rng.choice([inner, [lock, *inner]])
    if kind == 5:
        mode = rng.choice(["rd", "wr"])
        return [f"pthread_rwlock_{mode}lock(&r);", *inner, "pthread_rwlock_unlock(&r);"]
    if kind == 6:
        return [rng.choice(["sem_wait(&s);", "if (sem_trywait(&s) == 0) x = 2;"]), *inner, "sem_post(&s);"]
    return [lock, *inner, unlock]


def statement(rng: random.Random, depth: int) -> list[str]:
    kind = rng.randrange(15)
    if kind > 11 and depth < 1:
        return protected(rng)
    if kind < 4:
        return [assignment(rng)]
    if kind == 4 and depth < 1:
        m = rng.choice(["m", "n"])
        inner = [s for _ in range(rng.randrange(1, 3)) for s in statement(rng, depth + 1)]
        return [f"pthread_mutex_lock(&{m});", *inner, f"pthread_mutex_unlock(&{m});"]
    if kind == 5:
        return [rng.choice(["a++;", "__atomic_fetch_add(&a, 1, 5);", "__sync_fetch_and_add(&a, 2);",
                            "l = __atomic_load_n(&a, 5);", "__atomic_store_n(&a, l, 5);"])]
    if kind == 6 and depth < 1:
        inner = [s for _ in range(rng.randrange(1, 3)) for s in statement(rng, 2)]
        return ["__VERIFIER_atomic_begin();", *inner, "__VERIFIER_atomic_end();"]
    if kind == 7:
        return [f"if ({expression(rng, SHARED + ['l'])}) {{", *statement(rng, depth + 1), "}"]
    if kind in (8, 9):
        return [rng.choice([fails(rng), fails(rng), f"if ({rng.choice(SHARED)} == 1) abort();", "sem_post(&s);"])]
    return [f"if ({rng.choice(SHARED)} == {rng.randrange(3)}{rng.choice([' && l == 1', ' && l == 0', ''])}) "
            f"{rng.choice(SHARED)} = {rng.randrange(1, 3)};"]


def program(seed: int) -> str:
    rng = random.Random(seed)
    count = rng.choice([1, 1, 2])
    least, most = (2, 6) if count == 1 else (1, 4)  # statements of a thread, before the most
    out = [HEAD]
    def body(lines: int) -> list[str]:
        return ["  " + s for _ in range(lines) for s in statement(rng, 0)]
    for t in range(count):
        out += [f"void *f{t}(void *p) {{", f"  unsigned char l = {rng.randrange(2)};", *body(rng.randrange(least, most)), "  return 0;", "}"]
    out += ["int main(void) {", "  unsigned char l = 0;", *[f"  pthread_t t{t};" for t in range(count)]]
    for t in range(count):
        out += [f"  pthread_create(&t{t}, 0, f{t}, 0);"]
    out += body(rng.randrange(least - 1, most))
    for t in range(count):
        if rng.random() < 0.6:
            out += [f"  pthread_join(t{t}, 0);", *(body(1) if rng.random() < 0.3 else [])]
    if rng.random() < 0.7:
        values = [f"{rng.choice(['x', 'y', 'l', 'a', 'v', 'w'])} == {rng.randrange(1, 3)}" for _ in range(2)]
        wrong = " && ".join(values[: rng.randrange(1, 3)])
        out += [f"  if ({wrong}) reach_error();"]
    out += ["  return 0;", "}"]
    return "\n".join(out) + "\n"


def program_of_many(seed: int, count: int | None) -> str:
    """One function that any number of threads execute, or so many."""
    rng = random.Random(seed)
    body = protected(rng) if rng.random() < 0.6 else []
    body += [s for _ in range(rng.randrange(3)) for s in statement(rng, 0)]
    create = "pthread_create(&t, 0, f, 0);"
    return "\n".join([HEAD, "void *f(void *p) {", f"  unsigned char l = {rng.randrange(2)};", *body, "  return 0;", "}",
                      "int main(void) {", "  pthread_t t;",
                      *([f"  for (;;) {create}"] if count is None else [f"  {create}"] * count), "}"]) + "\n"


class Known(NamedTuple):
    """Of all schedules of a program: the fewest switches to the error, or nothing if none leads there; and whether in
    one all threads wait."""

    switches: int | None
    has_deadlock: bool


def explicit(tool: str, paths: list[Path]) -> list[Known | None]:
    """Of each program; nothing where not all schedules were looked at."""
    done = subprocess.run([tool, "--schedules", *map(str, paths)], capture_output=True, text=True, check=True)
    out: list[Known | None] = []
    least: list[int] = []
    for line in done.stdout.splitlines():
        if found := re.search(r"switches (\d+)", line):
            least.append(int(found[1]))
        elif "complete" in line:
            out.append(None if "incomplete" in line else Known(min(least, default=None), "deadlock" in line))
            least = []
    return out


class Server:
    """`hardbop serve`: many questions to one process."""

    def __init__(self, hardbop: str, engine: str, seconds: float) -> None:
        self.process = subprocess.Popen([hardbop, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.asked = 0
        self.engine = engine
        self.seconds = seconds

    def verdict(self, text: str, switches: int | None = None, wanted: str = "unreach-call") -> str:
        self.asked += 1
        question = {"sources": [{"path": "p.c", "text": text}], "properties": [wanted], "timeout": self.seconds,
                    "engine": self.engine}
        if switches is not None:
            question["context_switches"] = switches
        self.process.stdin.write(json.dumps({"id": self.asked, "method": "check_c", "params": question}) + "\n")
        self.process.stdin.flush()
        for line in self.process.stdout:
            answer = json.loads(line)
            if answer.get("id") == self.asked:
                results = answer["result"]["results"] if "result" in answer else [{"verdict": line}]
                return {"not-applicable": "holds", "holds-bounded": "holds"}.get(results[0]["verdict"],
                                                                                 results[0]["verdict"])
        return "no answer"

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait()


def compare(server: Server, text: str, known: Known | None) -> str:
    if known is None:
        return "not compared"
    found = server.verdict(text)
    # Errors end runs; where deadlocks are looked for, they do not.
    stuck = server.verdict(text, wanted="deadlock") if known.switches is None else None
    if found == "unknown" or stuck == "unknown":
        return "unknown"
    if found != ("holds" if known.switches is None else "violated"):
        return f"DIFFERS: {found}, but the search of all schedules says {known}"
    if stuck not in (None, "violated" if known.has_deadlock else "holds"):
        return f"DIFFERS: deadlock {stuck}, but the search of all schedules says {known}"
    least = known.switches
    if least is not None:
        below = server.verdict(text, least - 1) if least > 0 else "holds"
        if below not in ("holds", "unknown") or server.verdict(text, least) not in ("violated", "unknown"):
            return f"DIFFERS: the least number of switches is {least}"
    return "agrees, " + found + (", deadlock" if known.has_deadlock else "")


def compare_many(server: Server, text: str, known: Known | None) -> str:
    """An error of few threads is one of any number of them."""
    found = server.verdict(text)
    if known is not None and known.switches is not None and found == "holds":
        return f"DIFFERS: any number of threads {found}, but for some the search of all schedules says {known}"
    return "many: " + found


def compare_batch(given: argparse.Namespace, seeds: range, folder: str) -> list[str]:
    paths = [Path(folder) / f"{seed}.c" for seed in seeds]
    texts = [program_of_many(seed, None) if given.many else program(seed) for seed in seeds]
    for path, text, seed in zip(paths, texts, seeds):
        path.write_text(program_of_many(seed, 2 + seed % 2) if given.many else text)
    server = Server(given.hardbop, given.engine, given.seconds)
    decide = compare_many if given.many else compare
    out = [decide(server, text, known) for text, known in zip(texts, explicit(given.tool, paths), strict=True)]
    server.close()
    return out


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("hardbop")
    parser.add_argument("tool", help="c_interpret")
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int)
    parser.add_argument("--engine", default="auto")
    parser.add_argument("--seconds", type=float, default=20, help="for each question")
    parser.add_argument("--many", action="store_true", help="any number of threads: an error of two or three is one of theirs")
    parser.add_argument("--stop-at-first", action="store_true")
    given = parser.parse_args()
    counts: dict[str, int] = {}
    with tempfile.TemporaryDirectory() as folder:
        for first in range(given.first, given.last + 1, BATCH):
            seeds = range(first, min(first + BATCH, given.last + 1))
            for seed, said in zip(seeds, compare_batch(given, seeds, folder)):
                if said.startswith("DIFFERS"):
                    print(f"seed {seed}: {said}", flush=True)
                    if given.stop_at_first:
                        return 1
                kind = "DIFFERS" if said.startswith("DIFFERS") else said
                counts[kind] = counts.get(kind, 0) + 1
            print(f"to seed {seeds[-1]}: {counts}", file=sys.stderr, flush=True)
    print(counts)
    return 1 if "DIFFERS" in counts else 0


if __name__ == "__main__":
    sys.exit(main())
