#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random C programs that call undefined functions, linked with random bodies for these.

environment.py HARDBOP FROM TO [BODIES]: for each seed a program is checked alone; then gcc links it
with BODIES (2) random implementations of what it leaves undefined, and runs it. Whatever such a run
does, the answer must allow: where an assertion fails, it must not be `holds`. For each tenth
program, the program and one body are checked together, too: that answer must be that of gcc's run.
Exit status 77: no gcc.
"""

import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

TIMEOUT = 5  # seconds for an answer

DECLARATIONS = """\
struct node { int v; struct node *next; int *data; };
struct ops { int count; int (*fn)(int); };
extern int ext0; extern struct node ext_node; extern int *ext_ptr; extern struct ops ext_ops;
void take_int(int *p); int take_node(struct node *n); void look_node(const struct node *n);
int *pick(int *a, int *b); struct node *get_node(void);
void on_int(void (*cb)(int)); void on_pointer(void (*cb)(int *), int *p);
int value(void); void step(void); void take_pointer(int **pp); void take_ops(struct ops *o);
int lend(int *p); void look(const int *p); void many(int n, ...);
"""

GLOBALS = """\
int ext0 = 1; struct node ext_node; int *ext_ptr; struct ops ext_ops;
static int st0 = 2, st1 = 3; static struct node st_node = {4, 0, 0}; static int st_array[3] = {5, 6, 7};
"""

VALUES = ["x", "y", "st0", "st1", "ext0", "a.v", "b.v", "st_node.v", "ext_node.v", "st_array[1]",
          "r"]
ADDRESSES = ["&x", "&y", "&st0", "&st1", "&ext0", "&a.v", "&b.v", "&st_node.v", "&st_array[1]"]
NODES = ["&a", "&b", "&st_node", "&ext_node"]


class Program:
    """The program that is checked alone."""

    def __init__(self, seed: int) -> None:
        self.r = random.Random(seed)

    def value(self) -> str:
        return self.r.choice(VALUES)

    def callback_statement(self) -> str:
        r = self.r
        return r.choice([
            f"st{r.randrange(2)} = {r.randrange(4)};", "st0++;", "if (k > 2) st1 = k;",
            f"assert(st{r.randrange(2)} != {r.randrange(6)});", "ext0 = st0;",
            "step();" if r.random() < 0.3 else ";", f"if (st1 == {r.randrange(4)}) st_node.v = 9;"])

    def callbacks(self) -> str:
        text = ""
        for i in range(2):
            text += f"static void cb{i}(int k) {{ {' '.join(self.callback_statement() for _ in range(2))} }}\n"
        text += "static void cbp(int *p) { if (p) *p = 8; " + self.callback_statement().replace("k", "st0") + " }\n"
        text += "static int fn(int k) { return k + 1; }\n"
        text += ("static int helper(int k) { int own = k; " +
                 self.r.choice(["lend(&own);", "look(&own);", "step();", "st1 = lend(&own);"]) +
                 self.r.choice([" assert(own == k);", "", " own = 1;"]) + " return own; }\n")
        return text

    def statement(self) -> str:
        r = self.r
        address, node = r.choice(ADDRESSES), r.choice(NODES)
        return r.choice([
            f"take_int({address});", f"r = take_node({node});", f"look_node({node});",
            f"p = pick({address}, {r.choice(ADDRESSES)});", "if (p) r = *p;", f"if (p) *p = {r.randrange(4)};",
            "n = get_node();", "if (n) r = n->v;", f"on_int(cb{r.randrange(2)});",
            f"on_pointer(cbp, {address});", "r = value();", "step();", "step();",
            f"p = {address};", "take_pointer(&p);", f"a.next = {node};", f"b.data = {address};",
            f"st_node.next = {node};", f"st_node.data = {address};", f"ext_ptr = {address};",
            f"ext_node.next = {node};", f"ext_node.data = {address};",
            f"{r.choice(VALUES)} = {r.randrange(4)};", f"if ({self.value()} > {r.randrange(4)}) {self.value()} = 1;",
            f"look({address});", f"many(1, {address});", f"r = helper({r.randrange(3)});",
            "if (a.next) a.next->v = 5;", "if (ext_ptr) r = *ext_ptr;",
            f"for (int i = 0; i < 2; i++) {{ int t = i; {r.choice(['lend(&t);', 'step();', ';'])} r = t; "
            f"{r.choice(['assert(t == i);', ''])} }}",
            f"assert({self.value()} {r.choice(['!=', '=='])} {r.randrange(8)});",
            "ops.fn = fn;" if r.random() < 0.4 else ";", "take_ops(&ops);" if r.random() < 0.3 else ";",
            "if (ops.fn == fn) r = ops.fn(2);",
        ])

    def text(self) -> str:
        r = self.r
        variable = r.choice(["x", "y", "st0", "st1", "a.v", "b.v", "st_node.v", "st_array[1]"])
        kept = r.randrange(8)
        body = [self.statement() for _ in range(r.randint(3, 10))]
        body.insert(r.randrange(len(body)), f"{variable} = {kept};")
        body.append(f"assert({variable} == {kept});" if r.random() < 0.8 else f"assert({self.value()} != 3);")
        return (f"#include <assert.h>\n{DECLARATIONS}{GLOBALS}{self.callbacks()}"
                "int main(void) {\n  int x = 0, y = 1, r = 0; int *p = 0; struct node *n = 0;\n"
                "  struct node a = {2, 0, 0}, b = {3, 0, 0}; struct ops ops = {0, 0};\n  " +
                "\n  ".join(body) + "\n  return 0;\n}\n")


class Bodies:
    """What undefined functions may do: random code that keeps to what is assumed of it."""

    def __init__(self, seed: str) -> None:
        self.r = random.Random(seed)

    def number(self) -> str:
        return str(self.r.choice([0, 1, 2, 3, 5, 8, -1, self.r.randrange(100)]))

    def integers(self, own: list[str]) -> str:
        return self.r.choice(own + ["kept", "kept", "&ext0", "&ext_node.v", "ext_ptr", "&fresh.v"])

    def nodes(self, own: list[str]) -> str:
        return self.r.choice(own + ["kept_node", "&ext_node", "ext_node.next", "&fresh"])

    def act(self, integers: list[str], nodes: list[str]) -> str:
        r = self.r
        i, n = self.integers(integers), self.nodes(nodes)
        return r.choice([
            f"if ({i}) *({i}) = {self.number()};", f"if ({i}) *({i}) = {self.number()};",
            f"if ({n}) ({n})->v = {self.number()};", f"if ({n}) ({n})->data = {self.integers(integers)};",
            f"if ({n}) ({n})->next = {self.nodes(nodes)};", f"ext_ptr = {i};", f"ext0 = {self.number()};",
            f"if (({n}) && ({n})->next) ({n})->next->v = {self.number()};",
            f"if (({n}) && ({n})->data) *({n})->data = {self.number()};",
            f"kept_node = {n};", f"if (kept_cb) kept_cb({self.number()});", "if (kept_cbp) kept_cbp(kept);",
            f"if (kept_cbp) kept_cbp({i});", f"ext_ops.count = {self.number()};", ";", ";"])

    def acts(self, integers: list[str], nodes: list[str]) -> str:
        return " ".join(f"if (next() % 3) {{ {self.act(integers, nodes)} }}" for _ in range(self.r.randint(0, 4)))

    def body(self, head: str, integers: list[str], nodes: list[str], before: str = "", result: str = "") -> str:
        leave = f"return {result};" if result else "return;"
        return (f"{head} {{ if (depth > 3) {leave} depth++; {before} {self.acts(integers, nodes)} depth--; "
                f"{leave} }}\n")

    def text(self) -> str:
        r = self.r
        keep = "if (next() % 2) kept = p;"
        fallback = r.choice(["0", "kept", "&fresh.v"])
        result = f"(next() % 2 ? {r.choice(['a', 'b', 'ext_ptr'])} : {fallback})"
        out = (f"{DECLARATIONS}static unsigned long state = {r.randrange(1, 1000)};\n"
               "static unsigned next(void) { state = state * 6364136223846793005ul + 1442695040888963407ul;"
               " return (unsigned)(state >> 40); }\n"
               "static struct node fresh; static int *kept; static struct node *kept_node; static int depth;\n"
               "static void (*kept_cb)(int); static void (*kept_cbp)(int *);\n")
        out += self.body("void take_int(int *p)", ["p"], [], keep)
        out += self.body("int take_node(struct node *n)", ["(n->data)"], ["n", "n->next"], "kept_node = n;", self.number())
        out += self.body("void look_node(const struct node *n)", ["(n->data)"], ["(n->next)"], "if (n->next) kept_node = n->next;")
        out += self.body("int *pick(int *a, int *b)", ["a", "b"], [], "", result)
        out += self.body("struct node *get_node(void)", [], [], "", r.choice(["kept_node", "&fresh", "0", "&ext_node"]))
        out += self.body("void on_int(void (*cb)(int))", [], [], "kept_cb = cb;")
        out += self.body("void on_pointer(void (*cb)(int *), int *p)", ["p"], [], "kept_cbp = cb; kept = p;")
        out += self.body("int value(void)", [], [], "", self.number())
        out += self.body("void step(void)", [], [])
        out += self.body("void take_pointer(int **pp)", ["*pp"], [], r.choice([";", "*pp = kept;", "*pp = &ext0;"]))
        own = r.choice(["o->count = 3;", "ext_ops.fn = o->fn;", "if (o->fn) o->count = o->fn(1);", "o->fn = 0;"])
        out += self.body("void take_ops(struct ops *o)", ["&o->count"], [], own)
        out += f"int lend(int *p) {{ if (next() % 2) *p = {self.number()}; return {self.number()}; }}\n"
        out += self.body("void look(const int *p)", [], [])
        out += self.body("void many(int n, ...)", ["p"], [], "__builtin_va_list l; __builtin_va_start(l, n); "
                         "int *p = __builtin_va_arg(l, int *); __builtin_va_end(l); kept = p;")
        return out


def answer(hardbop: str, files: list[Path]) -> tuple[str, str]:
    command = ["timeout", str(TIMEOUT * 6 + 60), hardbop, "check", "--data-model", "LP64", "--property",
               "assertions", "--timeout", str(TIMEOUT), *map(str, files)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    verdict = {0: "holds", 10: "violated", 5: "unknown"}.get(done.returncode, f"exit {done.returncode}")
    return verdict, done.stdout + done.stderr


def run(folder: Path) -> str:
    """What gcc's program does: fails, ends, or something that C does not define."""
    subprocess.run(["gcc", "-w", "-O0", "-o", folder / "run", folder / "first.o", folder / "bodies.c"], check=True)
    try:
        status = subprocess.run([folder / "run"], capture_output=True, timeout=10, check=False).returncode
    except subprocess.TimeoutExpired:
        return "stuck"
    return {0: "ends", -6: "fails"}.get(status, "undefined")


