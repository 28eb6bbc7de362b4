// SPDX-License-Identifier: MIT
// Input of stdio.h, unistd.h and stdlib.h: what is read is arbitrary, and never more than asked for.
typedef __SIZE_TYPE__ size_t;

void __assume(int condition);
void __assumption(const char *text);
_Bool __choose_bool(void);
char __choose_char(void);
int __choose_int(void);
unsigned __choose_unsigned(void);
long __choose_long(void);
long long __choose_long_long(void);
size_t __choose_size(void);

static void read_bytes(char *to, size_t size) {
  for (size_t i = 0; i < size; i++) to[i] = __choose_char();
}

char *fgets(char *to, int size, void *file) {
  int length = __choose_int();
  if (size <= 0 || __choose_bool()) return 0;
  __assume(length >= 0 && length < size && (length > 0 || size == 1));
  for (int i = 0; i < length; i++) {
    char letter = __choose_char();
    __assume(letter != '\n' || i == length - 1);
    to[i] = letter;
  }
  to[length] = 0;
  return to;
}

size_t fread(void *to, size_t size, size_t count, void *file) {
  size_t got = __choose_size();
  if (size == 0) return 0;
  __assume(got <= count);
  read_bytes(to, got * size);
  return got;
}

long read(int file, void *to, size_t size) {
  long got = __choose_long();
  __assume(got >= -1 && (got < 0 || (size_t)got <= size));
  if (got > 0) read_bytes(to, (size_t)got);
  return got;
}

// Each variable has one value during a run: there is a copy for each name in the text.
enum { longest_value = 31 };

char *getenv(const char *name) {
  static char value[longest_value + 1];
  static _Bool is_known, is_set;
  __assumption("'getenv' returns null or a string of at most 31 characters");
  if (!is_known) {
    size_t length = __choose_size();
    is_known = 1;
    is_set = __choose_bool();
    __assume(length <= longest_value);
    for (size_t i = 0; i < length; i++) {
      char letter = __choose_char();
      __assume(letter != 0);
      value[i] = letter;
    }
  }
  return is_set ? value : 0;
}

struct timespec {
  long seconds, nanoseconds;
};

int clock_gettime(int clock, struct timespec *now) {
  int result = __choose_bool() ? -1 : 0;
  if (result < 0) return result;
  now->seconds = __choose_long();
  now->nanoseconds = __choose_long();
  __assume(now->nanoseconds >= 0 && now->nanoseconds < 1000000000);
  return result;
}

int gettimeofday(struct timespec *now, void *zone) {
  now->seconds = __choose_long();
  now->nanoseconds = __choose_long();
  __assume(now->nanoseconds >= 0 && now->nanoseconds < 1000000);
  return 0;
}
