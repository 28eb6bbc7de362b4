// SPDX-License-Identifier: MIT
// Input and output of stdio.h, unistd.h and stdlib.h: what is read is arbitrary, and never more than
// asked for. What is written must be there, for its whole length: its first and its last byte are
// read, and so is what a stream points to. A stream is allocated as it is opened, and freed as it is
// closed. The standard streams are objects of the translator's, so it is noted which were closed.
typedef __SIZE_TYPE__ size_t;

void __assume(int condition);
void __print_nowhere(const char *s, int precision);
void __print_nowhere_or_null(const char *s);
void __any_string(char *to, size_t length);
void __assumption(const char *text);
_Bool __choose_bool(void);
char __choose_char(void);
int __choose_int(void);
long __choose_long(void);
size_t __choose_size(void);
void __change_errno(void);
void __invalid(const char *problem);
void *__standard_stream(int number);
void __end_stream(void *file);

static unsigned char closed;  // standard streams, a bit each

static unsigned char bit_of(const void *file) {
  if (file == __standard_stream(0)) return 1;
  if (file == __standard_stream(1)) return 2;
  return file == __standard_stream(2) ? 4 : 0;
}

void __use_stream(const void *file) {
  char first = *(const char *)file;
  if (closed != 0 && (closed & bit_of(file)) != 0) __invalid("use of a stream after it was closed");
}

void __use_stream_or_null(const void *file) {
  if (file != 0) __use_stream(file);
}

void __close_stream(void *file) {
  unsigned char bit = 0;
  __use_stream(file);
  bit = bit_of(file);
  closed = (unsigned char)(closed | bit);
  if (bit == 0) __end_stream(file);
}

void *freopen(const char *name, const char *mode, void *file) {
  __use_stream(file);
  __print_nowhere_or_null(name);
  __print_nowhere(mode, -1);
  __change_errno();
  if (__choose_bool()) return file;
  __close_stream(file);
  return 0;
}

static void require_valid(const char *from, size_t size) {
  char read = 0;
  if (size == 0) return;
  read = from[0];
  read = from[size - 1];
}

// What the stream keeps in the buffer is not followed.
int setvbuf(void *file, char *buffer, int mode, size_t size) {
  int result = __choose_int();
  __use_stream(file);
  if (buffer != 0) require_valid(buffer, size);
  __assumption("a buffer that 'setvbuf' or 'setbuf' gives to a stream is used by the stream alone");
  return result;
}

enum { usual_buffer = 8192 };

void setbuf(void *file, char *buffer) {
  setvbuf(file, buffer, 0, usual_buffer);
}

size_t fwrite(const void *from, size_t size, size_t count, void *file) {
  size_t total = 0, done = __choose_size();
  __use_stream(file);
  if (__builtin_mul_overflow(size, count, &total)) total = (size_t)-1 / 2;
  require_valid(from, total);
  __change_errno();
  __assume(done <= count && (size > 0 || done == 0));
  return done;
}

long write(int file, const void *from, size_t size) {
  long done = __choose_long();
  require_valid(from, size);
  __change_errno();
  __assume(done >= -1 && (done < 0 || (size_t)done <= size));
  return done;
}

static void read_bytes(char *to, size_t size) {
  require_valid(to, size);
  for (size_t i = 0; i < size; i++) to[i] = __choose_char();
}

char *fgets(char *to, int size, void *file) {
  int length = __choose_int();
  __use_stream(file);
  __change_errno();
  if (size <= 0 || __choose_bool()) return 0;
  __assume(length >= 0 && length < size && (length > 0 || size == 1));
  require_valid(to, (size_t)length + 1);
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
  __use_stream(file);
  __change_errno();
  if (size == 0) return 0;
  __assume(got <= count);
  read_bytes(to, got * size);
  return got;
}

long read(int file, void *to, size_t size) {
  long got = __choose_long();
  __change_errno();
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
    __any_string(value, length);
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
