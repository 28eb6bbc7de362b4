#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random C programs, run by gcc and by our interpreter: both must compute the same.

differential.py C_INTERPRET FROM TO: programs with these seeds, many in each file. They have no
undefined behaviour but signed overflow, which wraps (-fwrapv). ILP32 is compared too where gcc can
make and the machine can run such programs; they need no C library. The model may give up where a
pointer to a local that is made again could be left over in memory without types, but not often. Exit
status 77: no gcc.
"""

import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

BATCH = 50
GIVES_UP = "is created again while an old pointer to it may exist"
TYPES = [
    "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long",
    "unsigned long", "long long", "unsigned long long", "_Bool", "char",
]
FIELD_TYPES = ["int", "unsigned", "signed char", "unsigned char", "short", "unsigned short", "_Bool"]
BITS = {"int": 31, "unsigned": 32, "signed char": 8, "unsigned char": 8, "short": 16, "unsigned short": 16, "_Bool": 1}

PRELUDE = """\
typedef unsigned long long u64;
#ifdef HARDBOP
u64 checked;
void check(u64 v) { checked = v; }
#else
void check(u64 v);
#endif
"""

RUNTIME = """\
#include <stdio.h>
void check(unsigned long long v) { printf("%llu\\n", v); }
"""

# Without a C library; the divisions are those that libgcc would have.
RUNTIME_32 = """\
typedef unsigned long long u64;
static char buffer[4096];
static unsigned used;
static void flush(void) {
  int result;
  __asm__ volatile("int $0x80" : "=a"(result) : "a"(4), "b"(1), "c"(buffer), "d"(used) : "memory");
  used = 0;
}
u64 __udivmoddi4(u64 a, u64 b, u64 *rest) {
  u64 q = 0, r = 0;
  for (int i = 63; i >= 0; i--) {
    int top = (int)(r >> 63);
    r = r << 1 | (a >> i & 1);
    if (top || r >= b) { r -= b; q |= 1ull << i; }
  }
  if (rest) *rest = r;
  return q;
}
u64 __udivdi3(u64 a, u64 b) { return __udivmoddi4(a, b, 0); }
u64 __umoddi3(u64 a, u64 b) { u64 r; __udivmoddi4(a, b, &r); return r; }
long long __divdi3(long long a, long long b) {
  u64 q = __udivmoddi4(a < 0 ? -(u64)a : (u64)a, b < 0 ? -(u64)b : (u64)b, 0);
  return (long long)((a < 0) != (b < 0) ? -q : q);
}
long long __moddi3(long long a, long long b) {
  u64 r; __udivmoddi4(a < 0 ? -(u64)a : (u64)a, b < 0 ? -(u64)b : (u64)b, &r);
  return (long long)(a < 0 ? -r : r);
}
void *memcpy(void *to, const void *from, unsigned n) {
  for (unsigned i = 0; i < n; i++) ((volatile char *)to)[i] = ((const char *)from)[i];
  return to;
}
void *memset(void *to, int c, unsigned n) {
  for (unsigned i = 0; i < n; i++) ((volatile char *)to)[i] = (char)c;
  return to;
}
void check(u64 v) {
  char digits[24]; int n = 0;
  do digits[n++] = (char)('0' + (int)(v % 10)); while (v /= 10);
  if (used + 24 > sizeof buffer) flush();
  while (n) buffer[used++] = digits[--n];
  buffer[used++] = '\\n';
}
int main(void);
void _start(void) {
  main(); flush();
  __asm__ volatile("int $0x80" : : "a"(1), "b"(0));
  for (;;);
}
"""


class Record:
    """A structure or union and the scalars in it, as text behind the variable's name."""

    def __init__(self, g: "Generator", name: str, kind: str) -> None:
        self.name = f"{kind} {name}"
        self.fields: list[str] = []
        lines = []
        r = g.r
        if kind == "union":
            shapes = [("unsigned w;", ".w"), ("unsigned char b[4];", ".b[%d]"),
                      ("struct { short lo, hi; } h;", ".h.lo"), ("int s : 11;", ".s"),
                      ("long long l;", ".l")]
            for text, path in r.sample(shapes, r.randint(2, len(shapes))):
                lines.append(text)
                self.fields.append(path % r.randint(0, 3) if "%" in path else path)
            # The first member must cover all: what is not initialised is not compared.
            lines.insert(0, "unsigned long long all;")
            self.fields.insert(0, ".all")
        else:
            for i in range(r.randint(1, 6)):
                type_ = r.choice(FIELD_TYPES)
                if r.random() < 0.35:
                    lines.append(f"{type_} f{i} : {r.randint(1, BITS[type_])};")
                    self.fields.append(f".f{i}")
                    if r.random() < 0.2:
                        lines.append(f"{type_} : {r.choice([0, 1, min(3, BITS[type_])])};")
                elif r.random() < 0.25:
                    lines.append(f"{r.choice(TYPES)} f{i}[2];")
                    self.fields += [f".f{i}[0]", f".f{i}[1]"]
                elif r.random() < 0.2:
                    lines.append(f"struct {{ {r.choice(TYPES)} a; {r.choice(TYPES)} b; }} f{i};")
                    self.fields += [f".f{i}.a", f".f{i}.b"]
                else:
                    lines.append(f"{r.choice(TYPES)} f{i};")
                    self.fields.append(f".f{i}")
        self.text = f"{self.name} {{ {' '.join(lines)} }};"
        self.is_union = kind == "union"


