#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""schedules.py HARDBOP C_INTERPRET FROM TO [--stop-at-first]: random C programs with two or three
threads, locks and atomics, each decided by `hardbop serve` and by the explicit search of all schedules. The verdicts
and the fewest context switches must agree; what one does not know is counted, not compared."""

import json
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

BATCH = 25  # programs that one process decides


def expression(rng: random.Random, names: list[str]) -> str:
    a = rng.choice(names)
    return rng.choice([a, f"{a} + 1", str(rng.randrange(3)), f"{a} ^ 1", f"{a} + {rng.choice(names)}"])


def statement(rng: random.Random, depth: int) -> list[str]:
    shared = ["x", "y", "z"]
    kind = rng.randrange(13)
    if kind > 9 and depth < 1:  # what a lock protects, mostly
        lock = rng.choice(["pthread_mutex_lock(&m);"] * 4 + ["if (pthread_mutex_trylock(&m) == 0) {", "{"])
        end = "" if lock.endswith(";") else "}"
        inner = [f"{rng.choice(['w', 'v'])} = {expression(rng, ['w', 'v', 'l'])};" for _ in range(rng.randrange(1, 3))]
        more = statement(rng, depth + 1) if rng.random() < 0.3 else []
        return [lock, *inner, *more, "l = w;", rng.choice(["pthread_mutex_unlock(&m);"] * 7 + [""]) + end]
    if kind < 3:
        return [f"{rng.choice(shared)} = {expression(rng, shared + ['l'])};"]
    if kind < 5:
        return [f"l = {expression(rng, shared)};"]
    if kind == 5 and depth < 1:
        m = rng.choice(["m", "n"])
        inner = [s for _ in range(rng.randrange(1, 3)) for s in statement(rng, depth + 1)]
        return [f"pthread_mutex_lock(&{m});", *inner, f"pthread_mutex_unlock(&{m});"]
    if kind == 6:
        return [rng.choice(["a++;", "__atomic_fetch_add(&a, 1, 5);", "__sync_fetch_and_add(&a, 2);",
                            "l = __atomic_load_n(&a, 5);", "__atomic_store_n(&a, l, 5);"])]
    if kind == 7 and depth < 1:
        inner = [s for _ in range(rng.randrange(1, 3)) for s in statement(rng, 2)]
        return ["__VERIFIER_atomic_begin();", *inner, "__VERIFIER_atomic_end();"]
    if kind == 8:
        return [f"if ({expression(rng, shared + ['l'])}) {{", *statement(rng, depth + 1), "}"]
    return [f"if ({rng.choice(shared)} == {rng.randrange(3)} && l == {rng.randrange(2)}) "
            f"{rng.choice(shared)} = {rng.randrange(3)};"]


def program(seed: int) -> str:
    rng = random.Random(seed)
    count = rng.choice([1, 1, 2])
    out = ["typedef unsigned long pthread_t; typedef union { char size[40]; long align; } pthread_mutex_t;",
           "int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);",
           "int pthread_join(pthread_t, void **);",
           "int pthread_mutex_lock(pthread_mutex_t *); int pthread_mutex_unlock(pthread_mutex_t *);",
           "int pthread_mutex_trylock(pthread_mutex_t *);",
           "void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void); void reach_error(void);",
           "unsigned char x, y, z, a, v, w; pthread_mutex_t m, n;"]
    def body(lines: int) -> list[str]:
        return ["  " + s for _ in range(lines) for s in statement(rng, 0)]
    for t in range(count):
        out += [f"void *f{t}(void *p) {{", "  unsigned char l = 0;", *body(rng.randrange(1, 4)), "  return 0;", "}"]
    out += ["int main(void) {", "  unsigned char l = 0;", *[f"  pthread_t t{t};" for t in range(count)]]
    for t in range(count):
        out += [f"  pthread_create(&t{t}, 0, f{t}, 0);"]
    out += body(rng.randrange(0, 3))
    if rng.random() < 0.7:
        out += [f"  pthread_join(t{t}, 0);" for t in range(count)]
    wrong = rng.choice(["x == 1 && y == 1", "x == 2", "a == 2", "x == z && y == 1", "l == 2", "z > 1", "a == 3",
                        "x == 3", "y == 2 && l == 1", "w == 1", "w == 2", "v == 2 && w == 1", "w == v + 1"])
    out += [f"  if ({wrong}) reach_error();", "  return 0;", "}"]
    return "\n".join(out) + "\n"


def explicit(tool: str, paths: list[Path]) -> list[int | str | None]:
    """Of each program: the fewest switches to the error, `holds`, or nothing where it is not known."""
    done = subprocess.run([tool, "--schedules", *map(str, paths)], capture_output=True, text=True, check=True)
    out: list[int | str | None] = []
    least: list[int] = []
    for line in done.stdout.splitlines():
        if found := re.search(r"switches (\d+)", line):
            least.append(int(found[1]))
        elif "complete" in line:
            out.append(None if "incomplete" in line else min(least, default="holds"))
            least = []
    return out


class Server:
    """`hardbop serve`: many questions to one process."""

    def __init__(self, hardbop: str) -> None:
        self.process = subprocess.Popen([hardbop, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.asked = 0

    def verdict(self, text: str, switches: int | None = None) -> str:
        self.asked += 1
        question = {"sources": [{"path": "p.c", "text": text}], "properties": ["unreach-call"], "timeout": 20}
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


def compare(server: Server, text: str, known: int | str | None) -> str:
    if known is None:
        return "not compared"
    found = server.verdict(text)
    if found == "unknown":
        return "unknown"
    if found != ("holds" if known == "holds" else "violated"):
        return f"DIFFERS: {found}, but the search of all schedules says {known}"
    if isinstance(known, int):
        below = server.verdict(text, known - 1) if known > 0 else "holds"
        if below not in ("holds", "unknown") or server.verdict(text, known) not in ("violated", "unknown"):
            return f"DIFFERS: the least number of switches is {known}"
    return "agrees, " + found


def compare_batch(hardbop: str, tool: str, seeds: range, folder: str) -> list[str]:
    paths = [Path(folder) / f"{seed}.c" for seed in seeds]
    texts = [program(seed) for seed in seeds]
    for path, text in zip(paths, texts):
        path.write_text(text)
    server = Server(hardbop)
    out = [compare(server, text, known) for text, known in zip(texts, explicit(tool, paths), strict=True)]
    server.close()
    return out


def main() -> int:
    if len(sys.argv) not in (5, 6):
        print(__doc__)
        return 1
    counts: dict[str, int] = {}
    with tempfile.TemporaryDirectory() as folder:
        last = int(sys.argv[4])
        for first in range(int(sys.argv[3]), last + 1, BATCH):
            seeds = range(first, min(first + BATCH, last + 1))
            for seed, said in zip(seeds, compare_batch(sys.argv[1], sys.argv[2], seeds, folder)):
                if said.startswith("DIFFERS"):
                    print(f"seed {seed}: {said}", flush=True)
                    if sys.argv[5:] == ["--stop-at-first"]:
                        return 1
                counts[said.split(":")[0]] = counts.get(said.split(":")[0], 0) + 1
            print(f"to seed {seeds[-1]}: {counts}", file=sys.stderr, flush=True)
    print(counts)
    return 1 if "DIFFERS" in counts else 0


if __name__ == "__main__":
    sys.exit(main())
