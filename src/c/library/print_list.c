// SPDX-License-Identifier: MIT
// The printing functions whose arguments are a list: their formats are read here, when the call is
// executed. A list that was printed has ended, as the standard
// says: only va_end may get it.
typedef __SIZE_TYPE__ size_t;
typedef unsigned long long word;
typedef __builtin_va_list va_list;

enum { left = 1, plus = 2, blank = 4, alternative = 8, zero = 16, upper = 32 };

int __choose_int(void);
void __assume(int condition);
void __assumption(const char* text);
void __change_errno(void);
void __unsupported(const char* text);
void* malloc(size_t size);
int __bits_of_length(char letter, char next);
size_t __letters_of_length(char letter, char next);
int __print_end(char* to, size_t size, size_t at);
size_t __print_text(char* to, size_t size, size_t at, const char* text, size_t length);
size_t __print_plain(char* to, size_t size, size_t at, const char* s);
size_t __print_string(char* to, size_t size, size_t at, const char* s, int flags, int width,
                      int precision);
size_t __print_char(char* to, size_t size, size_t at, int letter, int flags, int width);
size_t __print_short(char* to, size_t size, size_t at, unsigned value, int is_negative);
size_t __print_number(char* to, size_t size, size_t at, word value, int is_negative, unsigned base,
                      int flags, int width, int precision);
size_t __print_fixed(char* to, size_t size, size_t at, double value, int flags, int width,
                     int precision);
size_t __print_exponent(char* to, size_t size, size_t at, double value, int flags, int width,
                        int precision, int is_shortest);
void __print_nowhere(const char* s, int precision);

static int flag_of(char letter) {
  return letter == '-'   ? left
         : letter == '+' ? plus
         : letter == ' ' ? blank
         : letter == '#' ? alternative
         : letter == '0' ? zero
                         : 0;
}

static size_t print_signed(char* to, size_t size, size_t at, long long value, int bits, int flags,
                           int width, int precision) {
  if (bits == 8) value = (signed char)value;
  if (bits == 16) value = (short)value;
  word magnitude = value < 0 ? 0 - (word)value : (word)value;
  if (bits <= 32 && flags == 0 && width < 0 && precision < 0)
    return __print_short(to, size, at, (unsigned)magnitude, value < 0);
  return __print_number(to, size, at, magnitude, value < 0, 10, flags, width, precision);
}

static size_t print_unsigned(char* to, size_t size, size_t at, word value, int bits, char letter,
                             int flags, int width, int precision) {
  unsigned base = letter == 'u' ? 10 : letter == 'o' ? 8 : 16;
  if (bits == 8) value = (unsigned char)value;
  if (bits == 16) value = (unsigned short)value;
  if (bits == 32) value = (unsigned)value;
  flags = (flags & ~(plus | blank)) | (letter == 'X' ? upper : 0);
  if (bits <= 32 && base == 10 && flags == 0 && width < 0 && precision < 0)
    return __print_short(to, size, at, (unsigned)value, 0);
  return __print_number(to, size, at, value, 0, base, flags, width, precision);
}

// As GNU libc shows addresses.
static size_t print_pointer(char* to, size_t size, size_t at, const void* value, int flags,
                            int width, int precision) {
  if (value == 0) return __print_string(to, size, at, "(nil)", flags & left, width, -1);
  return __print_number(to, size, at, (size_t)value, 0, 16, flags | alternative, width, precision);
}

static int next_number(int number, char digit) {
  return (int)((unsigned)number * 10 + ((unsigned char)digit - '0'));
}

