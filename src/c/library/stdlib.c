// SPDX-License-Identifier: MIT
// stdlib.h. Sorting is done by insertion, which is short and keeps the order of equal elements.
typedef __SIZE_TYPE__ size_t;

size_t __element_size(void);
void __swap_elements(void *a, void *b);
void __assumption(const char *text);
int *__errno_location(void);
_Bool __is_space(char letter);
unsigned __digit_of(char letter);

enum { out_of_range = 34, invalid = 22 };

typedef int compare_function(const void *, const void *);
typedef int compare_in_context(const void *, const void *, void *);

static void swap(char *a, char *b, size_t size) {
  if (__element_size() > 1 && __element_size() == size) {
    __swap_elements(a, b);
    return;
  }
  for (size_t i = 0; i < size; i++) {
    char kept = a[i];
    a[i] = b[i];
    b[i] = kept;
  }
}

void qsort(void *base, size_t count, size_t size, compare_function *compare) {
  __assumption("'qsort' keeps the order of elements that compare equal");
  for (size_t i = 1; i < count; i++)
    for (size_t j = i; j > 0; j--) {
      char *low = (char *)base + (j - 1) * size, *high = (char *)base + j * size;
      if (compare(low, high) <= 0) break;
      swap(low, high, size);
    }
}

void qsort_r(void *base, size_t count, size_t size, compare_in_context *compare, void *context) {
  __assumption("'qsort_r' keeps the order of elements that compare equal");
  for (size_t i = 1; i < count; i++)
    for (size_t j = i; j > 0; j--) {
      char *low = (char *)base + (j - 1) * size, *high = (char *)base + j * size;
      if (compare(low, high, context) <= 0) break;
      swap(low, high, size);
    }
}

void *bsearch(const void *key, const void *base, size_t count, size_t size,
              compare_function *compare) {
  size_t from = 0, to = count;
  while (from < to) {
    size_t middle = (from + to) / 2;
    const char *at = (const char *)base + middle * size;
    int order = compare(key, at);
    if (order == 0) return (void *)at;
    if (order < 0)
      to = middle;
    else
      from = middle + 1;
  }
  return 0;
}

// A number as it is written: its sign, its value unless that is too large, and where it ends.
struct number {
  unsigned long long value;
  _Bool is_negative, is_too_large;
};

static struct number read_number(const char *s, char **end, int base, unsigned long long most) {
  struct number out = {0, 0, 0};
  size_t i = 0, digits = 0;
  unsigned long long cut;
  unsigned rest;
  if (base != 0 && (base < 2 || base > 36)) {
    *__errno_location() = invalid;
    if (end != 0) *end = (char *)s;
    return out;
  }
  while (__is_space(s[i])) i++;
  if (s[i] == '-' || s[i] == '+') {
    out.is_negative = s[i] == '-';
    i++;
  }
  if ((base == 0 || base == 16) && s[i] == '0' && (s[i + 1] == 'x' || s[i + 1] == 'X') &&
      __digit_of(s[i + 2]) < 16) {
    i += 2;
    base = 16;
  }
  if (base == 0) base = s[i] == '0' ? 8 : 10;
  cut = most / (unsigned)base;
  rest = (unsigned)(most % (unsigned)base);
  for (; __digit_of(s[i]) < (unsigned)base; i++) {
    unsigned digit = __digit_of(s[i]);
    if (out.is_too_large || out.value > cut || (out.value == cut && digit > rest))
      out.is_too_large = 1;
    else
      out.value = out.value * (unsigned)base + digit;
    digits++;
  }
  if (end != 0) *end = (char *)(digits == 0 ? s : s + i);
  return out;
}

static long long read_signed(const char *s, char **end, int base, long long most) {
  struct number read = read_number(s, end, base, (unsigned long long)most + 1);
  unsigned long long limit = (unsigned long long)most + read.is_negative;
  if (read.is_too_large || read.value > limit) {
    *__errno_location() = out_of_range;
    return read.is_negative ? -most - 1 : most;
  }
  return (long long)(read.is_negative ? 0 - read.value : read.value);
}

static unsigned long long read_unsigned(const char *s, char **end, int base,
                                        unsigned long long most) {
  struct number read = read_number(s, end, base, most);
  if (read.is_too_large) {
    *__errno_location() = out_of_range;
    return most;
  }
  return read.is_negative ? (0 - read.value) & most : read.value;
}

long strtol(const char *s, char **end, int base) {
  return (long)read_signed(s, end, base, __LONG_MAX__);
}

long long strtoll(const char *s, char **end, int base) {
  return read_signed(s, end, base, __LONG_LONG_MAX__);
}

__INTMAX_TYPE__ strtoimax(const char *s, char **end, int base) {
  return read_signed(s, end, base, __LONG_LONG_MAX__);
}

unsigned long strtoul(const char *s, char **end, int base) {
  return (unsigned long)read_unsigned(s, end, base, (unsigned long)-1);
}

unsigned long long strtoull(const char *s, char **end, int base) {
  return read_unsigned(s, end, base, (unsigned long long)-1);
}

__UINTMAX_TYPE__ strtoumax(const char *s, char **end, int base) {
  return read_unsigned(s, end, base, (unsigned long long)-1);
}

int atoi(const char *s) {
  return (int)read_signed(s, 0, 10, __LONG_MAX__);
}

long atol(const char *s) {
  return (long)read_signed(s, 0, 10, __LONG_MAX__);
}

long long atoll(const char *s) {
  return read_signed(s, 0, 10, __LONG_LONG_MAX__);
}

// As their macros in headers need them, and through pointers.
typedef struct {
  int quot, rem;
} div_t;
typedef struct {
  long quot, rem;
} ldiv_t;
typedef struct {
  long long quot, rem;
} lldiv_t;

div_t div(int a, int b) {
  div_t out = {a / b, a % b};
  return out;
}

ldiv_t ldiv(long a, long b) {
  ldiv_t out = {a / b, a % b};
  return out;
}

lldiv_t lldiv(long long a, long long b) {
  lldiv_t out = {a / b, a % b};
  return out;
}
