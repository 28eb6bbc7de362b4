// SPDX-License-Identifier: MIT
// string.h and strings.h. Loops count with an index, and read one character after the other, as
// the standard says: what lies behind the end of a string is not touched.
typedef __SIZE_TYPE__ size_t;
typedef unsigned char byte;

size_t __element_size(void);
void __copy_element(void *to, const void *from);
void __fill_element(void *to, int value);
_Bool __is_strict(void);
void __invalid(const char *problem);
int tolower(int character);

// Whether a copy may not overlap is asked after it was made: both areas are known to be valid then.
static void require_apart(const char *to, size_t written, const char *from, size_t read) {
  if (__is_strict() && read > 0 && ((size_t)(to - from) < read || (size_t)(from - to) < written))
    __invalid("source and destination overlap");
}

static void copy_up(char *to, const char *from, size_t size) {
  size_t i = 0;
  if (__element_size() > 1)
    for (; size - i >= __element_size(); i += __element_size()) __copy_element(to + i, from + i);
  for (; i < size; i++) to[i] = from[i];
}

static void copy_down(char *to, const char *from, size_t size) {
  size_t i = size;
  if (__element_size() > 1)
    for (; i >= __element_size() && i % __element_size() == 0;) {
      i -= __element_size();
      __copy_element(to + i, from + i);
    }
  for (; i > 0;) {
    i--;
    to[i] = from[i];
  }
}

void *memcpy(void *to, const void *from, size_t size) {
  copy_up(to, from, size);
  require_apart(to, size, from, size);
  return to;
}

void *mempcpy(void *to, const void *from, size_t size) {
  copy_up(to, from, size);
  require_apart(to, size, from, size);
  return (char *)to + size;
}

void *memmove(void *to, const void *from, size_t size) {
  if ((const char *)to <= (const char *)from)
    copy_up(to, from, size);
  else
    copy_down(to, from, size);
  return to;
}

void bcopy(const void *from, void *to, size_t size) {
  memmove(to, from, size);
}

void *memccpy(void *to, const void *from, int last, size_t size) {
  size_t i = 0;
  _Bool is_found = 0;
  for (; i < size && !is_found; i++) {
    byte copied = ((const byte *)from)[i];
    ((byte *)to)[i] = copied;
    is_found = copied == (byte)last;
  }
  require_apart(to, i, from, i);
  return is_found ? (char *)to + i : 0;
}

void *memset(void *to, int value, size_t size) {
  size_t i = 0;
  if (__element_size() > 1)
    for (; size - i >= __element_size(); i += __element_size()) __fill_element((char *)to + i, value);
  for (; i < size; i++) ((byte *)to)[i] = (byte)value;
  return to;
}

void bzero(void *to, size_t size) {
  memset(to, 0, size);
}

void explicit_bzero(void *to, size_t size) {
  memset(to, 0, size);
}

int memcmp(const void *a, const void *b, size_t size) {
  const byte *x = a, *y = b;
  for (size_t i = 0; i < size; i++)
    if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
  return 0;
}

int bcmp(const void *a, const void *b, size_t size) {
  return memcmp(a, b, size);
}

void *memchr(const void *in, int wanted, size_t size) {
  const byte *bytes = in;
  for (size_t i = 0; i < size; i++)
    if (bytes[i] == (byte)wanted) return (void *)(bytes + i);
  return 0;
}

void *memrchr(const void *in, int wanted, size_t size) {
  const byte *bytes = in;
  for (size_t i = size; i > 0; i--)
    if (bytes[i - 1] == (byte)wanted) return (void *)(bytes + (i - 1));
  return 0;
}

void *memmem(const void *in, size_t size, const void *wanted, size_t length) {
  for (size_t i = 0; length <= size && i <= size - length; i++)
    if (memcmp((const char *)in + i, wanted, length) == 0) return (char *)in + i;
  return 0;
}

size_t strlen(const char *s) {
  size_t n = 0;
  while (s[n] != 0) n++;
  return n;
}

size_t strnlen(const char *s, size_t most) {
  size_t n = 0;
  while (n < most && s[n] != 0) n++;
  return n;
}

int strcmp(const char *a, const char *b) {
  size_t i = 0;
  while (a[i] != 0 && a[i] == b[i]) i++;
  if (a[i] == b[i]) return 0;
  return (byte)a[i] < (byte)b[i] ? -1 : 1;
}

int strcoll(const char *a, const char *b) {
  return strcmp(a, b);
}

int strncmp(const char *a, const char *b, size_t most) {
  for (size_t i = 0; i < most; i++) {
    if (a[i] != b[i]) return (byte)a[i] < (byte)b[i] ? -1 : 1;
    if (a[i] == 0) return 0;
  }
  return 0;
}

int strcasecmp(const char *a, const char *b) {
  size_t i = 0;
  while (a[i] != 0 && tolower((byte)a[i]) == tolower((byte)b[i])) i++;
  return tolower((byte)a[i]) - tolower((byte)b[i]);
}

int strncasecmp(const char *a, const char *b, size_t most) {
  for (size_t i = 0; i < most; i++) {
    int difference = tolower((byte)a[i]) - tolower((byte)b[i]);
    if (difference != 0 || a[i] == 0) return difference;
  }
  return 0;
}

