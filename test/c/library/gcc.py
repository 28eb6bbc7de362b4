#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random calls of library functions and blocks of memory, by gcc with its C library and by our
interpreter with the models of src/c/library: both must compute the same, and gcc's sanitizers find no error.

gcc.py C_INTERPRET FROM TO: programs with these seeds, in both data models where gcc has libraries for
both. Exit status 77: no gcc.
"""

import random
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import against_gcc  # noqa: E402

PRELUDE = """\
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
typedef unsigned long long u64;
#ifdef HARDBOP
u64 checked;
void check(u64 v) { checked = v; }
#else
void check(u64 v) { printf("%llu\\n", v); }
#endif
#define SIGN(x) check((u64)(((x) > 0) - ((x) < 0) + 1))
#define AT(p, base) check((p) ? (u64)((char *)(p) - (char *)(base)) : 999)
static int by_value(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}
struct row { short key; char name[3]; int *data; };
static int by_key(const void *a, const void *b) {
  return ((const struct row *)a)->key - ((const struct row *)b)->key;
}
static u64 double_bits(double x) { union { double x; u64 u; } v = { x }; return v.u; }
struct pair { short first; char letters[5]; double second; };
static void check_all(const char *kinds, va_list list) {
  for (; *kinds; kinds++) {
    if (*kinds == 'i') check(va_arg(list, int));
    if (*kinds == 'u') check(va_arg(list, unsigned));
    if (*kinds == 'l') check(va_arg(list, long));
    if (*kinds == 'd') check(double_bits(va_arg(list, double)));
    if (*kinds == 's') check(strlen(va_arg(list, const char *)));
    if (*kinds == 'p') { struct pair p = va_arg(list, struct pair); check(p.first); check(p.letters[1]); check(double_bits(p.second)); }
  }
}
static void check_more(const char *kinds, ...) {
  va_list list, again;
  va_start(list, kinds);
  va_copy(again, list);
  check_all(kinds, list);
  va_end(list);
  check_all(kinds, again);
  va_end(again);
}
static int print_to(char *to, size_t size, const char *format, ...) {
  va_list list;
  int length;
  va_start(list, format);
  length = vsnprintf(to, size, format, list);
  va_end(list);
  return length;
}
static int scan_from(const char *from, const char *format, ...) {
  va_list list;
  int count;
  va_start(list, format);
  count = vsscanf(from, format, list);
  va_end(list);
  return count;
}
static void check_bytes(const void *p, unsigned long n) {
  u64 sum = 7;
  for (unsigned long i = 0; i < n; i++) sum = sum * 31 + ((const unsigned char *)p)[i];
  check(sum);
}
"""

LETTERS = "aab,Z "
TYPES = ["int", "unsigned", "long", "unsigned long", "short", "unsigned char", "signed char", "long long"]


class Generator:
    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.random = random.Random(seed)
        self.count = 0

    def text(self, most: int = 6) -> str:
        return "".join(self.random.choice(LETTERS) for _ in range(self.random.randint(0, most)))

    def letter(self) -> str:
        return repr(self.random.choice(LETTERS))

    def small(self, most: int = 8) -> int:
        return self.random.randint(0, most)

    def fresh(self) -> str:
        self.count += 1
        return f"v{self.count}"

    def two_strings(self) -> str:
        a, b = self.text(), self.text(3)
        calls = self.random.sample([
            "check(strlen(a));", f"check(strnlen(a, {self.small()}));", "SIGN(strcmp(a, b));",
            f"SIGN(strncmp(a, b, {self.small()}));", "SIGN(strcasecmp(a, b));",
            f"SIGN(strncasecmp(a, b, {self.small()}));", f"AT(strchr(a, {self.letter()}), a);", "AT(strchr(a, 0), a);",
            f"AT(strrchr(a, {self.letter()}), a);", "AT(strstr(a, b), a);", "check(strspn(a, b));", "check(strcspn(a, b));",
            "AT(strpbrk(a, b), a);", f"AT(strchrnul(a, {self.letter()}), a);",
            f"AT(memchr(a, {self.letter()}, strlen(a)), a);", f"AT(memrchr(a, {self.letter()}, strlen(a)), a);",
            "AT(memmem(a, strlen(a), b, strlen(b)), a);", "SIGN(memcmp(a, b, 3));",
        ], 6)
        return f'char a[8] = "{a}", b[8] = "{b}"; ' + " ".join(calls)

    def copies(self) -> str:
        call = self.random.choice([
            "strcpy(to, a);", "AT(stpcpy(to, a), to);", f"strncpy(to, a, {self.small()});",
            f"AT(stpncpy(to, a, {self.small()}), to);", "strcat(to, a);", f"strncat(to, a, {self.small()});",
            f"memcpy(to, a, n);", f"AT(mempcpy(to, a, n), to);", f"memmove(to + 2, to, n);", f"memmove(to, to + 3, n);",
            f"memset(to, {self.letter()}, n);", f"AT(memccpy(to, a, {self.letter()}, n), to);", "bzero(to, n);",
        ])
        return (f'char to[20] = "{self.text(4)}", a[8] = "{self.text()}"; int n = {self.small(7)}; {call} '
                "check_bytes(to, 20);")

    def tokens(self) -> str:
        way = self.random.choice([
            "for (char *p = strtok(a, set); p; p = strtok(0, set)) { AT(p, a); check(strlen(p)); }",
            "char *rest; for (char *p = strtok_r(a, set, &rest); p; p = strtok_r(0, set, &rest)) AT(p, a);",
            "char *all = a, *p; while ((p = strsep(&all, set))) AT(p, a);",
        ])
        return f'char a[12] = "{self.text(10)}", set[3] = "{self.random.choice([",", ", ", "a"])}"; {way} check_bytes(a, 12);'

    def numbers(self) -> str:
        digits = "".join(self.random.choice("0123456789abfxXz") for _ in range(self.random.randint(0, 22)))
        sign = self.random.choice(["", "-", "+", " -", "\\t+", "- "])
        start = self.random.choice(["", "0", "0x", "9", "1844674407370955161", "922337203685477580"])
        function = self.random.choice(["strtol", "strtoul", "strtoll", "strtoull"])
        base = self.random.choice([0, 2, 8, 10, 10, 16, 36, 1])
        return (f'char a[64] = "{sign}{start}{digits}", *end = a; errno = 0; check((u64){function}(a, &end, {base})); '
                f"{'' if base == 1 else 'AT(end, a);'} check(errno);")  # gcc's sanitizer sets end, too

    def sorts(self) -> str:
        n = self.random.randint(1, 6)
        if self.random.random() < 0.5:
            values = ", ".join(str(self.random.randint(-9, 9)) for _ in range(n))
            return (f"int a[] = {{{values}}}, key = {self.random.randint(-9, 9)}; qsort(a, {n}, sizeof *a, by_value); "
                    f"for (int i = 0; i < {n}; i++) check(a[i]); int *p = bsearch(&key, a, {n}, sizeof *a, by_value); "
                    "check(p ? *p : 99);")
        keys = self.random.sample(range(20), n)
        rows = ", ".join(f'{{{key}, "{chr(97 + key)}", &x}}' for key in keys)
        return (f"int x = 5; struct row a[] = {{{rows}}}, b[6]; qsort(a, {n}, sizeof *a, by_key); memcpy(b, a, {n} * sizeof *b); "
                f"for (int i = 0; i < {n}; i++) {{ check(b[i].key); check(b[i].name[0]); check(*b[i].data); }}")

    def number(self, kind: str) -> str:
        value = self.random.choice([0, 1, 2, 3, 7, 100, 255, 65535, 2**31 - 1, 2**31, 2**32, 2**63 - 1, self.random.getrandbits(64)])
        return f"({kind}){self.random.choice(['', '-'])}{value}ULL"

    def decimal(self) -> str:
        """A number below 2 to the 64, as more is unsupported, and not too close to zero."""
        value = self.random.choice([0.0, 0.5, 1.0, 2.675, 1e15, 99999.95, self.random.uniform(-1000, 1000), self.random.uniform(0, 1e-4),
                                    self.random.getrandbits(62)])
        return repr(float(value))

    def checked(self) -> str:
        a, b, to = (self.random.choice(TYPES) for _ in range(3))
        if self.random.random() < 0.4:
            a = b = to
        op = self.random.choice(["add", "sub", "mul"])
        return (f"{a} a = {self.number(a)}; {b} b = {self.number(b)}; {to} c; "
                f"check(__builtin_{op}_overflow(a, b, &c)); check((u64)c);")

    def bits(self) -> str:
        value = self.random.choice([1, 6, 2**31, 2**32 - 1, 2**63, self.random.getrandbits(64), self.random.getrandbits(32)])
        return (f"u64 x = {value}ULL; unsigned y = (unsigned)x ? (unsigned)x : 9; check(__builtin_clzll(x)); check(__builtin_ctzll(x)); "
                "check(__builtin_popcountll(x)); check(__builtin_parityll(x)); check(__builtin_bswap64(x)); check(__builtin_clz(y)); "
                "check(__builtin_ctz(y)); check(__builtin_popcount(y)); check(__builtin_bswap32(y)); check(__builtin_bswap16(y)); "
                "check(ffs(y)); check(ffsll(x)); check(__builtin_parity(y));")

    def characters(self) -> str:
        c = self.random.randint(-1, 255)
        return f"int c = {c}; check(tolower(c)); check(toupper(c)); check((*__ctype_b_loc())[c]);"

    def variable_arguments(self) -> str:
        kinds, arguments = "", ""
        for _ in range(self.small(6)):
            kind = self.random.choice("iuldsp")
            kinds += kind
            arguments += ", " + {
                "i": str(self.random.randint(-99, 99)), "u": f"{self.random.getrandbits(32)}u", "l": f"(long){self.random.getrandbits(60)}",
                "d": f"{self.random.randint(-99, 99)}.25", "s": f'"{self.text()}"',
                "p": f'(struct pair){{{self.small()}, "ab{self.small()}", {self.small()}.5}}',
            }[kind]
        call = self.random.choice(["check_more", "(&check_more)", "f"])
        return f'void (*f)(const char *, ...) = check_more; (void)f; {call}("{kinds}"{arguments});'

    def scans(self) -> str:
        text = "".join(self.random.choice(["12", "-7", " ", "x", "0x1f", "ab", ",", "+3", "0", "017", ".5"]) for _ in range(self.random.randint(0, 3)))
        pieces = {"%d": "i", "%i": "i", "%x": "i", "%2d": "i", "%u": "i", "%o": "i", "%5s": "s", "%3[a-z]": "s", "%4[^,]": "s", "%c": "s",
                  "%*d": "", "%*c": "", ",": "", " ": "", "%4hd": "h", "%ld": "l", "%n": "i", "x": "", "%2hhd": "s"}
        if "0x" not in text:  # hexadecimal numbers with a fraction are unsupported
            pieces |= {"%lf": "d", "%f": "f", "%*e": ""}
        chosen = [self.random.choice(list(pieces)) for _ in range(self.random.randint(1, 4))]
        arguments = "".join({"i": f", &i[{k}]", "h": f", &h[{k}]", "l": f", &l[{k}]", "d": f", &d[{k}]", "f": f", &f[{k}]", "s": f", s[{k}]", "": ""}[pieces[piece]]
                            for k, piece in enumerate(chosen))
        function = self.random.choice(["sscanf", "scan_from"])
        return (f'int i[4] = {{0}}; short h[4] = {{0}}; long l[4] = {{0}}; double d[4] = {{0}}; float f[4] = {{0}}; char s[4][8] = {{""}}; '
                f'check((u64){function}("{text}", "{"".join(chosen)}"{arguments})); '
                "for (int k = 0; k < 4; k++) { check(i[k]); check(h[k]); check(l[k]); check(double_bits(d[k] + f[k])); check_bytes(s[k], 8); }")

    def decimals(self) -> str:
        digits = str(self.random.getrandbits(self.random.choice([4, 20, 40])))
        at = self.small(len(digits))
        text = self.random.choice(["", "-", " +"]) + digits[:at] + self.random.choice(["", "."]) + digits[at:]
        text += self.random.choice(["", "", "e3", "E-7", "e+", "x", "e"])
        if self.random.random() < 0.15:
            text = self.random.choice(["inf", "-INFINITY", "infinite", "nanx", "in", "na", "i", "-0x", "0xg"])
        return f'char a[32] = "{text}", *end; check(double_bits(strtod(a, &end))); AT(end, a); check(double_bits(atof(a))); check(double_bits(strtof(a, 0)));'

    def atomics(self) -> str:
        kind = self.random.choice(["int", "unsigned char", "long", "short", "unsigned"])
        value = self.small(300)
        calls = self.random.sample([
            f"check((u64)__atomic_fetch_add(&x, {value}, 0));", f"check((u64)__atomic_sub_fetch(&x, {value}, 0));",
            f"check((u64)__sync_fetch_and_or(&x, {value}));", f"check((u64)__sync_and_and_fetch(&x, {value}));",
            f"check((u64)__sync_val_compare_and_swap(&x, {self.small()}, {value}));", f"check((u64)atomic_fetch_xor(&y, {value}));",
            f"check((u64)atomic_exchange(&y, {value}));", f"check(atomic_compare_exchange_strong(&y, &e, {value})); check((u64)e);",
            f"check(__atomic_compare_exchange_n(&x, &e, {value}, 0, 0, 0)); check((u64)e);", f"y += {value};", "y++;",
            f"check((u64)__atomic_nand_fetch(&x, {value}, 0));", f"__atomic_store_n(&x, {value}, 0);",
            f"check((u64)__sync_lock_test_and_set(&x, {value}));",
        ], 6)
        return f"{kind} x = {self.small()}, e = {self.small()}; _Atomic {kind} y = {self.small()}; " + " ".join(calls) + " check((u64)x); check((u64)y);"

    def jumps(self) -> str:
        code = "".join(f"\\{self.random.randint(0, 2)}" for _ in range(self.small(6))) + "\\3"
        name = self.fresh()
        return (f'static void *to[] = {{&&{name}add, &&{name}twice, &&{name}less, &&{name}end}}; const char *p = "{code}"; '
                f"int v = 1; goto *to[(int)*p++]; {name}add: v += 5; goto *to[(int)*p++]; {name}twice: v *= 2; "
                f"goto *to[(int)*p++]; {name}less: v--; goto *to[(int)*p++]; {name}end: check((u64)v);")

    def prints(self) -> str:
        kinds = [("d", "int"), ("i", "int"), ("u", "unsigned"), ("x", "unsigned"), ("X", "unsigned"), ("o", "unsigned"),
                 ("ld", "long"), ("lu", "unsigned long"), ("hhd", "int"), ("hu", "int"), ("zu", "size_t"), ("llx", "u64"), ("f", "double"), ("e", "double"), ("g", "double"), ("G", "double")]
        format, arguments = "", ""
        for _ in range(self.random.randint(1, 3)):
            flags = "".join(flag for flag in "-+ #0" if self.random.random() < 0.15)
            width = self.random.choice(["", "", "", "3", "12"])
            precision = self.random.choice(["", "", "", ".0", ".4"])
            letter, kind = self.random.choice([*kinds, ("s", ""), ("c", "")])
            if letter in "sc":
                flags = "-" if "-" in flags else ""
            if letter in "gG":
                flags = flags.replace("#", "")  # GNU libc forgets a zero behind 9.99… that is rounded
            argument = (f'"{self.text()}"' if letter == "s" else self.letter() if letter == "c" else
                        self.decimal() if kind == "double" else self.number(kind))
            format += self.random.choice(["", "a", "%%"]) + f"%{flags}{width}{precision if letter != 'c' else ''}{letter}"
            arguments += f", {argument}"
        print_all = self.random.choice(["sprintf(to, ", "print_to(to, 80, "])
        return (f'char to[80] = "", few[6] = ""; check({print_all}"{format}"{arguments})); check_bytes(to, 80); '
                f'check(snprintf(few, {self.small(6)}, "{format}"{arguments})); check_bytes(few, 6);')

    def vector(self) -> str:
        """An array that grows and shrinks by realloc; what is new in it is written."""
        kind = self.random.choice(TYPES)
        lines = [f"{kind} *v = {self.random.choice(['malloc(0)', 'NULL', 'calloc(1, sizeof *v)'])}; size_t n = 0, old;"]
        for _ in range(self.random.randint(1, 5)):
            size = self.random.randint(1, 9)
            lines.append(f"old = n; n = {size}; v = {self.random.choice(['realloc(v, n * sizeof *v)', 'reallocarray(v, n, sizeof *v)'])}; "
                         f"for (size_t i = old; i < n; i++) v[i] = ({kind})(i * {self.small(99)} + {self.small()});")
            lines.append(self.random.choice([
                "", "check_bytes(v, n * sizeof *v);", f"memmove(v, v + 1, (n - 1) * sizeof *v); v[n - 1] = {self.small()};",
                f"{kind} *w = malloc(n * sizeof *w); memcpy(w, v, n * sizeof *w); check(!memcmp(v, w, n * sizeof *v)); free(v); v = w;"
                if not any("*w" in line for line in lines) else ""]))
        return " ".join(lines) + " check_bytes(v, n * sizeof *v); free(v);"

    def list(self) -> str:
        """A list of nodes on the heap: some are added in front, or behind; some are removed."""
        tag = f"node{self.fresh()}"
        lines = [f"struct {tag} {{ struct {tag} *next; {self.random.choice(TYPES)} key; char *name; }} *head = NULL, **at;"]
        for _ in range(self.random.randint(2, 6)):
            lines.append(f"at = &head; {self.random.choice(['', 'while (*at) at = &(*at)->next;', 'if (*at) at = &(*at)->next;'])} "
                         f"{{ struct {tag} *n = malloc(sizeof *n); n->key = {self.small(200)}; n->name = strdup(\"{self.text()}\"); n->next = *at; *at = n; }}")
        lines.append(f"at = &head; while (*at) {{ if ((*at)->key % {self.random.randint(2, 4)} == 0) {{ struct {tag} *n = *at; *at = n->next; "
                     "free(n->name); free(n); } else at = &(*at)->next; }")
        return (" ".join(lines) + f" while (head) {{ struct {tag} *n = head->next; check((u64)head->key); check(strlen(head->name)); "
                "free(head->name); free(head); head = n; }")

    def rows(self) -> str:
        """An array of pointers to rows, a block with a flexible array, and one of structures."""
        a, b = self.random.randint(1, 3), self.random.randint(1, 4)
        tag = f"block{self.fresh()}"
        return (f"struct {tag} {{ unsigned char n; unsigned bits : 11; struct pair pairs[]; }} *p = calloc(1, sizeof *p + {b} * sizeof(struct pair)); "
                f"p->n = {b}; p->bits = {self.small(2000)}; for (int i = 0; i < p->n; i++) {{ p->pairs[i].first = (short)(i * {self.small(99)}); "
                f"strcpy(p->pairs[i].letters, \"{self.text(4)}\"); }} check(p->bits); check((u64)p->pairs[{b - 1}].first); check_bytes(p->pairs[0].letters, 5); "
                f"int **m = malloc({a} * sizeof *m); for (int i = 0; i < {a}; i++) {{ m[i] = malloc({b} * sizeof **m); "
                f"for (int j = 0; j < {b}; j++) m[i][j] = i * {self.small(50)} - j; }} {{ int *t = m[0]; m[0] = m[{a - 1}]; m[{a - 1}] = t; }} "
                f"for (int i = 0; i < {a}; i++) {{ check((u64)m[i][{b - 1}]); free(m[i]); }} free(m); free(p);")

    def program(self) -> str:
        families = [self.two_strings, self.copies, self.tokens, self.numbers, self.sorts, self.checked, self.bits, self.characters, self.prints,
                    self.variable_arguments, self.scans, self.decimals, self.atomics, self.jumps, self.vector, self.list, self.rows]
        count = 30
        functions = "\n".join(f"static void f{k}(void) {{ {self.random.choice(families)()} }}" for k in range(count))
        calls = " ".join(f"f{k}();" for k in range(count))
        return f"{PRELUDE}{functions}\nint main(void) {{\n  {calls}\n  return 0;\n}}\n"


def by_gcc(file: Path, bits: str) -> list[str] | None:
    """What it prints; none where gcc cannot make such programs."""
    program = file.with_suffix("")
    command = ["gcc", f"-m{bits}", "-w", "-O0", "-fno-builtin", "-fwrapv", "-fsanitize=address,undefined", "-fno-sanitize-recover=all",
               "-fno-sanitize=alignment,signed-integer-overflow", str(file), "-o", str(program)]
    if subprocess.run(command, capture_output=True).returncode != 0:
        return None
    return subprocess.run([str(program)], capture_output=True, text=True, check=True).stdout.splitlines() + ["ended 0"]


def difference(tool: str, seed: int, folder: Path, models: list[str]) -> str | None:
    file = folder / f"calls{seed}.c"
    file.write_text(Generator(seed).program())
    for bits in models:
        if (expected := by_gcc(file, bits)) is None:
            return f"gcc could not make it with {bits} bits"
        found = against_gcc.difference([tool, *(["--64"] if bits == "64" else []), "-DHARDBOP", str(file)], expected)
        if found is not None:
            return f"{bits} bits, {found}"
    return None


def compare(tool: str, first: int, last: int) -> int:
    status = 0
    with tempfile.TemporaryDirectory() as folder:
        trial = Path(folder) / "trial.c"
        trial.write_text("#include <stdio.h>\nint main(void) { return 0; }\n")
        models = [bits for bits in ["64", "32"] if by_gcc(trial, bits) is not None]
        for seed in range(first, last + 1):
            if (found := difference(tool, seed, Path(folder), models)) is not None:
                print(f"seed {seed}: {found}", flush=True)
                status = 1
    if status == 0:
        print(f"{last - first + 1} programs compute the same, with {' and '.join(models)} bits.")
    return status


if __name__ == "__main__":
    sys.exit(against_gcc.run(__doc__, compare))
