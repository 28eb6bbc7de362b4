// SPDX-License-Identifier: MIT
// strtod and its relatives. A number of at most 15 digits, and a power of ten of at most 10^22, are
// numbers of type double: their product or quotient is rounded once, so it is exactly what GNU libc
// returns. Other numbers are not followed.
typedef __SIZE_TYPE__ size_t;
typedef unsigned long long word;

void __unsupported(const char *text);
_Bool __is_space(char letter);

static _Bool is_digit(char letter) {
  return letter >= '0' && letter <= '9';
}

static char lower(char letter) {
  return (char)(letter >= 'A' && letter <= 'Z' ? letter + 32 : letter);
}

// By squares, as each of these powers is a number of type double.
static double power_of_ten(int exponent) {
  double power = exponent & 1 ? 1e1 : 1e0;
  if (exponent & 2) power *= 1e2;
  if (exponent & 4) power *= 1e4;
  if (exponent & 8) power *= 1e8;
  if (exponent & 16) power *= 1e16;
  return power;
}

// The length of an exponent, with its letter; 0 where there is none.
static size_t exponent_length(const char *s) {
  size_t i = 1;
  if (lower(s[0]) != 'e') return 0;
  if (s[1] == '-' || s[1] == '+') i = 2;
  if (!is_digit(s[i])) return 0;
  while (is_digit(s[i])) i++;
  return i;
}

static int exponent_of(const char *s, size_t length) {
  int out = 0;
  for (size_t i = 1; i < length; i++)
    if (is_digit(s[i]) && out < 1000) out = out * 10 + (s[i] - '0');
  return length > 1 && s[1] == '-' ? -out : out;
}

static double read_decimal(const char *s, char **end) {
  size_t i = 0, digits = 0, length;
  word value = 0;
  int exponent = 0;
  _Bool is_negative, is_fraction = 0;
  double out;
  while (__is_space(s[i])) i++;
  is_negative = s[i] == '-';
  if (s[i] == '-' || s[i] == '+') i++;
  if ((s[i] == '0' && lower(s[i + 1]) == 'x') || lower(s[i]) == 'i' || lower(s[i]) == 'n')
    __unsupported(" with this input");
  for (; is_digit(s[i]) || (s[i] == '.' && !is_fraction); i++) {
    if (s[i] == '.') {
      is_fraction = 1;
      continue;
    }
    if (value >= 100000000000000) __unsupported(" of a number with more than 15 digits");
    value = value * 10 + (word)(s[i] - '0');
    digits++;
    if (is_fraction) exponent--;
  }
  if (digits == 0) {
    if (end != 0) *end = (char *)s;
    return 0;
  }
  length = exponent_length(s + i);
  if (length > 0) exponent += exponent_of(s + i, length);
  if (end != 0) *end = (char *)s + i + length;
  if (value != 0 && (exponent < -22 || exponent > 22))
    __unsupported(" of a number with a large exponent");
  out = (double)value;
  if (value != 0 && exponent < 0) out /= power_of_ten(-exponent);
  if (value != 0 && exponent > 0) out *= power_of_ten(exponent);
  return is_negative ? -out : out;
}

double strtod(const char *s, char **end) {
  return read_decimal(s, end);
}

double atof(const char *s) {
  return read_decimal(s, 0);
}

// Rounding twice could differ from rounding once: a number of type double that is one of type
// float, too, is exact.
float strtof(const char *s, char **end) {
  double out = read_decimal(s, end);
  if ((double)(float)out != out) __unsupported(" of a number that is rounded");
  return (float)out;
}
