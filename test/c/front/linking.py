#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random C programs of several files, linked and run by gcc and by our interpreter.

linking.py C_INTERPRET FROM TO: files define the same symbols strong, weak, as aliases, under asm
labels or not at all, and use them; others have constructors, destructors, exit handlers and
variables with cleanups. What the programs compute must be equal, and where gcc finds two definitions
of one symbol, so must we. Exit status 77: no gcc.
"""

import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

CHECK = """unsigned long long checked;
void check(unsigned long long v) {
  checked = v;
#ifdef GCC
  __builtin_printf("%llu\\n", v);
#endif
}
"""


def declare_function(rng: random.Random, unit: int, symbol: str, defined: list[str]) -> tuple[str, str, bool]:
    """A declaration or definition, the name to use, and whether that may be null."""
    name, label = symbol, ""
    if rng.random() < 0.2:
        name, label = f"n{unit}_{symbol}", f' __asm__("{symbol}")'
    body = f"int {name}(void) {{ return {rng.randint(1, 200)}; }}"
    kind = rng.choice(["strong", "weak", "alias", "weak alias", "hook", "weakref", "static", "pragma", "extern"])
    if kind in ("alias", "weak alias") and not defined:
        kind = "extern"
    if kind in ("strong", "weak", "static"):
        defined.append(symbol)
    if kind == "static":
        return f"static int {symbol}(void) {{ return {rng.randint(1, 200)}; }}", symbol, False
    if kind in ("strong", "weak"):
        weak = "__attribute__((weak)) " if kind == "weak" else ""
        return f"{weak}int {name}(void){label}; {body}", name, False
    if kind in ("alias", "weak alias"):
        attributes = ("weak, " if kind == "weak alias" else "") + f'alias("{rng.choice(defined)}")'
        defined.append(symbol)
        return f"int {name}(void){label} __attribute__(({attributes}));", name, False
    if kind == "hook":
        return f"extern int {name}(void){label} __attribute__((weak));", name, True
    if kind == "weakref":
        other = f"w{unit}_{symbol}"
        return f'static int {other}(void) __attribute__((weakref("{symbol}")));', other, True
    if kind == "pragma":
        return f"#pragma weak {symbol}\nint {symbol}(void);", symbol, True
    return f"extern int {name}(void){label};", name, False


def declare_variable(rng: random.Random, name: str, defined: list[str]) -> tuple[str, bool]:
    value = rng.randint(1, 99)
    kind = rng.choice(["strong", "weak", "alias", "hook", "static"])
    if kind == "hook":
        return f"extern int {name} __attribute__((weak));", True
    if kind == "alias" and defined:
        weak = rng.choice(["", "weak, "])
        text = f'extern int {name} __attribute__(({weak}alias("{rng.choice(defined)}")));'
    else:
        before = {"weak": "__attribute__((weak)) ", "static": "static "}.get(kind, "")
        text = f"{before}int {name} = {value};"
    defined.append(name)
    return text, False


def linked_file(rng: random.Random, unit: int) -> str:
    lines, uses, names, defined = ["void check(unsigned long long v);"], [], [], []
    for symbol in rng.sample([f"s{i}" for i in range(6)], 4):
        text, name, may_be_null = declare_function(rng, unit, symbol, defined)
        lines.append(text)
        uses.append(f"if ({name}) check({name}()); else check(1000);" if may_be_null else f"check({name}());")
        if not name.startswith("w"):
            names.append(name)
    defined = []
    for variable in rng.sample(["x0", "x1", "x2"], 2):
        text, may_be_null = declare_variable(rng, variable, defined)
        lines.append(text)
        guard = f"if (&{variable}) " if may_be_null else ""
        uses.append(f"{guard}{{ check({variable}); {variable} += {rng.randint(1, 9)}; }}")
    lines.append(f"int (*const table[])(void) = {{{', '.join(names) or 0}}};".replace("table", f"table{unit}"))
    lines.append(f"void use{unit}(void) {{\n  " + "\n  ".join(uses))
    lines.append(f"  for (unsigned i = 0; i < {max(1, len(names))}; ++i)")
    lines.append(f"    if (table{unit}[i]) check(table{unit}[i]());\n}}")
    return "\n".join(lines) + "\n"


def linked_program(rng: random.Random) -> list[str]:
    count = rng.randint(1, 3)
    calls = "".join(f" use{unit}();" for unit in range(count))
    declared = "".join(f"void use{unit}(void);\n" for unit in range(count))
    main = f"{CHECK}{declared}int main(void) {{{calls}{calls} return 0; }}\n"
    return [main, *(linked_file(rng, unit) for unit in range(count))]


class Scopes:
    """Statements that leave scopes with cleanups in all ways but by goto."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.count = 0

    def variable(self) -> str:
        self.count += 1
        function = self.rng.choice(["f", "h"])
        return f"__attribute__((cleanup({function}))) unsigned v{self.count} = g + {self.count};"

    def statement(self, depth: int, jumps: list[str]) -> str:
        number = self.rng.randint(2, 6)
        simple = [self.variable, lambda: f"g = g * {number} + 1;", lambda: f"if (g % {number} == 1) return g * 3;",
                  lambda: f"g += ({{ {self.variable()} g * 2 + v{self.count}; }});",
                  *[lambda jump=jump: f"if (g % {number} == 0) {jump};" for jump in jumps]]
        nested = [lambda: self.block(depth + 1, jumps),
                  lambda: f"if (g % {number} == 0) {self.block(depth + 1, jumps)} else {self.block(depth + 1, jumps)}",
                  lambda: f"for (int i = 0; i < {number}; ++i) {self.block(depth + 1, ['break', 'continue'])}",
                  lambda: f"switch (g % 3) {{ case 0: {self.block(depth + 1, ['break'])} default: g += 5; }}"]
        return self.rng.choice(simple + (nested if depth < 4 else []))()

    def block(self, depth: int, jumps: list[str]) -> str:
        return "{ " + " ".join(self.statement(depth, jumps) for _ in range(self.rng.randint(1, 4))) + " }"


