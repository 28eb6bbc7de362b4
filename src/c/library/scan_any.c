// SPDX-License-Identifier: MIT
// vscanf and vfscanf: their formats are read here, when the call is executed. What they read is
// arbitrary, as far as the format allows it.
typedef __SIZE_TYPE__ size_t;
typedef __builtin_va_list va_list;

_Bool __choose_bool(void);
void __change_errno(void);
void __unsupported(const char* text);
void __use_stream(const void* file);
int __bits_of_length(char letter, char next);
size_t __letters_of_length(char letter, char next);
void __scan_8(signed char* to, long long least, long long most);
void __scan_16(short* to, long long least, long long most);
void __scan_32(int* to, long long least, long long most);
void __scan_64(long long* to, long long least, long long most);
void __scan_float(float* to);
void __scan_double(double* to);
void __scan_string(char* to, size_t most);
void __scan_chars(char* to, size_t count);

// A width limits the number of digits, one of which may be a sign.
static void scan_number(void* to, int bits, char letter, size_t width) {
  long long base = letter == 'x' || letter == 'X' ? 16 : letter == 'o' ? 8 : 10;
  long long limit = (long long)((unsigned long long)-1 >> (64 - bits) >> 1), most = 0, least = 0;
  size_t digits = 0;
  for (; digits < width && most <= (limit - base + 1) / base; digits++) {
    least = -most;
    most = most * base + base - 1;
  }
  if (digits == 0 || digits < width) {
    most = limit;
    least = -limit - 1;
  }
  if (bits == 8) __scan_8(to, least, most);
  if (bits == 16) __scan_16(to, least, most);
  if (bits == 32) __scan_32(to, least, most);
  if (bits == 64) __scan_64(to, least, most);
}

// One value of so many letters at most; 0: any number of them.
static void scan_value(void* to, int bits, char letter, size_t width) {
  if (letter == 'd' || letter == 'i' || letter == 'u' || letter == 'x' || letter == 'X' ||
      letter == 'o')
    scan_number(to, bits, letter, width);
  else if (letter == 's' && bits == 32)
    __scan_string(to, width == 0 ? (size_t)-1 / 4 : width);
  else if (letter == 'c' && bits == 32)
    __scan_chars(to, width == 0 ? 1 : width);
  else if ((letter >= 'e' && letter <= 'g') && bits == 32)
    __scan_float(to);
  else
    __unsupported(" with this format");
}

static int scan_list(const char* format, va_list list) {
  int count = 0;
  va_list rest;
  __builtin_va_copy(rest, list);
  __builtin_va_end(list);
  __change_errno();
  for (size_t i = 0; format[i] != 0; i++) {
    _Bool is_kept = 1, is_double;
    size_t width = 0;
    char next;
    int bits;
    if (format[i] != '%') continue;
    i++;
    if (format[i] == '%') continue;
    if (format[i] == '*') {
      is_kept = 0;
      i++;
    }
    for (; format[i] >= '0' && format[i] <= '9'; i++)
      width = width * 10 + (size_t)(format[i] - '0');
    next = format[i] == 0 ? 0 : format[i + 1];
    bits = __bits_of_length(format[i], next);
    is_double = format[i] == 'l' && next >= 'e' && next <= 'g';
    i += __letters_of_length(format[i], next);
    if (__choose_bool()) return count > 0 || __choose_bool() ? count : -1;
    if (!is_kept) continue;
    if (is_double)
      __scan_double(__builtin_va_arg(rest, void*));
    else
      scan_value(__builtin_va_arg(rest, void*), bits, format[i], width);
    count++;
  }
  return count;
}

int vscanf(const char* format, va_list list) {
  return scan_list(format, list);
}

int vfscanf(void* file, const char* format, va_list list) {
  __use_stream(file);
  return scan_list(format, list);
}

// The names that GNU's headers give them.
int __isoc99_vscanf(const char* format, va_list list) {
  return scan_list(format, list);
}

int __isoc99_vfscanf(void* file, const char* format, va_list list) {
  return vfscanf(file, format, list);
}

int __isoc23_vscanf(const char* format, va_list list) {
  return scan_list(format, list);
}

int __isoc23_vfscanf(void* file, const char* format, va_list list) {
  return vfscanf(file, format, list);
}