def check(hardbop: str, seed: int, bodies: int, folder: Path, counts: Counter) -> list[str]:
    problems = []
    (folder / "first.c").write_text(Program(seed).text())
    verdict, text = answer(hardbop, [folder / "first.c"])
    counts[verdict] += 1
    if verdict.startswith("exit"):
        problems.append(f"seed {seed}: {verdict}: {text}")
    if "values of addresses" in text:
        counts["differs"] += 1
    subprocess.run(["gcc", "-w", "-O0", "-c", "-o", folder / "first.o", folder / "first.c"], check=True)
    for i in range(bodies):
        (folder / "bodies.c").write_text(Bodies(f"{seed}/{i}").text())
        does = run(folder)
        counts[f"gcc {does}"] += 1
        if does == "fails" and verdict == "holds":
            problems.append(f"seed {seed}, body {i}: gcc's program fails, but the answer is holds")
        if seed % 10 == 0 and i == 0 and does in ("ends", "fails"):
            whole, text = answer(hardbop, [folder / "first.c", folder / "bodies.c"])
            counts[f"whole {whole}"] += 1
            if whole != {"ends": "holds", "fails": "violated"}[does] and whole != "unknown":
                problems.append(f"seed {seed}, body {i}: gcc's program {does}, but both files: {whole}: {text}")
    return problems


def main() -> int:
    if shutil.which("gcc") is None:
        return 77
    hardbop, first, last = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    bodies = int(sys.argv[4]) if len(sys.argv) > 4 else 2
    counts: Counter = Counter()
    failed = False
    with tempfile.TemporaryDirectory() as name:
        for seed in range(first, last + 1):
            for problem in check(hardbop, seed, bodies, Path(name), counts):
                print(problem, flush=True)
                failed = True
            if seed % 50 == 49:
                print(seed + 1 - first, dict(counts), file=sys.stderr, flush=True)
    print(f"{last - first + 1} programs: " + ", ".join(f"{key} {counts[key]}" for key in sorted(counts)))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