class Generator:
    """One program: p<seed>() computes and checks."""

    def __init__(self, seed: int) -> None:
        self.r = random.Random(seed)
        self.seed = seed
        self.lines: list[str] = []
        self.scalars: list[str] = []      # that can be read and assigned in the current function
        self.readable: list[str] = []     # that can be read only
        self.functions: list[tuple[str, list[str]]] = []
        self.counter = 0
        self.indent = 1
        self.effects: list[str] = []      # variables only for effects inside of expressions
        self.moves: list[str] = []        # what makes pointers point elsewhere; %s is a condition

    def fresh(self, prefix: str) -> str:
        self.counter += 1
        return f"{prefix}{self.seed}_{self.counter}"

    def put(self, text: str) -> None:
        self.lines.append("  " * self.indent + text)

    # ---- expressions ----

    def constant(self) -> str:
        r = self.r
        value = r.choice([0, 1, 2, 3, 5, 7, 10, 31, 100, 127, 128, 255, 256, 32767, 32768, 65535, 65536,
                          2147483647, 2147483648, 4294967295, 4294967296, 9223372036854775807,
                          r.getrandbits(8), r.getrandbits(16), r.getrandbits(31)])
        suffix = r.choice(["", "", "u", "l", "ul", "ll", "ull"])
        if value > 2147483647 and suffix in ("", "l", "u", "ul"):
            suffix = "ll" if value < 2**63 else "ull"
        text = f"{value}{suffix}"
        if r.random() < 0.15:
            text = f"0x{value:x}{suffix}"
        return f"(-{text})" if r.random() < 0.2 else text

    def leaf(self) -> str:
        pool = self.scalars + self.readable
        if not pool or self.r.random() < 0.25:
            return self.constant()
        return self.r.choice(pool)

    def expr(self, depth: int = 3) -> str:
        r = self.r
        if depth <= 0 or r.random() < 0.12:
            return self.leaf()
        kind = r.randrange(18)
        a = self.expr(depth - 1)
        if kind < 5:
            return f"({a} {r.choice(['+', '-', '*', '&', '|', '^'])} {self.expr(depth - 1)})"
        if kind < 7:
            return f"({a} {r.choice(['<', '<=', '>', '>=', '==', '!='])} {self.expr(depth - 1)})"
        if kind == 7:
            return f"({a} {r.choice(['&&', '||'])} {self.expr(depth - 1)})"
        if kind == 8:
            return f"({a} {r.choice(['<<', '>>'])} ({self.expr(depth - 1)} & {r.choice([3, 7, 15, 31])}))"
        if kind == 9:
            b = self.leaf()
            guard = f"{b} != 0 && {b} != -1"
            return f"({guard} ? {a} {r.choice(['/', '%'])} {b} : {self.leaf()})"
        if kind == 10:
            return f"({r.choice(['-', '~', '!', '+'])}{a})"
        if kind < 13:
            return f"(({r.choice(TYPES)}){a})"
        if kind == 13:
            return f"({a} ? {self.expr(depth - 1)} : {self.expr(depth - 1)})"
        if kind == 14:
            return f"({a} {r.choice(['/', '%'])} {r.choice(['3', '7u', '10ll', '(-5)', '2'])})"
        if kind == 15 and self.functions:
            return self.call(depth)
        if kind == 16 and self.effects:
            return self.effect(depth)
        return f"({a} ?: {self.leaf()})" if r.random() < 0.3 else f"({a} {r.choice(['+', '-'])} {self.leaf()})"

    def call(self, depth: int) -> str:
        name, types = self.r.choice(self.functions)
        return f"{name}({', '.join(self.expr(min(depth - 1, 1)) for _ in types)})"

    def effect(self, depth: int) -> str:
        """Each such variable occurs once in an expression, so that order does not matter."""
        variable = self.effects.pop()
        r = self.r
        return r.choice([
            f"{variable}++", f"(--{variable})", f"({variable} = {self.expr(depth - 1)})",
            f"({variable} {r.choice(['+=', '-=', '*=', '^=', '|='])} {self.expr(depth - 1)})",
            f"({variable}--, {self.expr(depth - 1)})",
            f"({{ {variable} += 3; {variable}; }})",
        ])

    def full(self, depth: int = 3) -> str:
        """An expression that may have effects."""
        self.effects = [] if not self.all_effects else self.r.sample(self.all_effects, len(self.all_effects))
        text = self.expr(depth)
        self.effects = []
        return text

    # ---- statements ----

    def statement(self, depth: int) -> None:
        r = self.r
        if self.moves and r.random() < 0.2:
            move = r.choice(self.moves)
            self.put(move % self.expr(1) if "%s" in move else move)
        kind = r.randrange(16) if depth > 0 else r.randrange(7)
        if kind < 3:
            self.put(f"{r.choice(self.scalars)} = {self.full()};")
        elif kind == 3:
            self.put(f"{r.choice(self.scalars)} {r.choice(['+=', '-=', '*=', '&=', '|=', '^='])} {self.full(2)};")
        elif kind == 4:
            self.put(f"{r.choice(self.scalars)}{r.choice(['++', '--'])};")
        elif kind == 5:
            target = r.choice(self.scalars)
            self.put(f"{target} {r.choice(['<<=', '>>='])} ({self.expr(1)} & {r.choice([3, 7, 15])});")
        elif kind == 6:
            self.put(f"{r.choice(self.scalars)} {r.choice(['/=', '%='])} {r.choice(['3', '5u', '(-7)', '11ll'])};")
        elif kind < 10:
            self.put(f"if ({self.full()}) {{")
            self.block(depth - 1)
            if r.random() < 0.5:
                self.put("} else {")
                self.block(depth - 1)
            self.put("}")
        elif kind < 13:
            self.loop(depth)
        elif kind == 13:
            self.switch(depth)
        elif kind == 14:
            label = self.fresh("l")
            self.put(f"if ({self.full(2)}) goto {label};")
            self.block(depth - 1)
            self.put(f"{label}:;")
        else:
            self.put("{")
            self.indent += 1
            name, scalars = self.fresh("v"), self.scalars
            self.put(f"{r.choice(TYPES)} {name} = {self.full(2)};")
            self.scalars = scalars + [name]
            self.indent -= 1
            self.block(depth - 1)
            self.scalars = scalars
            self.put("}")

    def loop(self, depth: int) -> None:
        r = self.r
        i, bound = self.fresh("i"), r.randint(1, 5)
        readable = self.readable
        self.put(f"int {i} = 0;")
        kind = r.randrange(3)
        if kind == 0:
            self.put(f"for ({i} = 0; {i} < {bound}; {i}++) {{")
        elif kind == 1:
            self.put(f"while ({i}++ < {bound}) {{")
        else:
            self.put("do {")
        self.readable = readable + [i]
        self.block(depth - 1)
        self.indent += 1
        if r.random() < 0.4:
            self.put(f"if ({self.full(2)}) {r.choice(['break', 'continue'] if kind < 2 else ['break'])};")
            self.statement(0)
        self.indent -= 1
        self.put(f"}} while (++{i} < {bound});" if kind == 2 else "}")
        self.readable = readable

    def switch(self, depth: int) -> None:
        r = self.r
        self.put(f"switch ({self.full(2)} & 7) {{" if r.random() < 0.7 else f"switch ((signed char){self.full(2)}) {{")
        labels = r.sample(range(8), r.randint(1, 4))
        for label in labels:
            self.put(f"case {label}:")
            self.block(0)
            if r.random() < 0.6:
                self.put("  break;")
        if r.random() < 0.6:
            self.put("default:")
            self.block(depth - 1)
        self.put("}")

    def block(self, depth: int) -> None:
        self.indent += 1
        for _ in range(self.r.randint(1, 3)):
            self.statement(depth)
        self.indent -= 1

    # ---- programs ----

    def variables(self, where: str) -> None:
        """Declares variables of all kinds; `where` is local or global."""
        r = self.r
        for _ in range(r.randint(2, 4)):
            name = self.fresh("x")
            self.put(f"{r.choice(TYPES)} {name} = {self.constant()};")
            self.scalars.append(name)
        for _ in range(r.randint(0, 2)):
            name, length = self.fresh("a"), r.randint(2, 5)
            type_ = r.choice(TYPES)
            values = ", ".join(self.constant() for _ in range(r.randint(1, length)))
            if r.random() < 0.3:
                values = f"[{r.randrange(length)}] = {self.constant()}"
            if r.random() < 0.3:
                self.put(f"{type_} {name}[2][{length}] = {{ {{ {values} }}, {{ 1 }} }};")
                self.scalars += [f"{name}[1][{r.randrange(length)}]",
                                 f"{name}[{self.index(2)}][{self.index(length)}]"]
            else:
                self.put(f"{type_} {name}[{length}] = {{ {values} }};")
                self.scalars += [f"{name}[{r.randrange(length)}]", f"{name}[{self.index(length)}]"]
                if where == "local" and r.random() < 0.6:
                    pointer, start = self.fresh("q"), r.randrange(length)
                    self.put(f"{type_} *{pointer} = {name} + {start};")
                    self.scalars += [f"(*{pointer})", f"{pointer}[{r.randrange(length) - start}]",
                                     f"(*({pointer} - {start}))"]
                    self.readable.append(f"({pointer} - {name})")
                    self.readable.append(f"({pointer} > &{name}[{r.randrange(length)}])")
        for record in self.records:
            if r.random() < 0.7:
                name = self.fresh("s")
                count = 1 if record.is_union else r.randint(1, 2)
                self.put(f"{record.name} {name} = {{ {', '.join(self.constant() for _ in range(count))} }};"
                         if not record.text.startswith("struct") or "{ struct" not in record.text
                         else f"{record.name} {name} = {{ 0 }};")
                paths = [f"{name}{field}" for field in record.fields]
                self.scalars += r.sample(paths, min(len(paths), 4))
                self.aggregates.append((record, name))
                if where == "local" and r.random() < 0.5:
                    pointer = self.fresh("t")
                    self.put(f"{record.name} *{pointer} = &{name};")
                    self.scalars.append(f"{pointer}->{r.choice(record.fields)[1:]}")

    def pointers(self) -> None:
        """Pointers that move: to variables, to elements, to each other, along a ring of structures."""
        r = self.r
        a, b, p, q, pp = (self.fresh(prefix) for prefix in ("x", "x", "p", "p", "pp"))
        type_ = r.choice(TYPES)
        self.put(f"{type_} {a} = {self.constant()}, {b}[3] = {{ {self.constant()}, 1 }};")
        self.put(f"{type_} *{p} = &{a}, *{q} = {b} + 1, **{pp} = &{p};")
        self.scalars += [a, f"{b}[1]", f"(*{p})", f"(*{q})", f"(**{pp})"]
        self.readable += [f"({p} == {q})", f"(*{pp} == {p})"]
        self.moves += [f"{p} = %s ? &{a} : {b} + 2;", f"{p} = {q};", f"{q} = {p};", f"{q} = &{b}[0];",
                       f"*{pp} = %s ? {p} : &{b}[1];", f"{pp} = %s ? &{p} : &{q};", f"{q} = *{pp};"]
        if r.random() < 0.6:
            tag, u, v, t = (self.fresh(prefix) for prefix in ("n", "u", "u", "t"))
            self.put(f"struct {tag} {{ {type_} f; struct {tag} *next; {r.choice(TYPES)} g; }} {u} = {{ 1 }}, {v} = {{ 2 }};")
            self.put(f"struct {tag} *{t} = &{u}; {u}.next = &{v}; {v}.next = &{u};")
            self.scalars += [f"{t}->f", f"{t}->g", f"{t}->next->g", f"{u}.f", f"{v}.g"]
            self.moves += [f"{t} = {t}->next;", f"{t}->next = %s ? &{u} : &{v};", f"{t} = %s ? {t} : &{u};",
                           f"{p} = &{t}->f;", f"{p} = %s ? &{t}->next->f : {q};"]
        for name, kind in self.pointer_functions:
            if kind == type_:
                self.moves += [f"{p} = {name}({p}, {q});", f"{name}({q}, {p});", f"{name}(&{a}, *{pp});"]

    def pointer_function(self) -> None:
        """Changes what one pointer points to, and chooses between two."""
        r = self.r
        name, type_ = self.fresh("h"), r.choice(TYPES)
        self.put(f"static {type_} *{name}({type_} *p, {type_} *q) {{ {type_} *t = p; *q += 1; *t ^= *q;"
                 f" if (*p & 1) t = q; *t = 5; return *q == 5 ? t : p; }}")
        self.pointer_functions.append((name, type_))

    def index(self, length: int) -> str:
        pool = [name for name in self.scalars if "[" not in name] or ["1"]
        return f"(unsigned char)({self.r.choice(pool)}) % {length}"

    def function(self, number: int) -> None:
        r = self.r
        name = f"f{self.seed}_{number}"
        types = [r.choice(TYPES) for _ in range(r.randint(0, 3))]
        outer = self.scalars, self.readable, self.aggregates, self.moves
        self.moves = []
        self.scalars, self.readable, self.aggregates = [], [], []
        parameters = [f"{type_} p{i}" for i, type_ in enumerate(types)]
        self.put(f"static {r.choice(TYPES)} {name}({', '.join(parameters) or 'void'}) {{")
        self.indent += 1
        self.all_effects = []
        self.scalars = [f"p{i}" for i in range(len(types))]
        if r.random() < 0.3:
            self.put("static unsigned calls = 3; calls++;")
            self.readable.append("calls")
        self.variables("local")
        if r.random() < 0.4:
            self.pointers()
        for _ in range(r.randint(1, 4)):
            self.statement(1)
        self.put(f"return {self.expr()};")
        self.indent -= 1
        self.put("}")
        self.scalars, self.readable, self.aggregates, self.moves = outer
        self.functions.append((name, types))

    def record_function(self, record: Record) -> None:
        """Takes and returns a structure."""
        name = self.fresh("g")
        self.put(f"static {record.name} {name}({record.name} s, int k) {{")
        for field in record.fields[:3]:
            self.put(f"  s{field} {self.r.choice(['+=', '^=', '='])} k;")
        self.put("  return s;")
        self.put("}")
        self.record_functions.append((record, name))

    def program(self) -> str:
        r = self.r
        self.indent = 0
        self.all_effects: list[str] = []
        self.aggregates: list[tuple[Record, str]] = []
        self.record_functions: list[tuple[Record, str]] = []
        self.records = [Record(self, f"r{self.seed}_{i}", r.choice(["struct", "struct", "union"]))
                        for i in range(r.randint(1, 3))]
        for record in self.records:
            self.put(record.text)
        self.pointer_functions: list[tuple[str, str]] = []
        for _ in range(r.randint(0, 3)):
            self.pointer_function()
        for number in range(r.randint(0, 3)):
            self.function(number)
        for record in self.records:
            if r.random() < 0.5:
                self.record_function(record)
        self.variables("global")
        global_scalars = list(self.scalars)
        self.put(f"static void p{self.seed}(void) {{")
        self.indent = 1
        self.variables("local")
        for _ in range(r.randint(0, 2)):
            self.pointers()
        self.all_effects = [self.fresh("e") for _ in range(2)]
        for variable in self.all_effects:
            self.put(f"{r.choice(TYPES)} {variable} = {self.constant()};")
        for _ in range(r.randint(4, 10)):
            self.statement(2)
            self.copy_records()
        for scalar in dict.fromkeys(self.scalars + global_scalars + self.readable + self.all_effects):
            self.put(f"check((u64)({scalar}));")
        self.indent = 0
        self.put("}")
        return "\n".join(self.lines)

    def copy_records(self) -> None:
        r = self.r
        if r.random() > 0.3 or not self.aggregates:
            return
        record, name = r.choice(self.aggregates)
        others = [other for kind, other in self.aggregates if kind is record]
        calls = [function for kind, function in self.record_functions if kind is record]
        if calls and r.random() < 0.6:
            self.put(f"{name} = {r.choice(calls)}({r.choice(others)}, {self.expr(1)});")
        else:
            self.put(f"{name} = {self.expr(1)} ? {r.choice(others)} : {r.choice(others)};")


