// SPDX-License-Identifier: MIT
// strtod and its relatives. A number of at most 15 digits, and a power of ten of at most 10^22, are
// numbers of type double: their product or quotient is rounded once, so it is exactly what GNU libc
// returns. Other numbers are not followed.
typedef __SIZE_TYPE__ size_t;
typedef unsigned long long word;

void __unsupported(const char* text);
_Bool __is_space(char letter);
unsigned __digit_of(char letter);

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
static size_t exponent_length(const char* s) {
  size_t i = 1;
  if (lower(s[0]) != 'e') return 0;
  if (s[1] == '-' || s[1] == '+') i = 2;
  if (!is_digit(s[i])) return 0;
  while (is_digit(s[i])) i++;
  return i;
}

static int exponent_of(const char* s, size_t length) {
  int out = 0;
  for (size_t i = 1; i < length; i++)
    if (is_digit(s[i]) && out < 1000) out = out * 10 + (s[i] - '0');
  return length > 1 && s[1] == '-' ? -out : out;
}

// How many letters of a word the text starts with, whether they are large or small.
static size_t common_length(const char* s, const char* name) {
  size_t i = 0;
  while (name[i] != 0 && lower(s[i]) == name[i]) i++;
  return i;
}

// "inf", "infinity" or "nan": the length of that, or 0.
static size_t read_word(const char* s, double* value) {
  size_t length = common_length(s, "infinity");
  if (length >= 3) {
    *value = __builtin_inf();
    return length == 8 ? 8 : 3;
  }
  if (common_length(s, "nan") < 3) return 0;
  if (s[3] == '(') __unsupported(" with this input");
  *value = __builtin_nan("");
  return 3;
}

static _Bool starts_hexadecimal(const char* s) {
  return s[0] == '0' && lower(s[1]) == 'x' && (s[2] == '.' || __digit_of(s[2]) < 16);
}

static double read_decimal(const char* s, char** end) {
  size_t i = 0, digits = 0, length;
  word value = 0;
  int exponent = 0;
  _Bool is_negative, is_fraction = 0;
  double out = 0;
  while (__is_space(s[i])) i++;
  is_negative = s[i] == '-';
  if (s[i] == '-' || s[i] == '+') i++;
  if (starts_hexadecimal(s + i)) __unsupported(" with this input");
  length = read_word(s + i, &out);
  if (length > 0) {
    if (end != 0) *end = (char*)s + i + length;
    return is_negative ? -out : out;
  }
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
    if (end != 0) *end = (char*)s;
    return 0;
  }
  length = exponent_length(s + i);
  if (length > 0) exponent += exponent_of(s + i, length);
  if (end != 0) *end = (char*)s + i + length;
  if (value != 0 && (exponent < -22 || exponent > 22))
    __unsupported(" of a number with a large exponent");
  out = (double)value;
  if (value != 0 && exponent < 0) out /= power_of_ten(-exponent);
  if (value != 0 && exponent > 0) out *= power_of_ten(exponent);
  return is_negative ? -out : out;
}

double strtod(const char* s, char** end) {
  return read_decimal(s, end);
}

double atof(const char* s) {
  return read_decimal(s, 0);
}

// Rounding twice is rounding once, but where the first result is half-way between two numbers of
// type float, and where numbers of type float have fewer digits.
float strtof(const char* s, char** end) {
  double out = read_decimal(s, end);
  word bits = *(word*)&out;
  if ((double)(float)out == out || out != out) return (float)out;
  if ((bits & 0x1fffffff) == 0x10000000 || (bits >> 52 & 0x7ff) < 1023 - 126)
    __unsupported(" of a number that is rounded");
  return (float)out;
}