static size_t print_list(char* to, size_t size, const char* format, va_list list, _Bool is_seen) {
  size_t at = 0;
  va_list rest;
  __builtin_va_copy(rest, list);
  for (size_t i = 0; format[i] != 0; i++) {
    int flags = 0, width = -1, precision = -1, bits;
    char letter, next;
    if (format[i] != '%') {
      if (is_seen) at = __print_text(to, size, at, format + i, 1);
      continue;
    }
    i++;
    for (; flag_of(format[i]) != 0; i++) flags |= flag_of(format[i]);
    if (format[i] == '*') {
      width = __builtin_va_arg(rest, int);
      if (width < 0) flags |= left;
      if (width < 0) width = (int)(0 - (unsigned)width);
      i++;
    }
    if (format[i] >= '0' && format[i] <= '9') width = 0;
    for (; format[i] >= '0' && format[i] <= '9'; i++) width = next_number(width, format[i]);
    if (format[i] == '.') {
      precision = 0;
      i++;
      if (format[i] == '*') {
        precision = __builtin_va_arg(rest, int);
        i++;
      }
      for (; format[i] >= '0' && format[i] <= '9'; i++)
        precision = next_number(precision, format[i]);
    }
    next = format[i] == 0 ? 0 : format[i + 1];
    bits = __bits_of_length(format[i], next);
    i += __letters_of_length(format[i], next);
    letter = format[i];
    if (letter == '%') {
      if (is_seen) at = __print_text(to, size, at, "%", 1);
    } else if (letter == 'c' && bits == 32) {
      int character = __builtin_va_arg(rest, int);
      if (is_seen) at = __print_char(to, size, at, character, flags, width);
    } else if (letter == 's' && bits == 32) {
      const char* s = __builtin_va_arg(rest, const char*);
      if (!is_seen)
        __print_nowhere(s, precision);
      else if (flags == 0 && width < 0 && precision < 0)
        at = __print_plain(to, size, at, s);
      else
        at = __print_string(to, size, at, s, flags, width, precision);
    } else if (letter == 'd' || letter == 'i') {
      long long value =
          bits == 64 ? __builtin_va_arg(rest, long long) : __builtin_va_arg(rest, int);
      if (is_seen) at = print_signed(to, size, at, value, bits, flags, width, precision);
    } else if (letter == 'u' || letter == 'x' || letter == 'X' || letter == 'o') {
      word value = bits == 64 ? __builtin_va_arg(rest, word) : __builtin_va_arg(rest, unsigned);
      if (is_seen) at = print_unsigned(to, size, at, value, bits, letter, flags, width, precision);
    } else if (letter == 'n' && is_seen && bits == 32) {
      *__builtin_va_arg(rest, int*) = (int)at;
    } else if (letter == 'p') {
      const void* value = __builtin_va_arg(rest, const void*);
      if (is_seen) at = print_pointer(to, size, at, value, flags, width, precision);
    } else if ((letter == 'f' || letter == 'F') && is_seen) {
      double value = __builtin_va_arg(rest, double);
      flags |= letter == 'F' ? upper : 0;
      at = __print_fixed(to, size, at, value, flags, width, precision);
    } else if ((letter == 'e' || letter == 'g' || letter == 'E' || letter == 'G') && is_seen) {
      double value = __builtin_va_arg(rest, double);
      _Bool is_shortest = letter == 'g' || letter == 'G';
      flags |= letter < 'a' ? upper : 0;
      at = __print_exponent(to, size, at, value, flags, width, precision, is_shortest);
    } else if (((letter >= 'e' && letter <= 'g') || letter == 'a' ||
                (letter >= 'E' && letter <= 'G') || letter == 'A') &&
               !is_seen) {
      __builtin_va_arg(rest, double);
    } else {
      __unsupported(" with this format");
    }
  }
  __builtin_va_end(rest);
  __builtin_va_end(list);
  return at;
}

// To a stream: nobody sees what is printed, but strings are read.
int __print_unseen(const char* format, va_list list) {
  int printed = __choose_int();
  __assume(printed >= -1);
  print_list(0, 0, format, list, 0);
  __change_errno();
  return printed;
}

int vprintf(const char* format, va_list list) {
  __assumption("'vprintf' returns any value from -1 to 2147483647 and changes nothing else");
  return __print_unseen(format, list);
}

int vfprintf(void* file, const char* format, va_list list) {
  __assumption("'vfprintf' returns any value from -1 to 2147483647 and changes nothing else");
  return __print_unseen(format, list);
}

int vdprintf(int file, const char* format, va_list list) {
  __assumption("'vdprintf' returns any value from -1 to 2147483647 and changes nothing else");
  return __print_unseen(format, list);
}

void vsyslog(int priority, const char* format, va_list list) {
  __print_unseen(format, list);
}

int vsnprintf(char* to, size_t size, const char* format, va_list list) {
  return __print_end(to, size, print_list(to, size, format, list, 1));
}

int vsprintf(char* to, const char* format, va_list list) {
  return vsnprintf(to, (size_t)-1, format, list);
}

int vasprintf(char** to, const char* format, va_list list) {
  va_list again;
  char* made;
  size_t length;
  __builtin_va_copy(again, list);
  length = print_list(0, 0, format, again, 1);
  made = malloc(length + 1);
  if (made == 0) return -1;
  *to = made;
  return vsnprintf(made, length + 1, format, list);
}

// As _FORTIFY_SOURCE has them.
int __vprintf_chk(int flag, const char* format, va_list list) {
  return vprintf(format, list);
}

int __vfprintf_chk(void* file, int flag, const char* format, va_list list) {
  return vfprintf(file, format, list);
}

int __vsprintf_chk(char* to, int flag, size_t room, const char* format, va_list list) {
  return vsprintf(to, format, list);
}

int __vsnprintf_chk(char* to, size_t size, int flag, size_t room, const char* format,
                    va_list list) {
  return vsnprintf(to, size, format, list);
}

int __vasprintf_chk(char** to, int flag, const char* format, va_list list) {
  return vasprintf(to, format, list);
}
