// SPDX-License-Identifier: MIT
// vsscanf, and so sscanf: what it reads is in memory, so that all is exact. A number that its type
// cannot hold is undefined.
typedef __SIZE_TYPE__ size_t;
typedef unsigned long long word;
typedef __builtin_va_list va_list;

void __unsupported(const char* text);
_Bool __is_space(char letter);
unsigned __digit_of(char letter);
int __bits_of_length(char letter, char next);
size_t __letters_of_length(char letter, char next);
double strtod(const char* s, char** end);
float strtof(const char* s, char** end);

// Up to the bracket at the end of a set.
static size_t set_length(const char* set) {
  size_t i = set[0] == '^' ? 1 : 0;
  if (set[i] == ']') i++;
  while (set[i] != 0 && set[i] != ']') i++;
  return i;
}

static _Bool is_in_set(const char* set, size_t length, char letter) {
  _Bool excludes = length > 0 && set[0] == '^';
  for (size_t i = excludes ? 1 : 0; i < length; i++) {
    if (i + 2 < length && set[i + 1] == '-') {
      if ((unsigned char)set[i] <= (unsigned char)letter &&
          (unsigned char)letter <= (unsigned char)set[i + 2])
        return !excludes;
      i += 2;
    } else if (set[i] == letter) {
      return !excludes;
    }
  }
  return excludes;
}

static void store(void* to, int bits, word value) {
  if (bits == 8) *(unsigned char*)to = (unsigned char)value;
  if (bits == 16) *(unsigned short*)to = (unsigned short)value;
  if (bits == 32) *(unsigned*)to = (unsigned)value;
  if (bits == 64) *(word*)to = value;
}

static unsigned base_of(char letter) {
  if (letter == 'x' || letter == 'X') return 16;
  return letter == 'o' ? 8 : letter == 'i' ? 0 : 10;
}

static word divided(word value, unsigned base) {
  return base == 10 ? value / 10 : base == 8 ? value / 8 : value / 16;
}

// As scan_number. An exponent without digits is read, too, and then no number.
static size_t scan_decimal(const char* s, size_t most, _Bool is_double, void* to) {
  char* end;
  double value = strtod(s, &end);
  size_t length = (size_t)(end - s);
  if (length > most || *end == 'e' || *end == 'E') __unsupported(" with this input");
  if (length == 0 || to == 0) return length;
  if (is_double)
    *(double*)to = value;
  else
    *(float*)to = strtof(s, &end);
  return length;
}

// How many letters the number has, 0 where there is none; its value is stored where there is a
// place for it.
static size_t scan_number(const char* s, size_t most, char letter, int bits, void* to) {
  size_t i = 0, digits = 0;
  word value = 0, limit = (word)-1 >> (64 - bits);
  unsigned base = base_of(letter);
  _Bool is_negative = most > 0 && s[0] == '-';
  if (most > 0 && (s[0] == '-' || s[0] == '+')) i = 1;
  if ((base == 0 || base == 16) && i + 1 < most && s[i] == '0' &&
      (s[i + 1] == 'x' || s[i + 1] == 'X')) {
    if (i + 2 >= most || __digit_of(s[i + 2]) >= 16) __unsupported(" with this input");
    i += 2;
    base = 16;
  }
  if (base == 0) base = i < most && s[i] == '0' ? 8 : 10;
  if (letter == 'd' || letter == 'i') limit = (limit >> 1) + is_negative;
  for (; i < most && __digit_of(s[i]) < base; i++) {
    unsigned digit = __digit_of(s[i]);
    if (value > divided(limit - digit, base))
      __unsupported(" with a number that its type cannot hold");
    value = value * base + digit;
    digits++;
  }
  if (digits == 0) return 0;
  if (to != 0) store(to, bits, is_negative ? 0 - value : value);
  return i;
}

static size_t scan_letters(const char* s, size_t most, const char* set, size_t length, char* to) {
  size_t i = 0;
  for (; i < most && s[i] != 0; i++) {
    if (set != 0 ? !is_in_set(set, length, s[i]) : __is_space(s[i])) break;
    if (to != 0) to[i] = s[i];
  }
  if (i > 0 && to != 0) to[i] = 0;
  return i;
}

static size_t scan_chars(const char* s, size_t most, char* to) {
  size_t i = 0;
  for (; i < most && s[i] != 0; i++)
    if (to != 0) to[i] = s[i];
  return i;
}

int vsscanf(const char* s, const char* format, va_list list) {
  int count = 0;
  size_t at = 0, i = 0;
  va_list rest;
  __builtin_va_copy(rest, list);
  __builtin_va_end(list);
  while (format[i] != 0) {
    _Bool is_kept = 1, is_long;
    size_t width = 0, length = 0, found = 0;
    int bits;
    char letter, next;
    void* to = 0;
    if (__is_space(format[i])) {
      while (__is_space(s[at])) at++;
      i++;
      continue;
    }
    if (format[i] != '%' || format[i + 1] == '%') {
      if (format[i] == '%') {
        while (__is_space(s[at])) at++;
        i++;
      }
      if (s[at] == 0) return count == 0 ? -1 : count;
      if (s[at] != format[i]) return count;
      at++;
      i++;
      continue;
    }
    i++;
    if (format[i] == '*') {
      is_kept = 0;
      i++;
    }
    for (; format[i] >= '0' && format[i] <= '9'; i++)
      width = width * 10 + (size_t)(format[i] - '0');
    next = format[i] == 0 ? 0 : format[i + 1];
    bits = __bits_of_length(format[i], next);
    is_long = format[i] == 'l' && next != 'l';
    i += __letters_of_length(format[i], next);
    letter = format[i];
    if (letter != 0) i++;
    if (letter == '[') {
      length = set_length(format + i);
      i += length + 1;
    }
    if (letter == 'c' && width == 0) width = 1;
    if (width == 0) width = (size_t)-1;
    if (is_kept) to = __builtin_va_arg(rest, void*);
    if (letter == 'n') {
      if (to != 0) store(to, bits, at);
      continue;
    }
    if (letter != 'c' && letter != '[')
      while (__is_space(s[at])) at++;
    if (s[at] == 0) return count == 0 ? -1 : count;
    if (letter == 'd' || letter == 'i' || letter == 'u' || letter == 'x' || letter == 'X' ||
        letter == 'o')
      found = scan_number(s + at, width, letter, bits, to);
    else if (letter == 's' && bits == 32)
      found = scan_letters(s + at, width, 0, 0, to);
    else if (letter == '[' && bits == 32)
      found = scan_letters(s + at, width, format + i - length - 1, length, to);
    else if (letter == 'c' && bits == 32)
      found = scan_chars(s + at, width, to);
    else if ((letter >= 'e' && letter <= 'g') && (bits == 32 || is_long))
      found = scan_decimal(s + at, width, is_long, to);
    else
      __unsupported(" with this format");
    if (letter == 'c' && found < width) return count == 0 ? -1 : count;
    if (found == 0) return count;
    at += found;
    if (is_kept) count++;
  }
  return count;
}

// The names that GNU's headers give it.
int __isoc99_vsscanf(const char* s, const char* format, va_list list) {
  return vsscanf(s, format, list);
}

int __isoc23_vsscanf(const char* s, const char* format, va_list list) {
  return vsscanf(s, format, list);
}
