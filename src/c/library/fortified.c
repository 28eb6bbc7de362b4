// SPDX-License-Identifier: MIT
// What GNU's headers call with _FORTIFY_SOURCE: the same as without, where invalid accesses are
// found anyway.
typedef __SIZE_TYPE__ size_t;

void *memcpy(void *to, const void *from, size_t size);
void *mempcpy(void *to, const void *from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int value, size_t size);
char *strcpy(char *to, const char *from);
char *stpcpy(char *to, const char *from);
char *strncpy(char *to, const char *from, size_t size);
char *stpncpy(char *to, const char *from, size_t size);
char *strcat(char *to, const char *from);
char *strncat(char *to, const char *from, size_t most);
void explicit_bzero(void *to, size_t size);
char *fgets(char *to, int size, void *file);
size_t fread(void *to, size_t size, size_t count, void *file);
long read(int file, void *to, size_t size);
char *getcwd(char *to, size_t size);
int gethostname(char *to, size_t size);

void *__memcpy_chk(void *to, const void *from, size_t size, size_t room) {
  return memcpy(to, from, size);
}

void *__mempcpy_chk(void *to, const void *from, size_t size, size_t room) {
  return mempcpy(to, from, size);
}

void *__memmove_chk(void *to, const void *from, size_t size, size_t room) {
  return memmove(to, from, size);
}

void *__memset_chk(void *to, int value, size_t size, size_t room) {
  return memset(to, value, size);
}

char *__strcpy_chk(char *to, const char *from, size_t room) {
  return strcpy(to, from);
}

char *__stpcpy_chk(char *to, const char *from, size_t room) {
  return stpcpy(to, from);
}

char *__strncpy_chk(char *to, const char *from, size_t size, size_t room) {
  return strncpy(to, from, size);
}

char *__stpncpy_chk(char *to, const char *from, size_t size, size_t room) {
  return stpncpy(to, from, size);
}

char *__strcat_chk(char *to, const char *from, size_t room) {
  return strcat(to, from);
}

char *__strncat_chk(char *to, const char *from, size_t most, size_t room) {
  return strncat(to, from, most);
}

void __explicit_bzero_chk(void *to, size_t size, size_t room) {
  explicit_bzero(to, size);
}

char *__fgets_chk(char *to, size_t room, int size, void *file) {
  return fgets(to, size, file);
}

size_t __fread_chk(void *to, size_t room, size_t size, size_t count, void *file) {
  return fread(to, size, count, file);
}

long __read_chk(int file, void *to, size_t size, size_t room) {
  return read(file, to, size);
}

char *__getcwd_chk(char *to, size_t size, size_t room) {
  return getcwd(to, size);
}

int __gethostname_chk(char *to, size_t size, size_t room) {
  return gethostname(to, size);
}
