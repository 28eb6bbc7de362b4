#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random C programs, run by gcc and by our interpreter: both must compute the same.

differential.py C_INTERPRET FROM TO: programs with these seeds, many in each file. They have no
undefined behaviour but signed overflow, which wraps (-fwrapv). Which NaN a number is, is not compared.
ILP32 is compared too where gcc can make and the machine can run such programs; they need no C library. The model may give up where a
pointer to a local that is made again could be left over in memory without types, but not often. Exit
status 77: no gcc.
"""

import random
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import against_gcc  # noqa: E402

BATCH = 50
# Without -frounding-math, gcc 12 takes 0.0 - x for -x where x was an integer: -0.0 if x is 0.
GCC = ["gcc", "-w", "-O0", "-fwrapv", "-frounding-math", "-std=gnu11"]
GIVES_UP = "is created again while an old pointer to it may exist"
TYPES = [
    "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long",
    "unsigned long", "long long", "unsigned long long", "_Bool", "char",
]
NUMBER_TYPES = ["float", "double"]
# Integer types with the bounds of numbers that they can hold, whatever the data model is.
TARGETS = [
    ("signed char", "> -129.0", "< 128.0"), ("unsigned char", "> -1.0", "< 256.0"),
    ("short", "> -32769.0", "< 32768.0"), ("unsigned short", "> -1.0", "< 65536.0"),
    ("int", ">= -2147483648.0", "< 2147483648.0"), ("unsigned", "> -1.0", "< 4294967296.0"),
    ("long long", ">= -9223372036854775808.0", "< 9223372036854775808.0"),
    ("unsigned long long", "> -1.0", "< 18446744073709551616.0"),
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
static u64 float_bits(float x) { union { float x; unsigned u; } v = { x }; return x != x ? 1 : v.u; }
static u64 double_bits(double x) { union { double x; u64 u; } v = { x }; return x != x ? 1 : v.u; }
#define NUMBER(x) (sizeof(x) == 4 ? float_bits(x) : double_bits(x))
#if __SIZEOF_POINTER__ == 8 /* else there is no C library */
#define CALL(f, x) __builtin_##f(x)
#define CALL2(f, x, y) __builtin_##f(x, y)
#else
#define CALL(f, x) (x)
#define CALL2(f, x, y) ((x) + (y))
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
u64 __fixunsdfdi(double a) {
  const double half = 9223372036854775808.0;
  return a < half ? (u64)(long long)a : (u64)(long long)(a - half) + (1ull << 63);
}
u64 __fixunssfdi(float a) { return __fixunsdfdi(a); }
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


def is_wide(scalar: str) -> bool:
    """A bit-field that can be wider than int: gcc computes with as many bits as it has, Clang with those of its type."""
    return "wide" in scalar


class Record:
    """A structure or union and the scalars in it, as text behind the variable's name."""

    def __init__(self, g: "Generator", name: str, kind: str) -> None:
        self.name = f"{kind} {name}"
        self.fields: list[str] = []
        self.numbers: list[str] = []
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
            if r.random() < 0.5:
                lines += ["float f;", "double d;"]
                self.numbers += [".f", ".d"]
        else:
            for i in range(r.randint(1, 6)):
                type_ = r.choice(FIELD_TYPES)
                if r.random() < 0.1:
                    type_, most = r.choice([("long long", 63), ("unsigned long long", 64)])
                    lines.append(f"{type_} wide{i} : {r.randint(1, most)};")
                    self.fields.append(f".wide{i}")
                elif r.random() < 0.35:
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
                elif r.random() < 0.25 and self.fields:
                    lines.append(f"{r.choice(NUMBER_TYPES)} f{i};")
                    self.numbers.append(f".f{i}")
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
        self.numbers: list[str] = []      # floats and doubles that can be read and assigned
        self.unions: list[str] = []       # those that share their bits, and must not become NaN
        self.functions: list[tuple[str, list[str]]] = []
        self.number_functions: list[tuple[str, list[str]]] = []
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
        one = self.r.choice(pool)
        return f"(long long){one}" if is_wide(one) else one

    def expr(self, depth: int = 3) -> str:
        r = self.r
        if depth <= 0 or r.random() < 0.12:
            return self.leaf()
        if self.numbers and r.random() < 0.15:
            return self.of_numbers(depth)
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

    def number_constant(self) -> str:
        r = self.r
        text = r.choice([
            "0.0", "1.0", "0.5", "2.5", "3.5", "0.1", "0.1f", "1e-40f", "1e-45f", "3.4028235e38f", "1e308", "5e-324",
            "2.2250738585072014e-308", "16777217.0", "2147483648.0", "9007199254740993.0", "1e19", "127.5f",
            "__builtin_inff()", "__builtin_inf()", "__builtin_nan(\"\")", "__builtin_huge_valf()",
            f"{r.randint(0, 99999)}.{r.randint(0, 999)}", f"{r.random()}f",
            f"0x1.{r.getrandbits(52):013x}p{r.randint(-1074, 1023)}", f"0x1.{r.getrandbits(20):05x}p{r.randint(-150, 127)}f",
        ])
        return f"(-{text})" if r.random() < 0.3 else text

    def number_leaf(self) -> str:
        return self.number_constant() if not self.numbers or self.r.random() < 0.3 else self.r.choice(self.numbers)

    def number(self, depth: int = 2) -> str:
        """Of type float or double."""
        r = self.r
        if depth <= 0 or r.random() < 0.1:
            return self.number_leaf()
        kind = r.randrange(14)
        a = self.number(depth - 1)
        if kind < 5:
            return f"({a} {r.choice(['+', '-', '*', '/'])} {self.number(depth - 1)})"
        if kind == 5:
            return f"(-{a})"
        if kind < 8:
            return f"(({r.choice(NUMBER_TYPES)}){r.choice([a, self.expr(1)])})"
        if kind == 8:
            return f"({a} {r.choice(['+', '-', '*', '/'])} {self.expr(1)})"
        if kind == 9:
            return f"({self.expr(1)} ? {a} : {self.number(depth - 1)})"
        if kind == 10 and self.number_functions:
            name, types = r.choice(self.number_functions)
            kinds = [[self.number, self.expr] if type_ in NUMBER_TYPES else [self.expr] for type_ in types]
            return f"{name}({', '.join(r.choice(kind)(1) for kind in kinds)})"
        suffix = r.choice(["", "f"])
        if kind == 11:
            sign = self.number_leaf()  # NaN has one that C does not say
            return r.choice([f"CALL2(copysign{suffix}, {a}, ({sign} == {sign} ? {sign} : 1))",
                             f"CALL2({r.choice(['fdim', 'fmod'])}{suffix}, {a}, {self.number(depth - 1)})"])
        if kind == 12:
            return f"CALL2({r.choice(['fmin', 'fmax'])}{suffix}, {a}, {r.choice(['2.5', '-1e20', '1e-42f'])})"
        function = r.choice(["fabs", "sqrt", "floor", "ceil", "trunc", "round", "rint", "nearbyint"])
        return f"CALL({function}{suffix}, {a})"

    def of_numbers(self, depth: int) -> str:
        """An integer that is computed of numbers."""
        r = self.r
        a, leaf = self.number(min(depth - 1, 2)), r.choice(self.numbers)
        kind = r.randrange(8)
        if kind < 3:
            return f"({a} {r.choice(['<', '<=', '>', '>=', '==', '!='])} {self.number(1)})"
        if kind == 3:
            return f"({r.choice(['!', '!!', '(_Bool)'])}{a})"
        if kind == 4:
            return f"(({a} {r.choice(['&&', '||', '?:'])} {self.expr(1)}) ? {self.leaf()} : {self.leaf()})"
        if kind == 5:
            return r.choice([
                f"(!!__builtin_{r.choice(['isnan', 'isinf', 'isfinite', 'isnormal'])}({a}))",
                f"({leaf} == {leaf} && __builtin_signbit({leaf}))", f"__builtin_fpclassify(0, 1, 4, 3, 2, {a})",
                f"__builtin_{r.choice(['isgreater', 'islessequal', 'islessgreater', 'isunordered'])}({a}, {leaf})",
                f"({leaf} > -1e9 && {leaf} < 1e9 ? (int)CALL({r.choice(['lrint', 'lroundf', 'llround'])}, {leaf}) : 3)",
            ])
        type_, least, most = r.choice(TARGETS)
        return f"({leaf} {least} && {leaf} {most} ? ({type_}){leaf} : {self.leaf()})"

    def change_number(self) -> None:
        r = self.r
        target, kind = r.choice(self.numbers), r.randrange(6)
        if kind < 3:
            self.put(f"{target} = {self.number(3)};")
        elif kind == 3:
            self.put(f"{target} {r.choice(['+=', '-=', '*=', '/='])} {r.choice([self.number, self.expr])(1)};")
        elif kind == 4:
            self.put(f"{target}{r.choice(['++', '--'])};")
        elif self.unions:
            self.put(f"{target} = {self.number()}; {r.choice(self.unions)} = {target} == {target} ? {target} : 1.5f;")
            self.put(f"{target} = {r.choice(self.unions)};")
        if r.random() < 0.3:
            self.put(f"counted {r.choice(['+= 0.5', '-= 0.75', '*= 0.25', '/= 3.0f', '= counted * 0.5f'])};")

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

    def change(self, operators: str, value: str) -> None:
        target, operator = self.r.choice(self.scalars), self.r.choice(operators.split())
        self.put(f"{target} = (long long){target} {operator} ({value});" if is_wide(target) else f"{target} {operator}= {value};")

    def statement(self, depth: int) -> None:
        r = self.r
        if self.moves and r.random() < 0.2:
            move = r.choice(self.moves)
            self.put(move % self.expr(1) if "%s" in move else move)
        if self.numbers and r.random() < 0.25:
            self.change_number()
        kind = r.randrange(16) if depth > 0 else r.randrange(7)
        if kind < 3:
            self.put(f"{r.choice(self.scalars)} = {self.full()};")
        elif kind == 3:
            self.change("+ - * & | ^", self.full(2))
        elif kind == 4:
            self.put(f"{r.choice(self.scalars)}{r.choice(['++', '--'])};")
        elif kind == 5:
            self.change("<< >>", f"({self.expr(1)} & {r.choice([3, 7, 15])})")
        elif kind == 6:
            self.change("/ %", r.choice(["3", "5u", "(-7)", "11ll"]))
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
        if self.has_numbers:
            self.declare_numbers(where)
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
                if self.has_numbers:
                    (self.unions if record.is_union else self.numbers).extend(f"{name}{field}" for field in record.numbers)
                self.aggregates.append((record, name))
                if where == "local" and r.random() < 0.5:
                    pointer = self.fresh("t")
                    self.put(f"{record.name} *{pointer} = &{name};")
                    self.scalars.append(f"{pointer}->{r.choice(record.fields)[1:]}")

    def declare_numbers(self, where: str) -> None:
        r = self.r
        for _ in range(r.randint(1, 3)):
            name = self.fresh("n")
            value = self.number() if where == "local" and r.random() < 0.5 else self.number_constant()
            self.put(f"{r.choice(NUMBER_TYPES)} {name} = {value};")
            self.numbers.append(name)
        if r.random() < 0.5:
            name, type_, length = self.fresh("b"), r.choice(NUMBER_TYPES), r.randint(2, 4)
            self.put(f"{type_} {name}[{length}] = {{ {self.number_constant()}, {r.choice(['1', '-7', '3000000000u'])} }};")
            self.numbers += [f"{name}[{r.randrange(length)}]", f"{name}[{self.index(length)}]"]
            if where == "local":
                pointer = self.fresh("q")
                self.put(f"{type_} *{pointer} = {name} + 1;")
                self.numbers += [f"(*{pointer})", f"{pointer}[-1]"]

    def number_function(self) -> None:
        """Takes and returns numbers."""
        r = self.r
        name, outer = self.fresh("k"), (self.scalars, self.readable, self.numbers, self.unions)
        types = [r.choice(NUMBER_TYPES + ["int", "unsigned long long"]) for _ in range(r.randint(1, 3))]
        self.scalars, self.readable, self.numbers, self.unions = [], [], [], []
        for i, type_ in enumerate(types):
            (self.numbers if type_ in NUMBER_TYPES else self.scalars).append(f"p{i}")
        parameters = ", ".join(f"{type_} p{i}" for i, type_ in enumerate(types))
        self.put(f"static {r.choice(NUMBER_TYPES)} {name}({parameters}) {{ return {self.number(3)}; }}")
        self.scalars, self.readable, self.numbers, self.unions = outer
        self.number_functions.append((name, types))

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
        outer = self.scalars, self.readable, self.aggregates, self.moves, self.numbers, self.unions
        self.moves = []
        self.numbers, self.unions = [], []
        self.scalars, self.readable, self.aggregates = [], [], []
        parameters = [f"{type_} p{i}" for i, type_ in enumerate(types)]
        self.put(f"static {r.choice(TYPES)} {name}({', '.join(parameters) or 'void'}) {{")
        self.indent += 1
        self.all_effects = []
        self.scalars = [f"p{i}" for i in range(len(types))]
        self.put("int counted = 3;")
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
        self.scalars, self.readable, self.aggregates, self.moves, self.numbers, self.unions = outer
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
        self.has_numbers = r.random() < 0.6
        for _ in range(r.randint(0, 3)):
            self.pointer_function()
        for _ in range(r.randint(0, 2) if self.has_numbers else 0):
            self.number_function()
        for number in range(r.randint(0, 3)):
            self.function(number)
        for record in self.records:
            if r.random() < 0.5:
                self.record_function(record)
        self.variables("global")
        global_scalars = list(self.scalars)
        self.put(f"static void p{self.seed}(void) {{")
        self.indent = 1
        self.put("int counted = 3;")
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
        self.put("check(counted);")
        for number in dict.fromkeys(self.numbers + self.unions):
            self.put(f"check(NUMBER({number}));")
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
        bare = ["-m32", "-nostdlib", "-static", "-ffreestanding", "-fno-pic", "-no-pie", "-fno-stack-protector",
                "-msse2", "-mfpmath=sse"]
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
        command = [*GCC, *options, "-o", str(program), str(file),
                   str(self.write("runtime.c", runtime)), *([] if "-nostdlib" in options else ["-lm"])]
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
        found = against_gcc.difference([self.tool, *options, "-DHARDBOP", str(file)], wanted)
        return GIVES_UP if found is not None and GIVES_UP in found.split(" rather than ")[0] else found  # an interpreter never says so


def compare(tool: str, first: int, last: int) -> int:
    status = 0
    given_up = 0
    with tempfile.TemporaryDirectory() as folder:
        comparison = Comparison(tool, Path(folder))
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
    sys.exit(against_gcc.run(__doc__, compare))