def ended_program(rng: random.Random) -> list[str]:
    text = CHECK + "void exit(int); int atexit(void (*)(void)); static unsigned g;\n"
    text += "static void f(unsigned *p) { g = g * 7 + *p; } static void h(unsigned *p) { g = g * 3 + *p + 1; }\n"
    text += "__attribute__((destructor(101))) static void last(void) { check(g); }\n"
    for number in range(rng.randint(0, 3)):
        kind = rng.choice(["constructor", "destructor"]) + rng.choice(["", f"({rng.randint(102, 104)})"])
        text += f"__attribute__(({kind})) static void c{number}(void) {{ g = g * 5 + {number}; }}\n"
    text += "static void e1(void) { g = g * 11 + 1; }\n"
    text += "static void e2(void) { g = g * 13 + 2; if (g % 3 == 0) atexit(e1); }\n"
    text += f"static unsigned k(void) {{ {Scopes(rng).block(0, [])} return g; }}\n"
    registered = "".join(f"atexit({rng.choice(['e1', 'e2'])}); " for _ in range(rng.randint(0, 2)))
    end = rng.choice(["return 3;", "exit(4);", ""])
    return [text + f"int main(void) {{ {registered}unsigned r = k(); g += r; {end} }}\n"]


def compare(interpreter: str, folder: Path, texts: list[str]) -> str:
    """What differs, or nothing."""
    files = []
    for number, text in enumerate(texts):
        files.append(folder / f"{number}.c")
        files[-1].write_text(text)
    program = folder / "program"
    made = subprocess.run(["gcc", "-w", "-DGCC", "-o", program, *files], capture_output=True, text=True)
    ours = subprocess.run([interpreter, "--64", *files], capture_output=True, text=True)
    if made.returncode != 0:
        if "undefined reference" in made.stderr:
            return ""  # for us, the environment
        is_alike = "multiple definition" in made.stderr and ours.returncode != 0
        return "" if is_alike else f"gcc says {made.stderr}"
    expected = subprocess.run([program], capture_output=True, text=True, timeout=20).stdout.split()
    got = ours.stdout.split()
    if got == [*expected, "ended", got[-1] if got else ""]:
        return ""
    return f"gcc computes {expected}, we {got} {ours.stderr}"


def main() -> int:
    if shutil.which("gcc") is None:
        print("skipped: no gcc")
        return 77
    interpreter, first, last = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    for seed in range(first, last + 1):
        for make in (linked_program, ended_program):
            texts = make(random.Random(seed))
            with tempfile.TemporaryDirectory() as folder:
                problem = compare(interpreter, Path(folder), texts)
            if problem:
                print(f"seed {seed}: {problem}", *texts, sep="\n")
                return 1
    print(f"{2 * (last - first + 1)} programs, no difference")
    return 0


if __name__ == "__main__":
    sys.exit(main())
