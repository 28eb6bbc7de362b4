# SPDX-License-Identifier: MIT
"""Reads BTOR2 and makes an and-inverter graph of it, in AIGER's binary form: no package of Debian's
decides BTOR2, and ABC decides this. Written from the format's description, with no code in common
with `hardbop export`."""

from pathlib import Path


class Circuit:
    """Literals as in AIGER; 0 is false."""

    def __init__(self) -> None:
        self.gates: list[tuple[int, int]] = []
        self.known: dict[tuple[int, int], int] = {}
        self.leaves = 0

    def leaf(self) -> int:
        """Leaves are made before gates."""
        assert not self.gates
        self.leaves += 1
        return 2 * self.leaves

    def both(self, a: int, b: int) -> int:
        a, b = min(a, b), max(a, b)
        if a == 0 or a ^ b == 1:
            return 0
        if a == 1 or a == b:
            return b
        if (a, b) not in self.known:
            self.gates.append((b, a))
            self.known[a, b] = 2 * (self.leaves + len(self.gates))
        return self.known[a, b]

    def either(self, a: int, b: int) -> int:
        return self.both(a ^ 1, b ^ 1) ^ 1

    def differ(self, a: int, b: int) -> int:
        return self.either(self.both(a, b ^ 1), self.both(a ^ 1, b))

    def choose(self, condition: int, a: int, b: int) -> int:
        return self.either(self.both(condition, a), self.both(condition ^ 1, b))


Word = list[int]  # the lowest bit first


class Words(Circuit):
    def number(self, width: int, value: int) -> Word:
        return [value >> i & 1 for i in range(width)]

    def add(self, a: Word, b: Word, carry: int = 0) -> Word:
        out = []
        for x, y in zip(a, b):
            out.append(self.differ(self.differ(x, y), carry))
            carry = self.either(self.both(x, y), self.both(carry, self.differ(x, y)))
        return out

    def invert(self, a: Word) -> Word:
        return [x ^ 1 for x in a]

    def negate(self, a: Word) -> Word:
        return self.add(self.number(len(a), 0), self.invert(a), 1)

    def ite(self, condition: int, a: Word, b: Word) -> Word:
        return [self.choose(condition, x, y) for x, y in zip(a, b)]

    def equal(self, a: Word, b: Word) -> int:
        out = 1
        for x, y in zip(a, b):
            out = self.both(out, self.differ(x, y) ^ 1)
        return out

    def below(self, a: Word, b: Word) -> int:
        out = 0
        for x, y in zip(a, b):
            out = self.choose(self.differ(x, y), y, out)
        return out

    def below_signed(self, a: Word, b: Word) -> int:
        return self.below(a[:-1] + [a[-1] ^ 1], b[:-1] + [b[-1] ^ 1])

    def multiply(self, a: Word, b: Word) -> Word:
        out = self.number(len(a), 0)
        for i, x in enumerate(b):
            shifted = [0] * i + a[:len(a) - i]
            out = self.add(out, [self.both(x, y) for y in shifted])
        return out

    def divide(self, a: Word, b: Word) -> tuple[Word, Word]:
        width = len(a)
        rest = self.number(width + 1, 0)
        wide = b + [0]
        quotient = [0] * width
        for i in reversed(range(width)):
            rest = [a[i]] + rest[:-1]
            fits = self.below(rest, wide) ^ 1
            quotient[i] = fits
            rest = self.ite(fits, self.add(rest, self.invert(wide), 1), rest)
        return quotient, rest[:width]

    def divide_signed(self, a: Word, b: Word) -> tuple[Word, Word]:
        quotient, rest = self.divide(self.ite(a[-1], self.negate(a), a),
                                     self.ite(b[-1], self.negate(b), b))
        return (self.ite(self.differ(a[-1], b[-1]), self.negate(quotient), quotient),
                self.ite(a[-1], self.negate(rest), rest))

    def shift(self, a: Word, b: Word, left: bool, fill: int) -> Word:
        for k, bit in enumerate(b):
            by = min(1 << min(k, 30), len(a))
            moved = [fill] * by + a[:len(a) - by] if left else a[by:] + [fill] * by
            a = self.ite(bit, moved, a)
        return a


