// SPDX-License-Identifier: MIT
// Preloaded, it makes one call of the system fail: HARDBOP_FAULT=KIND:N[:HOW] says which.
//
//   malloc:N         the N-th allocation finds no memory; mallocs:N, and none after it
//   write:N:HOW      the N-th write fails with the error HOW, a number, or with HOW = short or
//   read:N:HOW       signal, moves half of the bytes, or is interrupted
//   open:N:HOW, close:N:HOW, rename:N:HOW, fork:N:HOW, socketpair:N:HOW, mmap:N:HOW
//   clock:N:HOW      from the N-th look on, clocks are HOW seconds ahead
//
// A process goes on counting where it was forked. When it happens, an empty file appears under
// the name HARDBOP_FAULT_MARK.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

extern void* __libc_malloc(size_t);
extern void* __libc_calloc(size_t, size_t);
extern void* __libc_realloc(void*, size_t);
extern void* __libc_memalign(size_t, size_t);

static const char* kind = "";
static long wanted = -1;
static const char* how = "";
static long calls = 0;

__attribute__((constructor)) static void read_plan(void) {
  static char plan[100];
  const char* const text = getenv("HARDBOP_FAULT");
  if (text == NULL || strlen(text) >= sizeof plan) return;
  strcpy(plan, text);
  char* const number = strchr(plan, ':');
  if (number == NULL) return;
  *number = '\0';
  kind = plan;
  char* end = NULL;
  wanted = strtol(number + 1, &end, 10);
  if (*end == ':') how = end + 1;
}

static void leave_mark(void) {
  const char* const mark = getenv("HARDBOP_FAULT_MARK");
  if (mark == NULL) return;
  const long file = syscall(SYS_openat, AT_FDCWD, mark, O_CREAT | O_WRONLY, 0644);
  if (file >= 0) syscall(SYS_close, file);
}

/// Whether this call is the one; allocations and clocks are used by several threads.
static int is_time(const char* name) {
  if (wanted < 0 || strcmp(kind, name) != 0) return 0;
  const long call = __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST);
  if (call == wanted) leave_mark();
  return call == wanted;
}

static int fails_with_error(const char* name) {
  if (!is_time(name)) return 0;
  errno = atoi(how);
  return 1;
}

static int finds_no_memory(void) {
  if (!is_time("malloc") && !is_time("mallocs") &&
      !(strcmp(kind, "mallocs") == 0 && wanted >= 0 && calls > wanted))
    return 0;
  errno = ENOMEM;
  return 1;
}

void* malloc(size_t size) {
  return finds_no_memory() ? NULL : __libc_malloc(size);
}
void* calloc(size_t count, size_t size) {
  return finds_no_memory() ? NULL : __libc_calloc(count, size);
}
void* realloc(void* old, size_t size) {
  return finds_no_memory() ? NULL : __libc_realloc(old, size);
}
void* aligned_alloc(size_t alignment, size_t size) {
  return finds_no_memory() ? NULL : __libc_memalign(alignment, size);
}
int posix_memalign(void** place, size_t alignment, size_t size) {
  if (finds_no_memory()) return ENOMEM;
  *place = __libc_memalign(alignment, size);
  return *place == NULL ? ENOMEM : 0;
}

/// What is left of a transfer of `size` bytes; -1 if it fails.
static ssize_t size_of(const char* name, size_t size) {
  if (!is_time(name)) return (ssize_t)size;
  if (strcmp(how, "short") == 0) return (ssize_t)(size < 2 ? size : size / 2);
  errno = strcmp(how, "signal") == 0 ? EINTR : atoi(how);
  return -1;
}

ssize_t write(int file, const void* bytes, size_t size) {
  const ssize_t part = size_of("write", size);
  return part < 0 ? -1 : syscall(SYS_write, file, bytes, (size_t)part);
}
ssize_t writev(int file, const struct iovec* parts, int count) {
  if (size_of("write", 1) < 0) return -1;
  return syscall(SYS_writev, file, parts, count);
}
ssize_t read(int file, void* bytes, size_t size) {
  const ssize_t part = size_of("read", size);
  return part < 0 ? -1 : syscall(SYS_read, file, bytes, (size_t)part);
}

static int open_it(int folder, const char* path, int flags, int mode) {
  if (fails_with_error("open")) return -1;
  return (int)syscall(SYS_openat, folder, path, flags, mode);
}
int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const int mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, int) : 0;
  va_end(rest);
  return open_it(AT_FDCWD, path, flags, mode);
}
int open64(const char* path, int flags, ...) __attribute__((alias("open")));
int mkstemp(char* path) {
  static int (*real)(char*) = NULL;
  if (real == NULL) real = (int (*)(char*))dlsym(RTLD_NEXT, "mkstemp");
  return fails_with_error("open") ? -1 : real(path);
}
int mkstemp64(char* path) __attribute__((alias("mkstemp")));

int close(int file) {
  const int fails = fails_with_error("close");
  const long result = syscall(SYS_close, file);
  return fails ? -1 : (int)result;
}
int rename(const char* from, const char* to) {
  return fails_with_error("rename") ? -1 : (int)syscall(SYS_rename, from, to);
}
pid_t fork(void) {
  static pid_t (*real)(void) = NULL;
  if (real == NULL) real = (pid_t(*)(void))dlsym(RTLD_NEXT, "fork");
  return fails_with_error("fork") ? -1 : real();
}
int socketpair(int domain, int type, int protocol, int sockets[2]) {
  if (fails_with_error("socketpair")) return -1;
  return (int)syscall(SYS_socketpair, domain, type, protocol, sockets);
}
void* mmap(void* at, size_t size, int protection, int flags, int file, off_t offset) {
  if (fails_with_error("mmap")) return MAP_FAILED;
  return (void*)syscall(SYS_mmap, at, size, protection, flags, file, offset);
}
void* mmap64(void*, size_t, int, int, int, off_t) __attribute__((alias("mmap")));

int clock_gettime(clockid_t clock, struct timespec* now) {
  const int result = (int)syscall(SYS_clock_gettime, clock, now);
  if (strcmp(kind, "clock") != 0) return result;
  is_time("clock");
  if (calls >= wanted) now->tv_sec += atol(how);
  return result;
}
