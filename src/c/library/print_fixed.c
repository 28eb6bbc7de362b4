// SPDX-License-Identifier: MIT
// The conversions %f, %e and %g of sprintf and similar functions, exactly: a number below 2 to the
// 64 is an integer and a fraction of two words of 60 bits each. Smaller fractions are too small to
// be seen by %f.
typedef __SIZE_TYPE__ size_t;
typedef unsigned long long word;

enum { left = 1, plus = 2, blank = 4, alternative = 8, zero = 16, upper = 32 };
enum { most_digits = 40, most_invisible = 17, whole_digits = 20 };

void __unsupported(const char* text);
size_t __print_text(char* to, size_t size, size_t at, const char* text, size_t length);

static size_t fill(char* to, size_t size, size_t at, const char* letter, size_t times) {
  for (size_t i = 0; i < times; i++) at = __print_text(to, size, at, letter, 1);
  return at;
}

// With its sign, and as wide as it should be.
static size_t print_padded(char* to, size_t size, size_t at, const char* text, size_t length,
                           int is_negative, int flags, int width) {
  const char* sign = is_negative ? "-" : flags & plus ? "+" : " ";
  size_t has_sign = is_negative || (flags & (plus | blank)) ? 1 : 0, padding = 0;
  if (width > 0 && (size_t)width > length + has_sign) padding = (size_t)width - length - has_sign;
  if (!(flags & (left | zero))) at = fill(to, size, at, " ", padding);
  at = __print_text(to, size, at, sign, has_sign);
  if ((flags & zero) && !(flags & left)) at = fill(to, size, at, "0", padding);
  at = __print_text(to, size, at, text, length);
  if (flags & left) at = fill(to, size, at, " ", padding);
  return at;
}

struct fixed {
  word whole, high, low;  // and high / 2^60 + low / 2^120
};

// Amounts of shifts are less than 64, which the front end sees by their last six bits.
static struct fixed split(word mantissa, int exponent, int precision) {
  const word ones = ((word)1 << 60) - 1;
  struct fixed out = {0, 0, 0};
  int bits = 1075 - exponent;  // of the fraction
  word part = mantissa;
  if (bits < -11) __unsupported(" of a number of at least 2 to the 64");
  if (bits <= 0) {
    out.whole = mantissa << (-bits & 63);
    return out;
  }
  if (bits < 64) {
    part = mantissa & (((word)1 << (bits & 63)) - 1);
    out.whole = mantissa >> (bits & 63);
  }
  if (bits <= 60) {
    out.high = part << ((60 - bits) & 63);
  } else if (bits <= 120) {
    out.high = part >> ((bits - 60) & 63);
    out.low = (part << ((120 - bits) & 63)) & ones;
  } else if (part != 0) {
    if (precision > most_invisible) __unsupported(" of a number of less than 2 to the -67");
    out.low = 1;
  }
  return out;
}

// The next digit of the fraction.
static char next_digit(struct fixed* number) {
  const word ones = ((word)1 << 60) - 1;
  word carry = number->low * 10 >> 60;
  char digit;
  number->low = number->low * 10 & ones;
  number->high = number->high * 10 + carry;
  digit = (char)('0' + (int)(number->high >> 60));
  number->high &= ones;
  return digit;
}

// The digits behind the point; half way between two numbers, to the even one.
static void round_digits(struct fixed* number, char* digits, int precision) {
  const word half = (word)1 << 59;
  _Bool is_odd = number->whole % 2 != 0;
  for (int i = 0; i < precision; i++) {
    digits[i] = next_digit(number);
    is_odd = digits[i] % 2 != 0;
  }
  if (number->high < half || (number->high == half && number->low == 0 && !is_odd)) return;
  for (int i = precision; i > 0; i--) {
    if (digits[i - 1] != '9') {
      digits[i - 1]++;
      return;
    }
    digits[i - 1] = '0';
  }
  number->whole++;
}

// Stores the digits of a number that is none of a fraction; how many there are.
static int write_whole(word whole, char* text) {
  int length = 0;
  for (word rest = whole; rest != 0; rest /= 10) length++;
  for (int i = length; i > 0; i--) {
    text[i - 1] = (char)('0' + (int)(whole % 10));
    whole /= 10;
  }
  return length;
}