class Comparison:
    def __init__(self, tool: str, folder: Path) -> None:
        self.tool = tool
        self.folder = folder
        self.models = [("64", [], RUNTIME, ["--64"])]
        bare = ["-m32", "-nostdlib", "-static", "-ffreestanding", "-fno-pic", "-no-pie", "-fno-stack-protector"]
        trial = self.write("trial.c", "int main(void) { return 0; }")
        self.models.append(("32", bare, RUNTIME_32, []))
        if self.by_gcc(trial, *self.models[1][1:3]) is None:
            self.models.pop()

    def write(self, name: str, text: str) -> Path:
        file = self.folder / name
        file.write_text(text)
        return file

    def by_gcc(self, file: Path, options: list[str], runtime: str) -> str | None:
        program = self.folder / "program"
        command = ["gcc", "-w", "-O0", "-fwrapv", "-std=gnu11", *options, "-o", str(program), str(file),
                   str(self.write("runtime.c", runtime))]
        if subprocess.run(command, capture_output=True).returncode != 0:
            return None
        try:
            done = subprocess.run([str(program)], capture_output=True, text=True, timeout=60)
        except (OSError, subprocess.TimeoutExpired):
            return None
        return done.stdout if done.returncode == 0 else None

    def differs(self, seeds: list[int]) -> str | None:
        """What differs, in which program."""
        programs = [Generator(seed).program() for seed in seeds]
        calls = " ".join(f"check({seed}); p{seed}();" for seed in seeds)
        file = self.write(f"batch{seeds[0]}.c", PRELUDE + "\n\n".join(programs) +
                          f"\nint main(void) {{ {calls} return 0; }}\n")
        for name, options, runtime, ours in self.models:
            expected = self.by_gcc(file, options, runtime)
            if expected is None:
                return f"gcc could not run {file} ({name} bits)"
            wanted = expected.splitlines() + ["ended 0"]
            for way in [], ["--model"], ["--stars"], ["--arrays"]:  # the interpreter, and the models
                if (difference := self.compare([*ours, *way], file, wanted)) is not None:
                    return f"{name} bits {' '.join(way)}, {difference}"
        return None

    def compare(self, options: list[str], file: Path, wanted: list[str]) -> str | None:
        done = subprocess.run([self.tool, *options, "-DHARDBOP", str(file)], capture_output=True, text=True)
        lines = done.stdout.splitlines()
        if lines == wanted:
            return None
        at = next((i for i, (a, b) in enumerate(zip(lines, wanted)) if a != b), min(len(lines), len(wanted)))
        if GIVES_UP in "".join(lines[at:at + 1]):  # an interpreter never says so
            return GIVES_UP
        return f"line {at + 1}: {lines[at:at + 1]} rather than {wanted[at:at + 1]}; {done.stderr[:300]}"


def main() -> int:
    if len(sys.argv) != 4:
        print(__doc__)
        return 1
    if shutil.which("gcc") is None:
        print("skipped: no gcc")
        return 77
    first, last = int(sys.argv[2]), int(sys.argv[3])
    status = 0
    given_up = 0
    with tempfile.TemporaryDirectory() as folder:
        comparison = Comparison(sys.argv[1], Path(folder))
        for begin in range(first, last + 1, BATCH):
            seeds = list(range(begin, min(begin + BATCH, last + 1)))
            if comparison.differs(seeds) is None:
                continue
            for seed in seeds:
                difference = comparison.differs([seed])
                if difference is not None and difference.endswith(GIVES_UP):
                    given_up += 1
                elif difference is not None:
                    print(f"seed {seed}: {difference}")
                    status = 1
        names = " and ".join(name for name, *_ in comparison.models)
    count = last - first + 1
    if given_up * 10 > count:
        print(f"the model gives up {given_up} of {count} programs, which is too many")
        status = 1
    if status == 0:
        print(f"{count - given_up} programs compute the same, with {names} bits; the model gives up {given_up}.")
    return status


if __name__ == "__main__":
    sys.exit(main())
