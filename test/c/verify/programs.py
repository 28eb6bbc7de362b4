# SPDX-License-Identifier: MIT
"""Random C programs to unroll: arrays of all sizes, structures, numbers, recursion, and loops whose
rounds depend on inputs. All memory is initialised, and all accesses are in bounds."""

import random
from dataclasses import dataclass, field

from random_programs import COMPARISONS

INTEGERS = {
    "signed char": "char", "unsigned char": "uchar", "short": "short", "unsigned short": "ushort",
    "int": "int", "unsigned": "uint", "long long": "longlong", "unsigned long long": "ulonglong",
}  # fmt: skip
NUMBERS = ["float", "double"]
COUNTERS = 40  # loops that count in an array
LENGTHS = [1, 2, 5, 8, 9, 16, 31, 64, 65, 70, 128, 200]


@dataclass
class Scope:
    """What can be used at some place."""

    words: list[str]  # integers that can be read and assigned
    readable: list[str] = field(default_factory=list)  # that can only be read
    numbers: list[str] = field(default_factory=list)  # floats and doubles
    arrays: list[tuple[str, str, int]] = field(default_factory=list)  # name, type, length
    pointers: list[tuple[str, str]] = field(default_factory=list)  # to one word; name, type
    is_in_loop: bool = False

    def copy(self) -> "Scope":
        lists = [list(part) for part in vars(self).values() if isinstance(part, list)]
        return Scope(*lists, self.is_in_loop)


