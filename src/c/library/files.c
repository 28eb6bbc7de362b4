// SPDX-License-Identifier: MIT
// Functions of stdio.h, stdlib.h, string.h and unistd.h that ask the system: whether they succeed is
// arbitrary. What they store or return is arbitrary too, within its bounds.
typedef __SIZE_TYPE__ size_t;

void __assume(int condition);
void __assumption(const char *text);
void __change_errno(void);
_Bool __choose_bool(void);
char __choose_char(void);
int __choose_int(void);
unsigned __choose_unsigned(void);
long __choose_long(void);
double __choose_double(void);
size_t __choose_size(void);
void __print_nowhere(const char *s, int precision);
void __any_string(char *to, size_t length);
void *malloc(size_t size);
void *realloc(void *old, size_t size);
int *__errno_location(void);

enum { invalid = 22 };

static int succeed(void) {
  if (__choose_bool()) return 0;
  __change_errno();
  return -1;
}

static int succeed_with(const char *name) {
  __print_nowhere(name, -1);
  return succeed();
}

// Of a line, all but the last letter differ from the separator. Where the end of the file comes
// first, there is a buffer nevertheless, as in GNU libc.
static long read_line(char **line, size_t *size, int separator) {
  size_t length = __choose_size();
  if (line == 0 || size == 0) {
    *__errno_location() = invalid;
    return -1;
  }
  if (*line == 0 || *size == 0) {
    char *made = realloc(*line, 120);
    if (made == 0) return -1;
    *line = made;
    *size = 120;
  }
  if (__choose_bool()) {
    __change_errno();
    return -1;
  }
  __assume(length >= 1 && length < (size_t)-1 / 2);
  if (length + 1 > *size) {
    size_t needed = 2 * *size > length + 1 ? 2 * *size : length + 1;
    char *made = realloc(*line, needed);
    if (made == 0) return -1;
    *line = made;
    *size = needed;
  }
  for (size_t i = 0; i < length; i++) {
    char letter = __choose_char();
    __assume(letter != (char)separator || i == length - 1);
    (*line)[i] = letter;
  }
  (*line)[length] = 0;
  return (long)length;
}

long getline(char **line, size_t *size, void *file) {
  return read_line(line, size, '\n');
}

long getdelim(char **line, size_t *size, int separator, void *file) {
  return read_line(line, size, separator);
}

long __getdelim(char **line, size_t *size, int separator, void *file) {
  return read_line(line, size, separator);
}

char *gets(char *to) {
  if (__choose_bool()) return 0;
  for (size_t i = 0;; i++) {
    char letter = __choose_char();
    if (__choose_bool()) {
      to[i] = 0;
      return to;
    }
    __assume(letter != '\n');
    to[i] = letter;
  }
}

int remove(const char *name) {
  return succeed_with(name);
}

int unlink(const char *name) {
  return succeed_with(name);
}

int rmdir(const char *name) {
  return succeed_with(name);
}

int chdir(const char *name) {
  return succeed_with(name);
}

int mkdir(const char *name, unsigned mode) {
  return succeed_with(name);
}

int access(const char *name, int mode) {
  return succeed_with(name);
}

int rename(const char *from, const char *to) {
  __print_nowhere(from, -1);
  return succeed_with(to);
}

int link(const char *from, const char *to) {
  __print_nowhere(from, -1);
  return succeed_with(to);
}

int symlink(const char *from, const char *to) {
  __print_nowhere(from, -1);
  return succeed_with(to);
}

int pipe(int *ends) {
  if (succeed() < 0) return -1;
  ends[0] = __choose_int();
  ends[1] = __choose_int();
  __assume(ends[0] >= 0 && ends[1] >= 0 && ends[0] != ends[1]);
  return 0;
}

char *getcwd(char *to, size_t size) {
  size_t length = __choose_size();
  if (to == 0 && size == 0) size = 4096;
  if (size < 2 || __choose_bool()) {
    __change_errno();
    return 0;
  }
  if (to == 0) to = malloc(size);
  if (to == 0) return 0;
  __assume(length >= 1 && length < size);
  __any_string(to, length);
  __assume(to[0] == '/');
  return to;
}

int gethostname(char *to, size_t size) {
  size_t length = __choose_size();
  if (size == 0 || __choose_bool()) {
    __change_errno();
    return -1;
  }
  __assume(length < size && length <= 64);
  __any_string(to, length);
  return 0;
}

static void choose_bytes(char *to, size_t size) {
  for (size_t i = 0; i < size; i++) to[i] = __choose_char();
}

long getrandom(void *to, size_t size, unsigned flags) {
  long got = __choose_long();
  __assume(got >= -1 && (got < 0 || (size_t)got <= size));
  if (got < 0) __change_errno();
  if (got > 0) choose_bytes(to, (size_t)got);
  return got;
}

int getentropy(void *to, size_t size) {
  if (size > 256 || __choose_bool()) {
    __change_errno();
    return -1;
  }
  choose_bytes(to, size);
  return 0;
}

int rand_r(unsigned *seed) {
  int chosen = __choose_int();
  __assumption("'rand_r' returns any value from 0 to 2147483647");
  __assume(chosen >= 0);
  *seed = __choose_unsigned();
  return chosen;
}

double drand48(void) {
  double chosen = __choose_double();
  __assumption("'drand48' returns any number from 0 on that is less than 1");
  __assume(chosen >= 0.0 && chosen < 1.0);
  return chosen;
}

// Their texts are the system's.
enum { longest_message = 63 };
static char message[longest_message + 1];

static char *choose_message(void) {
  size_t length = __choose_size();
  __assume(length >= 1 && length <= longest_message);
  __any_string(message, length);
  return message;
}

char *strerror(int number) {
  __assumption("'strerror' returns any string of 1 to 63 characters");
  return choose_message();
}

char *strsignal(int number) {
  __assumption("'strsignal' returns any string of 1 to 63 characters");
  return choose_message();
}

// What programs that want POSIX's function call.
int __xpg_strerror_r(int number, char *to, size_t size) {
  size_t length = __choose_size();
  __assumption("'strerror_r' stores any string");
  if (size == 0) return 34;
  __assume(length < size);
  __any_string(to, length);
  return __choose_bool() ? 0 : 22;
}

// GNU's: it may return a text of its own.
char *strerror_r(int number, char *to, size_t size) {
  size_t length = __choose_size();
  __assumption("'strerror_r' returns any string");
  if (size == 0 || __choose_bool()) return choose_message();
  __assume(length < size);
  __any_string(to, length);
  return to;
}
