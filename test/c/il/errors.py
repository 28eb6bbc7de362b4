#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random functions, half of them with an error: our interpreter must stop where gcc's sanitizers do.

errors.py C_INTERPRET FROM TO: files with these seeds, of 40 functions each, in both data models where gcc has
libraries for both. Each function is a run of its own, by gcc in a process of its own. Exit status 77: no gcc.
"""

import random
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import against_gcc  # noqa: E402

FUNCTIONS = 40
PRELUDE = """\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef unsigned long long u64;
int which;
#ifdef HARDBOP
u64 checked;
void check(u64 v) { checked = v; }
#else
#include <sys/wait.h>
#include <unistd.h>
void check(u64 v) { printf("%llu\\n", v); fflush(stdout); }
#endif
struct node { struct node *next; int key; char name[6]; };
struct record { short first; int values[3]; unsigned bits : 5; double last; };
union word { unsigned u; unsigned char bytes[4]; float f; };
static int number(int n) { volatile int kept = n; return kept; }
static int *local(int n) { int x = n; int *volatile p = &x; return p; }
static int twice(int n) { return n * 2; }
static int thrice(int n) { return n * 3; }
"""
MAIN = """\
#ifdef HARDBOP
int main(void) { all[which](); return 0; }
#else
int main(void) {
  for (which = 0; which < COUNT; which++) {
    int status;
    fflush(stdout);
    if (fork() == 0) { all[which](); fflush(stdout); _exit(0); }
    wait(&status);
    puts(WIFEXITED(status) && WEXITSTATUS(status) == 0 ? "ended 0" : "fault");
  }
  return 0;
}
#endif
"""


class Function:
    """A few statements; `slip` is how far one of its numbers is from what is allowed, or 0."""

    def __init__(self, r: random.Random) -> None:
        self.random = r
        self.slips = r.random() < 0.5
        self.count = 0
        self.text = " ".join(self.block() for _ in range(r.randint(1, 3)))

    def fresh(self) -> str:
        self.count += 1
        return f"v{self.count}"

    def slip(self) -> bool:
        return self.slips and self.random.random() < 0.4

    def index(self, size: int) -> str:
        """An index of an array of so many elements."""
        at = self.random.choice([0, size - 1, self.random.randrange(size)])
        if self.slip():
            at = self.random.choice([-1, size])
        return f"number({at})"

    def block(self) -> str:
        return "{ " + self.random.choice([
            self.array, self.heap, self.text_buffer, self.copies, self.nodes, self.record, self.pointers, self.arithmetic,
            self.rows, self.variable, self.freed, self.grown, self.scopes, self.calls, self.unions, self.formats])() + " }"

    def array(self) -> str:
        size, kind = self.random.randint(1, 6), self.random.choice(["int", "char", "short", "long long", "double"])
        where = self.random.choice(["", "static "])
        values = ", ".join(str(self.random.randint(0, 99)) for _ in range(size))
        return (f"{where}{kind} a[{size}] = {{{values}}}; a[{self.index(size)}] = 7; check((u64)a[{self.index(size)}]); "
                f"{kind} *p = a + {self.random.randint(0, size)}; check((u64)(p - a)); check((u64)a[{self.index(size)}]);")

    def heap(self) -> str:
        size, kind = self.random.randint(1, 6), self.random.choice(["int", "unsigned char", "long long"])
        make = self.random.choice([f"calloc({size}, sizeof *p)", f"malloc(number({size}) * sizeof *p)", f"realloc(NULL, {size} * sizeof *p)"])
        end = "free(p);" if not self.slip() else self.random.choice(["free(p); free(p);", "free(p); check((u64)p[0]);", "free(p); p[0] = 1;", "free(p + 1);"])
        return (f"{kind} *p = {make}; for (int i = 0; i < {size}; i++) p[i] = i * 3; check((u64)p[{self.index(size)}]); "
                f"p[{self.index(size)}] = 9; check((u64)*(p + {self.index(size)})); {end}")

    def text_buffer(self) -> str:
        size = self.random.randint(4, 9)
        text = "".join(self.random.choice("abcx") for _ in range(size - 1 + (1 if self.slip() else 0)))
        call = self.random.choice([f"strcpy(b, s);", f"strcat(b, s);", "memcpy(b, s, strlen(s) + 1);", 'sprintf(b, "%s", s);', "strncpy(b, s, sizeof b); check(b[0]);"])
        return f'char b[{size}] = ""; const char *s = "{text}"; {call} check(strlen(b)); check((u64)b[number(0)]);'

    def copies(self) -> str:
        size, room = self.random.randint(2, 8), self.random.randint(2, 8)
        count = min(size, room) + (1 if self.slip() else 0)
        call = self.random.choice(["memcpy", "memmove"])
        return (f"unsigned char from[{size}], *to = malloc({room}); memset(from, 5, sizeof from); {call}(to, from, number({count})); "
                f"check(to[0]); check((u64)memcmp(to, from, number({count})) == 0); free(to);")

    def nodes(self) -> str:
        count = self.random.randint(1, 3)
        steps = "->next" * self.random.randint(0, count - 1)
        if self.slip():
            steps = "->next" * count
        order = ("while (head) { struct node *n = head->next; free(head); head = n; }" if not self.slip() else
                 "for (struct node *n = head; n; n = n->next) free(n);")
        return (f"struct node *head = NULL; for (int i = 0; i < {count}; i++) {{ struct node *n = malloc(sizeof *n); n->key = i; n->next = head; "
                f"memset(n->name, 'a' + i, sizeof n->name); head = n; }} check((u64)head{steps}->key); check((u64)head->name[2]); {order}")

    def record(self) -> str:
        return (f"struct record r = {{1, {{2, 3, 4}}, 5, 6.5}}, *p = &r; r.values[{self.index(3)}] += p->first; check((u64)p->values[{self.index(3)}]); "
                f"p->bits = 33; check(r.bits); struct record s = *p; check((u64)s.last); check((u64)s.values[1]);")

    def pointers(self) -> str:
        target = self.random.choice(["&x", "&a[1]", "NULL" if self.slip() else "a", "local(3)" if self.slip() else "&x"])
        return f"int x = 4, a[2] = {{5, 6}}; int *volatile kept = {target}; int *p = kept; *p += 2; check((u64)*p); check((u64)a[0]); check((u64)x);"

    def arithmetic(self) -> str:
        divisor = 0 if self.slip() else self.random.choice([1, 2, -3])
        amount = self.random.choice([32, -1]) if self.slip() else self.random.randint(0, 31)
        op = self.random.choice(["/", "%"])
        return f"int n = {self.random.randint(-50, 50)}; check((u64)(n {op} number({divisor}))); unsigned m = 5; check(m << number({amount})); check((0xF0u >> number({amount})));"

    def rows(self) -> str:
        a, b = self.random.randint(1, 3), self.random.randint(2, 4)
        return (f"int m[{a}][{b}]; for (int i = 0; i < {a}; i++) for (int j = 0; j < {b}; j++) m[i][j] = i * 10 + j; "
                f"check((u64)m[{self.index(a)}][{self.index(b)}]); m[{self.index(a)}][0]++; check((u64)m[0][0]);")

    def variable(self) -> str:
        size = self.random.randint(1, 5)
        length = self.random.choice([0, -1]) if self.slip() else size
        return (f"int n = number({length}); int a[n]; for (int i = 0; i < n; i++) a[i] = i; check((u64)a[{self.index(size)}]); check(sizeof a);")

    def freed(self) -> str:
        if not self.slip():
            return "char *p = strdup(\"text\"), *q = p; check((u64)q[2]); free(p);"
        return self.random.choice(["char *p = strdup(\"text\"), *q = p; free(p); check((u64)q[2]);", "char *p = strdup(\"text\"); free(p); check(strlen(p));",
                                   "int x; int *volatile p = &x; free(p);", "char *p = malloc(8); p[0] = 0; p++; free(p);"])

    def grown(self) -> str:
        first, second = self.random.randint(1, 6), self.random.randint(1, 6)
        use = "p" if self.slip() else "q"
        # What was freed cannot be told from what was moved to the same place: realloc of gcc's sanitizer always moves.
        return (f"int *p = malloc({first} * sizeof *p); for (int i = 0; i < {first}; i++) p[i] = i; int *q = realloc(p, {second} * sizeof *q); "
                f"for (int i = {first}; i < {second}; i++) q[i] = -i; check((u64){use}[{self.index(min(first, second))}]); free(q);")

    def scopes(self) -> str:
        use = "*p" if self.slip() else "x"
        return f"int x = 3, *volatile p = &x; {{ int y[2] = {{7, 8}}; p = y; check((u64)*p); }} check((u64){use});"

    def calls(self) -> str:
        third = "NULL" if self.slip() else "twice"
        return f"int (*const table[3])(int) = {{twice, thrice, {third}}}; for (int i = 0; i < 3; i++) check((u64)table[number(i)](i + 1));"

    def unions(self) -> str:
        return f"union word w; w.f = 1.5f; check(w.u); w.bytes[{self.index(4)}] = 1; check(w.u); check(w.bytes[{self.index(4)}]);"

    def formats(self) -> str:
        size = self.random.randint(3, 12)
        value = self.random.randint(10 ** (size - 2), 10 ** (size - 1) - 1) if size < 11 else 12345
        if self.slip() and size < 11:
            value *= 10
        if value > 2**31 - 1:
            value = 77
        call = self.random.choice([f'sprintf(b, "%d", number({value}));', f'snprintf(b, sizeof b, "%d-%s", number({value}), "xyz");'])
        return f"char b[{size}]; check((u64){call[:-1]}); check(strlen(b)); check((u64)b[0]);"


def program(seed: int) -> str:
    r = random.Random(seed)
    functions = "\n".join(f"static void f{k}(void) {{ {Function(r).text} }}" for k in range(FUNCTIONS))
    names = ", ".join(f"f{k}" for k in range(FUNCTIONS))
    return f"{PRELUDE}{functions}\nstatic void (*const all[])(void) = {{{names}}};\n#define COUNT {FUNCTIONS}\n{MAIN}"


def by_gcc(file: Path, bits: str) -> list[str] | None:
    """What it prints; none where gcc cannot make such programs."""
    binary = file.with_suffix("")
    command = ["gcc", f"-m{bits}", "-w", "-O0", "-g0", "-fno-builtin", "-fwrapv", "-fsanitize=address,undefined,bounds-strict",
               "-fno-sanitize-recover=all", "-fno-sanitize=alignment,signed-integer-overflow", str(file), "-o", str(binary)]
    if subprocess.run(command, capture_output=True).returncode != 0:
        return None
    options = {"ASAN_OPTIONS": "detect_leaks=0:detect_stack_use_after_return=1:check_initialization_order=1", "PATH": "/usr/bin:/bin"}
    return subprocess.run([str(binary)], capture_output=True, text=True, env=options).stdout.splitlines()


def runs(lines: list[str]) -> list[list[str]]:
    """One list for each function, which ends with how it ended."""
    out: list[list[str]] = [[]]
    for line in lines:
        is_end = line.startswith(("ended", "fault", "error", "unsupported", "step", "assume"))
        out[-1].append(line.split(" line")[0].replace("fault 0", "fault") if is_end else line)
        if is_end:
            out.append([])
    return out[:-1]


class Comparison:
    """Counts what both did alike."""

    def __init__(self, tool: str) -> None:
        self.tool = tool
        self.faults = self.ends = 0

    def differs(self, seed: int, file: Path, bits: str) -> list[str]:
        file.write_text(program(seed))
        expected = by_gcc(file, bits)
        if expected is None:
            return ["gcc cannot compile it"]
        command = [self.tool, *(["--64"] if bits == "64" else []), "-DHARDBOP", "--each", str(FUNCTIONS), str(file)]
        done = subprocess.run(command, capture_output=True, text=True)
        found = []
        for k, (wanted, got) in enumerate(zip(runs(expected), runs(done.stdout.splitlines()), strict=True)):
            if wanted != got:
                found.append(f"f{k}: {got} rather than {wanted}")
            elif got[-1] == "fault":
                self.faults += 1
            else:
                self.ends += 1
        return found


def compare(tool: str, first: int, last: int) -> int:
    status = 0
    comparison = Comparison(tool)
    with tempfile.TemporaryDirectory() as folder:
        trial = Path(folder) / "trial.c"
        trial.write_text("#include <stdio.h>\nint main(void) { return 0; }\n")
        models = [bits for bits in ["64", "32"] if by_gcc(trial, bits) is not None]
        for seed in range(first, last + 1):
            for bits in models:
                for found in comparison.differs(seed, Path(folder) / f"errors{seed}.c", bits):
                    print(f"seed {seed}, {bits} bits: {found}", flush=True)
                    status = 1
    print(f"{comparison.ends} functions end alike, and {comparison.faults} stop with an error in both, with {' and '.join(models)} bits.")
    return status


if __name__ == "__main__":
    sys.exit(against_gcc.run(__doc__, compare))