class Program:
    """What it ends with can be seen, or compared with."""

    def __init__(self, seed: int, is_small: bool = False) -> None:
        self.r = random.Random(seed)
        self.is_small = is_small
        self.types = list(INTEGERS)[: 2 if is_small else None]
        self.lengths = LENGTHS[: 4 if is_small else None]
        self.lines: list[str] = []
        self.indent = 0
        self.counter = 0
        self.loops = 0
        self.has_numbers = self.r.random() < (0.1 if is_small else 0.4)
        self.words = self.r.sample(self.types, 2)
        self.functions: list[tuple[str, int]] = []  # and how many words they take
        self.writers: list[tuple[str, str]] = []  # and of which type
        self.scope = Scope([])
        for type_, name in {**INTEGERS, "float": "float", "double": "double"}.items():
            self.put(f"extern {type_} __VERIFIER_nondet_{name}(void);")
        self.put("extern void reach_error(void);")
        self.put("extern void *malloc(unsigned long);")
        self.put(f"unsigned counters[{COUNTERS}];")
        self.globals()
        for type_ in self.words:
            self.writer(type_)
        for _ in range(self.r.randrange(3)):
            self.function()
        self.main()

    def put(self, text: str) -> None:
        self.lines.append("  " * self.indent + text)

    def fresh(self, prefix: str) -> str:
        self.counter += 1
        return f"{prefix}{self.counter}"

    def text(self) -> str:
        return "\n".join(self.lines) + "\n"

    # ---- expressions ----

    def constant(self) -> str:
        value = self.r.choice([0, 1, 1, 2, 3, 5, 7, 8, 15, 100, 127, 255, 256, 65535, self.r.getrandbits(31)])
        return f"(-{value})" if self.r.random() < 0.2 else str(value)

    def element(self, of_numbers: bool = False) -> str | None:
        arrays = [array for array in self.scope.arrays if (array[1] in NUMBERS) == of_numbers]
        if not arrays:
            return None
        name, _, length = self.r.choice(arrays)
        return f"{name}[{self.index(length)}]"

    def index(self, length: int) -> str:
        kind = self.r.randrange(4)
        if kind == 0 or not self.scope.words:
            return str(self.r.randrange(length))
        if kind == 1 and length & (length - 1) == 0:
            return f"{self.r.choice(self.scope.words)} & {length - 1}"
        return f"(unsigned char)({self.r.choice(self.scope.words + self.scope.readable)}) % {length}"

    def leaf(self) -> str:
        kind = self.r.randrange(8)
        if kind < 2 or not self.scope.words:
            return self.constant()
        if kind == 2:
            return self.element() or self.constant()
        if kind == 3 and self.scope.pointers:
            return f"*{self.r.choice(self.scope.pointers)[0]}"
        return self.r.choice(self.scope.words + self.scope.readable)

    def expr(self, depth: int = 2) -> str:
        r = self.r
        if depth <= 0 or r.random() < 0.2:
            return self.leaf()
        kind, a = r.randrange(14), self.expr(depth - 1)
        if kind < 5:
            return f"({a} {r.choice('+-&|^')} {self.expr(depth - 1)})"
        if kind == 5:
            return f"({a} * {r.choice(['3', '5', '(-7)', '10u', self.leaf()])})"
        if kind == 6:
            return f"({a} {r.choice(['<<', '>>'])} ({r.choice(['1', '4', self.leaf() + ' & 7'])}))"
        if kind == 7:
            return f"({a} {r.choice('/%')} {r.choice(['3', '7u', '(-5)', '16'])})"
        if kind == 8:
            b = self.leaf()
            return f"({b} != 0 && {b} != -1 ? {self.leaf()} {r.choice('/%')} {b} : {self.leaf()})"
        if kind == 9:
            return f"(({r.choice(list(INTEGERS))}){a})"
        if kind == 10:
            return f"({self.condition()} ? {a} : {self.expr(depth - 1)})"
        if kind == 11 and self.scope.numbers:
            x = r.choice(self.scope.numbers)
            type_, bound = r.choice([("int", "2147483648.0"), ("signed char", "128.0"), ("long long", "9e18")])
            return f"({x} > -{bound} && {x} < {bound} ? ({type_}){x} : {self.leaf()})"
        if kind == 12:
            return f"({r.choice('-~!')}{a})"
        return f"({a} {r.choice('+-')} {self.constant()})"

    def condition(self) -> str:
        r = self.r
        if self.scope.numbers and r.random() < 0.3:
            return f"({self.number(1)} {r.choice(COMPARISONS)} {self.number(1)})"
        one = f"{self.expr(1)} {r.choice(COMPARISONS)} {self.expr(1)}"
        return f"({one} {r.choice(['&&', '||'])} {self.leaf()} {r.choice(COMPARISONS)} {self.leaf()})" if r.random() < 0.3 else f"({one})"

    def number(self, depth: int = 2) -> str:
        r = self.r
        kind = r.randrange(10)
        if kind < 2 or not self.scope.numbers:
            return r.choice(["0.0", "1.0", "0.5f", "2.5", "0.1", "0.1f", "(-3.0f)", "1e-40f", "3e38f", "16777217.0", "1e300"])
        if kind < 5 or depth <= 0:
            return (self.element(True) if kind == 2 else None) or r.choice(self.scope.numbers)
        a = self.number(depth - 1)
        if kind < 8:
            return f"({a} {r.choice('++--*')} {self.number(depth - 1)})"
        if kind == 8:
            return f"({a} {r.choice('*/')} {r.choice(['2.0f', '3.0f', '0.75', '(-10.0)'])})"
        return r.choice([f"(float){a}", f"(-{a})", f"(double)({self.leaf()})", f"__builtin_fabs({a})", f"__builtin_floorf({a})"])

    # ---- statements ----

    def statement(self, depth: int) -> None:
        r, scope = self.r, self.scope
        kind = r.randrange(17) if depth > 0 else r.randrange(7)
        if kind < 3:
            self.put(f"{r.choice(scope.words)} {r.choice(['=', '=', '+=', '^=', '-='])} {self.expr()};")
        elif kind == 3:
            self.store()
        elif kind == 4:
            if scope.numbers:
                target = self.element(True) if r.random() < 0.3 else None
                self.put(f"{target or r.choice(scope.numbers)} = {self.number()};")
            else:
                self.store()
        elif kind == 5:
            self.call()
        elif kind == 6:
            self.move()
        elif kind < 10:
            self.put(f"if ({self.condition()}) {{")
            self.block(depth - 1)
            if r.random() < 0.5:
                self.put("} else {")
                self.block(depth - 1)
            self.put("}")
        elif kind < 14:
            self.loop(depth)
        elif kind < 16:
            self.fill()
        else:
            self.jumps(depth)

    def block(self, depth: int) -> None:
        self.indent += 1
        for _ in range(self.r.randint(1, 3)):
            self.statement(depth)
        self.indent -= 1

    def store(self) -> None:
        arrays = [array for array in self.scope.arrays if array[1] not in NUMBERS]
        if not arrays:
            return self.put(f"{self.r.choice(self.scope.words)} = {self.expr()};")
        name, _, length = self.r.choice(arrays)
        if self.r.random() < 0.3:  # guarded rather than cut
            index = self.r.choice(self.scope.words)
            return self.put(f"if ({index} >= 0 && {index} < {length}) {name}[{index}] = {self.expr()};")
        return self.put(f"{name}[{self.index(length)}] {self.r.choice(['=', '=', '+=', '^='])} {self.expr()};")

    def call(self) -> None:
        r = self.r
        arrays = [array for array in self.scope.arrays if any(array[1] == type_ for _, type_ in self.writers)]
        if self.functions and (r.random() < 0.5 or not arrays):
            name, count = r.choice(self.functions)
            arguments = ", ".join(self.expr(1) for _ in range(count))
            return self.put(f"{r.choice(self.scope.words)} {r.choice(['=', '+='])} {name}({arguments});")
        if self.scope.pointers and r.random() < 0.4:
            pointer, type_ = r.choice(self.scope.pointers)
            names = [name for name, of in self.writers if of == type_]
            if names:
                return self.put(f"{names[0]}({pointer}, 1, {self.expr(1)});")
        if not arrays:
            return self.put(f"{r.choice(self.scope.words)} = {self.expr()};")
        name, type_, length = r.choice(arrays)
        writer = next(writer for writer, of in self.writers if of == type_)
        start = r.randrange(length)
        count = r.choice([f"{r.randint(0, min(length - start, 12))}", f"(unsigned char)({self.leaf()}) % {min(length - start, 6) + 1}"])
        return self.put(f"{writer}({name} + {start}, {count}, {self.expr(1)});")

    def move(self) -> None:
        if not self.scope.pointers:
            return self.put(f"{self.r.choice(self.scope.words)} = {self.expr()};")
        pointer, type_ = self.r.choice(self.scope.pointers)
        others = [f"&{name}[{self.index(length)}]" for name, of, length in self.scope.arrays if of == type_]
        others += [name for name, of in self.scope.pointers if of == type_]
        kind = self.r.randrange(3)
        if kind == 0:
            return self.put(f"*{pointer} {self.r.choice(['=', '+='])} {self.expr()};")
        if kind == 1:
            return self.put(f"{pointer} = {self.r.choice(others)};")
        return self.put(f"{pointer} = {self.condition()} ? {pointer} : {self.r.choice(others)};")

    def loop(self, depth: int) -> None:
        r = self.r
        i, outer = self.fresh("i"), self.scope
        kind = r.randrange(5 if self.loops < COUNTERS else 4)
        if kind == 4:
            i = f"counters[{self.loops}]"
            self.loops += 1
            self.put(f"for ({i} = 0; {i} < {self.rounds(1, 3, 9)}; {i}++) {{")
        elif kind == 0:
            self.put(f"for (int {i} = 0; {i} < {self.rounds(1, 2, 3, 5, 9, 20)}; {i}++) {{")
        elif kind == 1:
            n = self.fresh("n")
            self.put(f"const unsigned {n} = ({self.expr(1)}) & {self.rounds(1, 3, 7, 15)};")
            self.put(f"for (unsigned {i} = {r.choice('01')}; {i} <= {n}; {i}++) {{")
        elif kind == 2:
            self.put(f"for (int {i} = {self.rounds(3, 6, 11)}; {i} > 0 && {self.condition()}; {i}--) {{")
        else:
            self.put(f"int {i} = 0;")
            self.put("do {")
        self.scope = outer.copy()
        self.scope.is_in_loop = True
        self.scope.readable.append(i)
        self.block(depth - 1)
        if r.random() < 0.3:
            self.put(f"  if ({self.condition()}) {r.choice(['break', 'continue'] if kind != 3 else ['break'])};")
            self.block(0)
        self.scope = outer
        self.put(f"}} while (++{i} < 6 && {self.condition()});" if kind == 3 else "}")

    def rounds(self, *choices: int) -> int:
        """Of a loop within a loop, few, as they are multiplied."""
        return self.r.choice(choices[:2] if self.scope.is_in_loop else choices)

    def jumps(self, depth: int) -> None:
        """A loop that is entered at two places."""
        i, first, second = self.fresh("i"), self.fresh("l"), self.fresh("l")
        self.put(f"int {i} = 0;")
        self.put(f"if ({self.condition()}) goto {second};")
        self.put(f"{first}: {{")
        self.block(depth - 1)
        self.put(f"}} {second}: {{")
        self.block(depth - 1)
        self.put(f"}} if (++{i} < {self.r.choice([2, 7])} && {self.condition()}) goto {first};")

    def pieces(self) -> None:
        """Heap: an array, or as many pieces as an input says."""
        r, type_ = self.r, self.r.choice(self.words)
        name, i, length = self.fresh("m"), self.fresh("i"), r.choice([1, 4, 12, 70])
        if r.random() < 0.5:
            self.put(f"{type_} *{name} = malloc({length} * sizeof(*{name})); if (!{name}) return 0;")
            self.put(f"for (int {i} = 0; {i} < {length}; {i}++) {name}[{i}] = {self.expr(1)};")
            return self.scope.arrays.append((name, type_, length))
        self.put(f"struct {name} {{ {type_} word; struct {name} *next; }} *{name} = 0;")
        self.put(f"for (unsigned {i} = (unsigned){self.leaf()} & {r.choice([1, 3, 7])}; {i} > 0; {i}--) {{")
        self.put(f"  struct {name} *new = malloc(sizeof *new); if (!new) return 0;")
        self.put(f"  new->word = {self.expr(1)} + {i}; new->next = {name}; {name} = new;")
        self.put("}")
        target = r.choice(self.scope.words)
        return self.put(f"for (; {name}; {name} = {name}->next) {target} {r.choice(['+=', '^='])} {name}->word;")

    def fill(self) -> None:
        most = 9 if self.scope.is_in_loop else max(LENGTHS)
        arrays = [array for array in self.scope.arrays if array[1] not in NUMBERS and array[2] <= most]
        if not arrays:
            return self.statement(0)
        name, _, length = self.r.choice(arrays)
        i, outer = self.fresh("i"), self.scope
        self.put(f"for (int {i} = 0; {i} < {length}; {i}++)")
        self.scope = outer.copy()
        self.scope.readable += [i, i]
        self.put(f"  {name}[{i}] {self.r.choice(['=', '=', '+='])} {self.expr(1)};")
        self.scope = outer
        return None

    # ---- declarations ----

    def array(self, where: str) -> None:
        r = self.r
        type_ = r.choice(NUMBERS) if self.has_numbers and r.random() < 0.2 else r.choice(self.words)
        name, length = self.fresh("a"), r.choice(self.lengths)
        values = ", ".join(str(r.randrange(100)) for _ in range(r.randint(1, min(length, 4))))
        self.put(f"{where}{type_} {name}[{length}] = {{ {values} }};")
        self.scope.arrays.append((name, type_, length))

    def globals(self) -> None:
        r = self.r
        for name in ["g", "h"]:
            self.put(f"{r.choice(self.words)} {name} = {r.randrange(10)};")
            self.scope.words.append(name)
        for _ in range(r.randrange(3)):
            self.array("")
        if r.random() < 0.4:
            length = r.choice([2, 3, 10, 33])
            member = r.choice(self.words)
            number = f"{r.choice(NUMBERS)} x; " if self.has_numbers else ""
            self.put(f"struct s {{ {r.choice(self.words)} a; {number}{member} b[{length}]; }} s, t[3];")
            self.scope.words += ["s.a", "t[1].a", "t[2].a"]
            self.scope.arrays += [("s.b", member, length), ("t[1].b", member, length)]
            self.scope.numbers += ["s.x", "t[2].x"] if number else []

    def locals(self, is_recursive: bool = False) -> None:
        """Those of a recursive function are accessed without pointers and unknown indices."""
        r = self.r
        for type_ in self.words:
            name = self.fresh("x")
            self.put(f"{type_} {name} = {self.expr(1)};")
            self.scope.words.append(name)
        if r.random() < 0.5:
            self.array("")
            if is_recursive:
                name, type_, length = self.scope.arrays.pop()
                elements = [f"{name}[{r.randrange(length)}]" for _ in range(2)]
                (self.scope.numbers if type_ in NUMBERS else self.scope.words).extend(elements)
        if r.random() < 0.4 and not is_recursive:
            type_, name, pointer = r.choice(self.words), self.fresh("x"), self.fresh("p")
            self.put(f"{type_} {name} = {self.constant()}, *{pointer} = &{name};")
            self.scope.words.append(name)
            self.scope.pointers.append((pointer, type_))
        if self.has_numbers:
            name = self.fresh("f")
            self.put(f"{r.choice(NUMBERS)} {name} = {self.number(1)};")
            self.scope.numbers.append(name)

    def writer(self, type_: str) -> None:
        name = self.fresh("write")
        self.put(f"static void {name}({type_} *p, int n, {type_} v) {{")
        self.put(f"  for (int i = 0; i < n; i++) p[i] {self.r.choice(['=', '+=', '^='])} v {self.r.choice('+-^')} i;")
        self.put("}")
        self.writers.append((name, type_))

    def function(self) -> None:
        """What it has of its own is used after it called itself."""
        r, outer = self.r, self.scope
        name, count = self.fresh("f"), r.randint(1, 2)
        parameters = [f"k{i}" for i in range(count)]
        types = [r.choice(self.words) for _ in parameters]
        self.put(f"static {r.choice(self.words)} {name}({', '.join(f'{t} {k}' for t, k in zip(types, parameters))}) {{")
        self.scope = outer.copy()
        self.scope.words += parameters
        self.indent = 1
        is_recursive = r.random() < 0.7
        self.locals(is_recursive)
        if is_recursive:
            arguments = ", ".join(["k0 - 1", *(self.expr(1) for _ in parameters[1:])])
            target = r.choice([word for word in self.scope.words if word[0] in "akx"])
            self.put(f"if (k0 > 0 && k0 < {r.choice([3, 9])}) {target} += {name}({arguments});")
        self.block(1)
        self.put(f"return {self.expr()};")
        self.indent = 0
        self.put("}")
        self.scope = outer
        self.functions.append((name, count))

    def main(self) -> None:
        r = self.r
        self.put("int main(void) {")
        self.indent = 1
        for type_ in [r.choice(self.words), r.choice(self.types)]:
            name = self.fresh("x")
            self.put(f"{type_} {name} = __VERIFIER_nondet_{INTEGERS[type_]}();")
            self.scope.words.append(name)
        if self.has_numbers:
            name, type_ = self.fresh("f"), r.choice(NUMBERS)
            self.put(f"{type_} {name} = __VERIFIER_nondet_{type_}();")
            self.scope.numbers.append(name)
        self.locals()
        if r.random() < 0.2:
            self.pieces()
        unknown = self.unknown() if r.random() < 0.3 else []
        for name, count in self.functions:
            arguments = [f"{word} & {r.choice([7, 255])}" for word in r.choices(self.scope.words, k=count)]
            self.put(f"{r.choice(self.scope.words)} = {name}({', '.join(arguments)});")
        for _ in range(r.randint(2, 5)):
            self.statement(2)
        seen = self.scope.words + self.scope.readable
        seen += [f"{name}[{r.randrange(length)}]" for name, type_, length in self.scope.arrays if type_ not in NUMBERS]
        self.seen = [f"(u64)({word})" for word in r.sample(seen, r.randint(1, 3))]
        self.seen += unknown
        if self.scope.numbers and r.random() < 0.7:
            self.seen.append(f"NUMBER({r.choice(self.scope.numbers)})")

    def unknown(self) -> list[str]:
        """An array that is not initialised, of which one is known: the same element is the same word."""
        name, length, (i, j) = self.fresh("u"), self.r.choice([3, 12, 90]), [self.fresh("j"), self.fresh("j")]
        self.put(f"{self.words[0]} {name}[{length}];")
        self.put(f"const unsigned {i} = {self.index(length)}, {j} = {self.index(length)};")
        self.put(f"const {self.words[0]} *const first{name} = &{name}[{i}];")
        if self.r.random() < 0.5:
            self.put(f"{name}[{self.index(length)}] = {self.expr(1)};")
        return [f"({i} != {j} || *first{name} == {name}[{j}])"]

    def watched(self) -> str:
        """Tells what it ends with."""
        return self.text() + "".join(f"  check({value});\n" for value in self.seen) + "  return 0;\n}\n"

    def asked(self, values: list[int]) -> str:
        """Whether it can end with this."""
        both = " && ".join(f"{value} == {number}ull" for value, number in zip(self.seen, values))
        return self.text() + f"  if ({both}) reach_error();\n  return 0;\n}}\n"