UNARY = {"not": Words.invert, "neg": Words.negate}
BINARY = {
    "and": lambda c, a, b: [c.both(x, y) for x, y in zip(a, b)],
    "or": lambda c, a, b: [c.either(x, y) for x, y in zip(a, b)],
    "xor": lambda c, a, b: [c.differ(x, y) for x, y in zip(a, b)],
    "add": Words.add,
    "sub": lambda c, a, b: c.add(a, c.invert(b), 1),
    "mul": Words.multiply,
    "udiv": lambda c, a, b: c.divide(a, b)[0],
    "urem": lambda c, a, b: c.divide(a, b)[1],
    "sdiv": lambda c, a, b: c.divide_signed(a, b)[0],
    "srem": lambda c, a, b: c.divide_signed(a, b)[1],
    "sll": lambda c, a, b: c.shift(a, b, True, 0),
    "srl": lambda c, a, b: c.shift(a, b, False, 0),
    "sra": lambda c, a, b: c.shift(a, b, False, a[-1]),
    "eq": lambda c, a, b: [c.equal(a, b)],
    "ult": lambda c, a, b: [c.below(a, b)],
    "ulte": lambda c, a, b: [c.below(b, a) ^ 1],
    "slt": lambda c, a, b: [c.below_signed(a, b)],
    "slte": lambda c, a, b: [c.below_signed(b, a) ^ 1],
    "concat": lambda c, a, b: b + a,
}


class Reader:
    """Latches are zero at first: a latch says whether there was a step, and first values come from
    where the text says, or from inputs."""

    def __init__(self, text: str) -> None:
        lines = [line.split(";")[0].split() for line in text.splitlines()]
        self.lines = [line for line in lines if line]
        self.circuit = Words()
        self.widths: dict[str, int] = {}
        self.words: dict[str, Word] = {}
        self.next: dict[str, Word] = {}
        self.bad: list[int] = []

    def aiger(self) -> bytes:
        states = [line[0] for line in self.lines if line[1] == "state"]
        sorts = {line[0]: int(line[3]) for line in self.lines if line[1] == "sort"}
        width = {line[0]: sorts[line[2]] for line in self.lines if line[1] in ("state", "input")}
        leaf = self.circuit.leaf
        inputs = {name: [leaf() for _ in range(width[name])] for name in width}
        started = leaf()
        latches = {name: [leaf() for _ in range(width[name])] for name in states}
        first = {line[3]: line[4] for line in self.lines if line[1] == "init"}
        self.widths = sorts
        for line in self.lines:
            if line[1] == "input":
                self.words[line[0]] = inputs[line[0]]
            elif line[1] == "state":
                name = line[0]
                known = first.get(name)
                begin = self.words[known] if known else inputs[name]
                self.words[name] = self.circuit.ite(started, latches[name], begin)
            else:
                self.read(line)
        count = sum(len(bits) for bits in inputs.values())
        steps = [1]
        for name in states:
            steps += self.next.get(name, self.words[name])
        return self.written(count, steps)

    def read(self, line: list[str]) -> None:
        number, kind, *rest = line
        if kind in ("sort", "init"):
            return
        if kind == "bad":
            self.bad.append(self.words[rest[0]][0])
        elif kind == "next":
            self.next[rest[1]] = self.words[rest[2]]
        elif kind in ("constd", "const"):
            base = 10 if kind == "constd" else 2
            self.words[number] = self.circuit.number(self.widths[rest[0]], int(rest[1], base))
        else:
            word = self.operator(kind, rest[1:])
            assert len(word) == self.widths[rest[0]], f"line {number} has a wrong sort"
            self.words[number] = word

    def operator(self, kind: str, operands: list[str]) -> Word:
        a = self.words[operands[0]]
        if kind == "uext":
            return a + [0] * int(operands[1])
        if kind == "sext":
            return a + [a[-1]] * int(operands[1])
        if kind == "slice":
            return a[int(operands[2]):int(operands[1]) + 1]
        if kind == "ite":
            return self.circuit.ite(a[0], self.words[operands[1]], self.words[operands[2]])
        if kind in UNARY:
            return UNARY[kind](self.circuit, a)
        b = self.words[operands[1]]
        assert kind == "concat" or len(a) == len(b), f"operands of {kind} differ in width"
        return BINARY[kind](self.circuit, a, b)

    def written(self, inputs: int, steps: list[int]) -> bytes:
        gates = self.circuit.gates
        leaves = self.circuit.leaves
        head = f"aig {leaves + len(gates)} {inputs} {len(steps)} 0 {len(gates)} {len(self.bad)}\n"
        out = bytearray((head + "".join(f"{step}\n" for step in steps + self.bad)).encode())
        for i, (high, low) in enumerate(gates):
            for number in (2 * (leaves + i + 1) - high, high - low):
                while number >= 0x80:
                    out.append(0x80 | number & 0x7F)
                    number >>= 7
                out.append(number)
        return bytes(out)


def circuit_of(file: Path) -> bytes:
    return Reader(file.read_text()).aiger()
