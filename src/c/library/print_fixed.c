// SPDX-License-Identifier: MIT
// The conversion %f of sprintf and similar functions, exactly: a number below 2 to the 64 is an
// integer and a fraction of two words of 60 bits each. Smaller fractions are too small to be seen.
typedef __SIZE_TYPE__ size_t;
typedef unsigned long long word;

enum { left = 1, plus = 2, blank = 4, alternative = 8, zero = 16, upper = 32 };
enum { most_digits = 40, most_invisible = 17 };

void __unsupported(const char *text);
size_t __print_text(char *to, size_t size, size_t at, const char *text, size_t length);

static size_t fill(char *to, size_t size, size_t at, const char *letter, size_t times) {
  for (size_t i = 0; i < times; i++) at = __print_text(to, size, at, letter, 1);
  return at;
}

// With its sign, and as wide as it should be.
static size_t print_padded(char *to, size_t size, size_t at, const char *text, size_t length,
                           int is_negative, int flags, int width) {
  const char *sign = is_negative ? "-" : flags & plus ? "+" : " ";
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

// The digits behind the point; half way between two numbers, to the even one.
static void round_digits(struct fixed *number, char *digits, int precision) {
  const word ones = ((word)1 << 60) - 1, half = (word)1 << 59;
  _Bool is_odd = number->whole % 2 != 0;
  for (int i = 0; i < precision; i++) {
    word carry = number->low * 10 >> 60;
    number->low = number->low * 10 & ones;
    number->high = number->high * 10 + carry;
    digits[i] = (char)('0' + (int)(number->high >> 60));
    is_odd = (number->high >> 60) % 2 != 0;
    number->high &= ones;
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

size_t __print_fixed(char *to, size_t size, size_t at, double value, int flags, int width,
                     int precision) {
  union {
    double value;
    word bits;
  } number = {value};
  char text[24 + most_digits], digits[most_digits];
  int is_negative = (int)(number.bits >> 63), exponent = (int)(number.bits >> 52 & 0x7FF);
  word mantissa = number.bits & (((word)1 << 52) - 1);
  size_t length = 0;
  struct fixed parts;
  if (precision < 0) precision = 6;
  if (precision > most_digits) __unsupported(" of a number with more than 40 digits");
  if (exponent == 0x7FF) {
    const char *name = mantissa != 0 ? flags & upper ? "NAN" : "nan" : flags & upper ? "INF" : "inf";
    return print_padded(to, size, at, name, 3, is_negative, flags & ~zero, width);
  }
  parts = split(exponent != 0 ? mantissa | (word)1 << 52 : mantissa, exponent != 0 ? exponent : 1,
                precision);
  round_digits(&parts, digits, precision);
  for (word rest = parts.whole; rest != 0 || length == 0; rest /= 10) length++;
  for (size_t i = length; i > 0; i--) {
    text[i - 1] = (char)('0' + (int)(parts.whole % 10));
    parts.whole /= 10;
  }
  if (precision > 0 || (flags & alternative)) text[length++] = '.';
  for (int i = 0; i < precision; i++) text[length++] = digits[i];
  return print_padded(to, size, at, text, length, is_negative, flags, width);
}
