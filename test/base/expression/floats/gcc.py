#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares random operations of IEEE 754 with what a C program makes of them that gcc compiles.

gcc.py PROGRAM SEED COUNT, where PROGRAM prints the operations (main.cpp). Ends with 77 without gcc.
"""

import os
import shutil
import subprocess
import sys
import tempfile

C = r"""
#include <fenv.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static uint64_t bits_of_float(float x) {
  uint32_t word;
  memcpy(&word, &x, sizeof word);
  return isnan(x) ? 0x7fc00000u : word;
}
static uint64_t bits_of_double(double x) {
  uint64_t word;
  memcpy(&word, &x, sizeof word);
  return isnan(x) ? 0x7ff8000000000000u : word;
}
static int64_t with_sign(uint64_t word, int width) {
  return (int64_t)(word << (64 - width)) >> (64 - width);
}

/* Of a number that is rounded already: what C leaves undefined is the highest bit. */
static uint64_t integer(long double x, int width, int is_signed) {
  long double limit = ldexpl(1, is_signed ? width - 1 : width);
  if (!(x < limit && x >= (is_signed ? -limit : 0))) return (uint64_t)1 << (width - 1);
  uint64_t word = x < 0 ? (uint64_t)(int64_t)x : (uint64_t)x;
  return width == 64 ? word : word & (((uint64_t)1 << width) - 1);
}

#define OPERATIONS(T, SUFFIX, BITS)                                                    \
  static uint64_t of_##T(const char *op, int result, int mode, T a, T b) {            \
    volatile T x = a, y = b;                                                          \
    if (!strcmp(op, "add")) return BITS(x + y);                                       \
    if (!strcmp(op, "subtract")) return BITS(x - y);                                  \
    if (!strcmp(op, "multiply")) return BITS(x * y);                                  \
    if (!strcmp(op, "divide")) return BITS(x / y);                                    \
    if (!strcmp(op, "square_root")) return BITS(sqrt##SUFFIX(x));                     \
    if (!strcmp(op, "equal")) return x == y;                                          \
    if (!strcmp(op, "less")) return x < y;                                            \
    if (!strcmp(op, "less_equal")) return x <= y;                                     \
    if (!strcmp(op, "convert")) {                                                     \
      if (result == 32) { volatile float out = (float)x; return bits_of_float(out); } \
      volatile double out = (double)x;                                                \
      return bits_of_double(out);                                                     \
    }                                                                                 \
    volatile T rounded = mode == 4 ? round##SUFFIX(x) : rint##SUFFIX(x);              \
    if (!strcmp(op, "round")) return BITS(rounded);                                   \
    return integer(rounded, result, !strcmp(op, "to_signed"));                        \
  }
OPERATIONS(float, f, bits_of_float)
OPERATIONS(double, , bits_of_double)

static uint64_t from_integer(const char *op, int width, int result, uint64_t a) {
  volatile uint64_t word = a;
  volatile int64_t number = with_sign(a, width);
  if (result == 32) {
    volatile float out = !strcmp(op, "from_signed") ? (float)number : (float)word;
    return bits_of_float(out);
  }
  volatile double out = !strcmp(op, "from_signed") ? (double)number : (double)word;
  return bits_of_double(out);
}

int main(void) {
  static const int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD, FE_TONEAREST};
  char op[32];
  int operands, result, mode;
  uint64_t a, b;
  while (scanf("%31s %d %d %d %" SCNx64 " %" SCNx64 " %*x", op, &operands, &result, &mode, &a,
               &b) == 6) {
    fesetround(modes[mode]);
    uint64_t out;
    if (!strncmp(op, "from_", 5)) {
      out = from_integer(op, operands, result, a);
    } else if (operands == 32) {
      float x, y;
      uint32_t word = (uint32_t)a, other = (uint32_t)b;
      memcpy(&x, &word, sizeof x);
      memcpy(&y, &other, sizeof y);
      out = of_float(op, result, mode, x, y);
    } else {
      double x, y;
      memcpy(&x, &a, sizeof x);
      memcpy(&y, &b, sizeof y);
      out = of_double(op, result, mode, x, y);
    }
    fesetround(FE_TONEAREST);
    printf("%" PRIx64 "\n", out);
  }
  return 0;
}
"""


def main():
    program, seed, count = sys.argv[1:4]
    gcc = shutil.which("gcc")
    if gcc is None:
        print("there is no gcc")
        return 77
    drawn = subprocess.run([program, seed, count], capture_output=True, text=True, check=True).stdout
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "floats.c")
        with open(source, "w", encoding="utf-8") as out:
            out.write(C)
        binary = os.path.join(folder, "floats")
        subprocess.run([gcc, "-O1", "-frounding-math", "-o", binary, source, "-lm"], check=True)
        theirs = subprocess.run([binary], input=drawn, capture_output=True, text=True, check=True)
    lines = drawn.splitlines()
    answers = theirs.stdout.splitlines()
    if len(lines) != int(count) or len(answers) != len(lines):
        print(f"{len(lines)} operations, {len(answers)} answers")
        return 1
    wrong = [(line, answer) for line, answer in zip(lines, answers) if line.split()[-1] != answer]
    for line, answer in wrong[:20]:
        print(f"{line}: gcc says {answer}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