// The first digits that count, rounded, and which power of ten the first of them stands for.
static int first_digits(struct fixed* number, char* digits, int count) {
  char whole[whole_digits], next = '0';
  int length = write_whole(number->whole, whole), exponent = length - 1, used = 0;
  _Bool has_rest;
  if (length == 0 && (number->high != 0 || number->low != 0))
    for (next = next_digit(number); next == '0'; exponent--) next = next_digit(number);
  else if (length == 0)
    exponent = 0;
  for (int i = 0; i < count; i++)
    digits[i] = used < length ? whole[used++] : i == 0 && length == 0 ? next : next_digit(number);
  next = used < length ? whole[used++] : next_digit(number);
  has_rest = number->high != 0 || number->low != 0;
  for (; used < length; used++) has_rest = has_rest || whole[used] != '0';
  if (next < '5' || (next == '5' && !has_rest && digits[count - 1] % 2 == 0)) return exponent;
  for (int i = count; i > 0; i--) {
    if (digits[i - 1] != '9') {
      digits[i - 1]++;
      return exponent;
    }
    digits[i - 1] = '0';
  }
  digits[0] = '1';
  return exponent + 1;
}

static size_t write_exponent(char* text, int exponent, int flags) {
  int size = exponent < 0 ? -exponent : exponent;
  text[0] = flags & upper ? 'E' : 'e';
  text[1] = exponent < 0 ? '-' : '+';
  text[2] = (char)('0' + size / 10);
  text[3] = (char)('0' + size % 10);
  return 4;
}

struct decimal {
  word mantissa;
  int exponent, is_negative;
};

static struct decimal take_apart(double value) {
  union {
    double value;
    word bits;
  } number = {value};
  struct decimal out = {number.bits & (((word)1 << 52) - 1), (int)(number.bits >> 52 & 0x7FF),
                        (int)(number.bits >> 63)};
  return out;
}

static struct fixed parts_of(struct decimal number, int precision) {
  if (number.exponent == 0) return split(number.mantissa, 1, precision);
  return split(number.mantissa | (word)1 << 52, number.exponent, precision);
}

static size_t print_name(char* to, size_t size, size_t at, struct decimal number, int flags,
                         int width) {
  const char* name = number.mantissa != 0 ? flags & upper ? "NAN" : "nan"
                     : flags & upper      ? "INF"
                                          : "inf";
  return print_padded(to, size, at, name, 3, number.is_negative, flags & ~zero, width);
}

size_t __print_fixed(char* to, size_t size, size_t at, double value, int flags, int width,
                     int precision) {
  char text[24 + most_digits], digits[most_digits];
  struct decimal number = take_apart(value);
  size_t length = 0;
  struct fixed parts;
  if (precision < 0) precision = 6;
  if (precision > most_digits) __unsupported(" of a number with more than 40 digits");
  if (number.exponent == 0x7FF) return print_name(to, size, at, number, flags, width);
  parts = parts_of(number, precision);
  round_digits(&parts, digits, precision);
  length = (size_t)write_whole(parts.whole, text);
  if (length == 0) text[length++] = '0';
  if (precision > 0 || (flags & alternative)) text[length++] = '.';
  for (int i = 0; i < precision; i++) text[length++] = digits[i];
  return print_padded(to, size, at, text, length, number.is_negative, flags, width);
}

// %e, and where it is shorter %g; the latter shows no zeros at the end.
size_t __print_exponent(char* to, size_t size, size_t at, double value, int flags, int width,
                        int precision, int is_shortest) {
  char text[16 + most_digits], digits[most_digits + 1];
  struct decimal number = take_apart(value);
  int count, exponent, before = 1;
  size_t length = 0;
  struct fixed parts;
  if (precision < 0) precision = 6;
  if (precision > most_digits) __unsupported(" of a number with more than 40 digits");
  if (number.exponent == 0x7FF) return print_name(to, size, at, number, flags, width);
  parts = parts_of(number, most_digits);
  count = is_shortest ? precision == 0 ? 1 : precision : precision + 1;
  exponent = first_digits(&parts, digits, count);
  if (is_shortest && !(flags & alternative))
    while (count > 1 && digits[count - 1] == '0') count--;
  if (is_shortest && exponent >= -4 && exponent < (precision == 0 ? 1 : precision)) {
    before = exponent + 1;
    if (before <= 0) text[length++] = '0';
    if (before <= 0) text[length++] = '.';
    for (int i = before; i < 0; i++) text[length++] = '0';
    for (int i = 0; i < before || i < count; i++) {
      if (i > 0 && i == before) text[length++] = '.';
      text[length++] = (char)(i < count ? digits[i] : '0');
    }
    if ((flags & alternative) && before == count) text[length++] = '.';
  } else {
    text[length++] = digits[0];
    if (count > 1 || (flags & alternative)) text[length++] = '.';
    for (int i = 1; i < count; i++) text[length++] = digits[i];
    length += write_exponent(text + length, exponent, flags);
  }
  return print_padded(to, size, at, text, length, number.is_negative, flags, width);
}