// If the string contains its own destination, its end is overwritten before it is read: the copy
// stops as it gets there.
static size_t copy_string(char *to, const char *from) {
  size_t i = 0, start = (size_t)(to - from);
  for (; from[i] != 0 && (!__is_strict() || i != start); i++) to[i] = from[i];
  if (__is_strict() && from[i] != 0) __invalid("source and destination overlap");
  to[i] = 0;
  require_apart(to, i + 1, from, i + 1);
  return i;
}

char *strcpy(char *to, const char *from) {
  copy_string(to, from);
  return to;
}

char *stpcpy(char *to, const char *from) {
  return to + copy_string(to, from);
}

static size_t copy_part(char *to, const char *from, size_t size) {
  size_t i = 0, length;
  for (; i < size && from[i] != 0; i++) to[i] = from[i];
  length = i;
  for (; i < size; i++) to[i] = 0;
  require_apart(to, size, from, length < size ? length + 1 : length);
  return length;
}

char *strncpy(char *to, const char *from, size_t size) {
  copy_part(to, from, size);
  return to;
}

char *stpncpy(char *to, const char *from, size_t size) {
  return to + copy_part(to, from, size);
}

char *strcat(char *to, const char *from) {
  copy_string(to + strlen(to), from);
  return to;
}

char *strncat(char *to, const char *from, size_t most) {
  size_t end = strlen(to), i = 0;
  for (; i < most && from[i] != 0; i++) to[end + i] = from[i];
  to[end + i] = 0;
  require_apart(to + end, i + 1, from, i < most ? i + 1 : i);
  return to;
}

size_t strlcpy(char *to, const char *from, size_t size) {
  size_t i = 0;
  size_t written;
  for (; i + 1 < size && from[i] != 0; i++) to[i] = from[i];
  written = size > 0 ? i + 1 : 0;
  if (size > 0) to[i] = 0;
  while (from[i] != 0) i++;
  if (written > 0) require_apart(to, written, from, i + 1);
  return i;
}

size_t strlcat(char *to, const char *from, size_t size) {
  size_t end = strnlen(to, size);
  if (end == size) return size + strlen(from);
  return end + strlcpy(to + end, from, size - end);
}

char *strchr(const char *s, int wanted) {
  size_t i = 0;
  while (s[i] != (char)wanted && s[i] != 0) i++;
  return s[i] == (char)wanted ? (char *)(s + i) : 0;
}

char *index(const char *s, int wanted) {
  return strchr(s, wanted);
}

char *strchrnul(const char *s, int wanted) {
  size_t i = 0;
  while (s[i] != (char)wanted && s[i] != 0) i++;
  return (char *)(s + i);
}

char *strrchr(const char *s, int wanted) {
  char *last = 0;
  size_t i = 0;
  for (; s[i] != 0; i++)
    if (s[i] == (char)wanted) last = (char *)(s + i);
  return (char)wanted == 0 ? (char *)(s + i) : last;
}

char *rindex(const char *s, int wanted) {
  return strrchr(s, wanted);
}

static int is_one_of(char letter, const char *set) {
  size_t i = 0;
  while (set[i] != 0 && set[i] != letter) i++;
  return set[i] != 0;
}

size_t strspn(const char *s, const char *set) {
  size_t n = 0;
  while (s[n] != 0 && is_one_of(s[n], set)) n++;
  return n;
}

size_t strcspn(const char *s, const char *set) {
  size_t n = 0;
  while (s[n] != 0 && !is_one_of(s[n], set)) n++;
  return n;
}

char *strpbrk(const char *s, const char *set) {
  size_t n = strcspn(s, set);
  return s[n] != 0 ? (char *)(s + n) : 0;
}

static int starts_with(const char *s, const char *start) {
  size_t i = 0;
  while (start[i] != 0 && s[i] == start[i]) i++;
  return start[i] == 0;
}

char *strstr(const char *s, const char *wanted) {
  size_t i = 0;
  for (;; i++) {
    if (starts_with(s + i, wanted)) return (char *)(s + i);
    if (s[i] == 0) return 0;
  }
}

char *strtok_r(char *s, const char *separators, char **rest) {
  size_t end;
  if (s == 0) s = *rest;
  if (s == 0) return 0;
  s = s + strspn(s, separators);
  if (*s == 0) {
    *rest = s;
    return 0;
  }
  end = strcspn(s, separators);
  if (s[end] != 0) {
    s[end] = 0;
    *rest = s + end + 1;
  } else {
    *rest = s + end;
  }
  return s;
}

static char *rest_of_strtok;

char *strtok(char *s, const char *separators) {
  return strtok_r(s, separators, &rest_of_strtok);
}

char *strsep(char **from, const char *separators) {
  char *s = *from;
  size_t end;
  if (s == 0) return 0;
  end = strcspn(s, separators);
  *from = s[end] != 0 ? s + end + 1 : 0;
  s[end] = 0;
  return s;
}

char *strdup(const char *s) {
  size_t size = strlen(s) + 1;
  char *made = __builtin_malloc(size);
  if (made == 0) return 0;
  copy_up(made, s, size);
  return made;
}

char *strndup(const char *s, size_t most) {
  size_t length = strnlen(s, most);
  char *made = __builtin_malloc(length + 1);
  if (made == 0) return 0;
  copy_up(made, s, length);
  made[length] = 0;
  return made;
}

// In the locale "C", a string is its own key.
size_t strxfrm(char *to, const char *from, size_t size) {
  size_t length = strlen(from);
  if (length < size) memcpy(to, from, length + 1);
  return length;
}
