// SPDX-License-Identifier: MIT
// Functions that the translator follows without a model, for calls through pointers: what `f` is
// then is `__pointer_f`.
typedef __SIZE_TYPE__ size_t;

void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *old, size_t size);
void free(void *memory);
int abs(int x);
long labs(long x);
int rand(void);
int puts(const char *s);
int putchar(int character);
int getchar(void);
int tolower(int character);
int toupper(int character);
int isalnum(int character);
int isalpha(int character);
int isblank(int character);
int iscntrl(int character);
int isdigit(int character);
int isgraph(int character);
int islower(int character);
int isprint(int character);
int ispunct(int character);
int isspace(int character);
int isupper(int character);
int isxdigit(int character);

void *__pointer_malloc(size_t size) {
  return malloc(size);
}

void *__pointer_calloc(size_t count, size_t size) {
  return calloc(count, size);
}

void *__pointer_realloc(void *old, size_t size) {
  return realloc(old, size);
}

void __pointer_free(void *memory) {
  free(memory);
}

int __pointer_abs(int x) {
  return abs(x);
}

long __pointer_labs(long x) {
  return labs(x);
}

int __pointer_rand(void) {
  return rand();
}

int __pointer_puts(const char *s) {
  return puts(s);
}

int __pointer_putchar(int character) {
  return putchar(character);
}

int __pointer_getchar(void) {
  return getchar();
}

int __pointer_tolower(int character) {
  return tolower(character);
}

int __pointer_toupper(int character) {
  return toupper(character);
}

int __pointer_isalnum(int character) {
  return isalnum(character);
}

int __pointer_isalpha(int character) {
  return isalpha(character);
}

int __pointer_isblank(int character) {
  return isblank(character);
}

int __pointer_iscntrl(int character) {
  return iscntrl(character);
}

int __pointer_isdigit(int character) {
  return isdigit(character);
}

int __pointer_isgraph(int character) {
  return isgraph(character);
}

int __pointer_islower(int character) {
  return islower(character);
}

int __pointer_isprint(int character) {
  return isprint(character);
}

int __pointer_ispunct(int character) {
  return ispunct(character);
}

int __pointer_isspace(int character) {
  return isspace(character);
}

int __pointer_isupper(int character) {
  return isupper(character);
}

int __pointer_isxdigit(int character) {
  return isxdigit(character);
}
