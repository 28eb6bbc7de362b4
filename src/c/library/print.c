// SPDX-License-Identifier: MIT
// Printing to memory, for sprintf and snprintf: the translator reads the format and calls these
// functions, one for each part of it. `at` is how many characters there are so far, also of those
// that do not fit; each function returns the new number. Only `size - 1` of them are stored.
typedef __SIZE_TYPE__ size_t;
typedef unsigned long long word;

_Bool __is_strict(void);
void __invalid(const char *problem);

enum { left = 1, plus = 2, blank = 4, alternative = 8, zero = 16, upper = 32 };

static size_t put(char *to, size_t size, size_t at, char letter) {
  if (size > 0 && at < size - 1) to[at] = letter;
  return at + 1;
}

static size_t repeat(char *to, size_t size, size_t at, char letter, size_t times) {
  for (size_t i = 0; i < times; i++) at = put(to, size, at, letter);
  return at;
}

int __print_end(char *to, size_t size, size_t at) {
  if (size > 0) to[at < size ? at : size - 1] = 0;
  return (int)at;
}

size_t __print_text(char *to, size_t size, size_t at, const char *text, size_t length) {
  for (size_t i = 0; i < length; i++) at = put(to, size, at, text[i]);
  return at;
}

// Of a string that is printed, so many characters are read. None of them should be in what is
// written, `at` characters and the end.
static void require_apart(const char *to, size_t size, size_t at, const char *s, size_t read) {
  size_t behind = (size_t)(s - to);
  if (__is_strict() && size > 0 && read > 0 &&
      ((behind <= at && behind < size) || (size_t)(to - s) < read))
    __invalid("source and destination overlap");
}

// A string without width and precision, which is the usual one.
size_t __print_plain(char *to, size_t size, size_t at, const char *s) {
  size_t i = 0;
  if (s[0] != 0) require_apart(to, size, at, s, 1);
  for (; s[i] != 0; i++) at = put(to, size, at, s[i]);
  require_apart(to, size, at, s, i + 1);
  return at;
}

size_t __print_string(char *to, size_t size, size_t at, const char *s, int flags, int width,
                      int precision) {
  size_t length = 0, padding = 0;
  while ((precision < 0 || length < (size_t)precision) && s[length] != 0) length++;
  if (width > 0 && (size_t)width > length) padding = (size_t)width - length;
  if (!(flags & left)) at = repeat(to, size, at, ' ', padding);
  at = __print_text(to, size, at, s, length);
  if (flags & left) at = repeat(to, size, at, ' ', padding);
  require_apart(to, size, at, s, precision < 0 || length < (size_t)precision ? length + 1 : length);
  return at;
}

size_t __print_char(char *to, size_t size, size_t at, int letter, int flags, int width) {
  size_t padding = width > 1 ? (size_t)width - 1 : 0;
  if (!(flags & left)) at = repeat(to, size, at, ' ', padding);
  at = put(to, size, at, (char)letter);
  if (flags & left) at = repeat(to, size, at, ' ', padding);
  return at;
}

static char digit_letter(unsigned digit, int flags) {
  return (char)(digit < 10 ? '0' + digit : (flags & upper ? 'A' : 'a') + (digit - 10));
}

// How often a power of ten is in a number that is less than ten times as large: by comparisons, as
// engines know less about division. Nine times the largest power is no number of 32 bits.
static unsigned times_in(unsigned value, unsigned power) {
  unsigned times = power < 1000000000 && value >= 8 * power ? 8 : 0;
  times += value - times * power >= 4 * power ? 4 : 0;
  times += value - times * power >= 2 * power ? 2 : 0;
  times += value - times * power >= power ? 1 : 0;
  return times;
}

// A decimal number of 32 bits without width and flags: the usual one.
size_t __print_short(char *to, size_t size, size_t at, unsigned value, int is_negative) {
  unsigned power = 1000000000;
  _Bool has_digits = 0;
  if (is_negative) at = put(to, size, at, '-');
  for (int i = 0; i < 10; i++) {
    unsigned digit = times_in(value, power);
    value -= digit * power;
    has_digits = has_digits || digit != 0 || i == 9;
    if (has_digits) at = put(to, size, at, (char)('0' + digit));
    power /= 10;
  }
  return at;
}

static size_t print_sign(char *to, size_t size, size_t at, int is_negative, int flags) {
  if (is_negative) return put(to, size, at, '-');
  if (flags & plus) return put(to, size, at, '+');
  if (flags & blank) return put(to, size, at, ' ');
  return at;
}

static word divided(word value, unsigned base) {
  return base == 10 ? value / 10 : base == 8 ? value / 8 : value / 16;
}

size_t __print_number(char *to, size_t size, size_t at, word value, int is_negative, unsigned base,
                      int flags, int width, int precision) {
  char digits[24];
  size_t count = 0, zeros = 0, length, padding = 0;
  int has_prefix = (flags & alternative) && base == 16 && value != 0;
  for (; value != 0; value = divided(value, base))
    digits[count++] = digit_letter((unsigned)(value - divided(value, base) * base), flags);
  if (precision < 0 ? count == 0 : (size_t)precision > count)
    zeros = precision < 0 ? 1 : (size_t)precision - count;
  if ((flags & alternative) && base == 8 && zeros == 0) zeros = 1;
  length = zeros + count + (is_negative || (flags & (plus | blank)) ? 1 : 0) + (has_prefix ? 2 : 0);
  if (width > 0 && (size_t)width > length) padding = (size_t)width - length;
  if ((flags & zero) && !(flags & left) && precision < 0) {
    zeros += padding;
    padding = 0;
  }
  if (!(flags & left)) at = repeat(to, size, at, ' ', padding);
  at = print_sign(to, size, at, is_negative, flags);
  if (has_prefix) {
    at = put(to, size, at, '0');
    at = put(to, size, at, flags & upper ? 'X' : 'x');
  }
  at = repeat(to, size, at, '0', zeros);
  while (count > 0) at = put(to, size, at, digits[--count]);
  if (flags & left) at = repeat(to, size, at, ' ', padding);
  return at;
}

// A string that is printed where nobody sees it, or the name of a file.
void __print_nowhere(const char *s, int precision) {
  size_t length = 0;
  while ((precision < 0 || length < (size_t)precision) && s[length] != 0) length++;
}

void __print_nowhere_or_null(const char *s) {
  if (s != 0) __print_nowhere(s, -1);
}
