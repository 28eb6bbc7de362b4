/* Makes plain.c follow the run that hardbop found:
 *
 *   cc -w -g -fsanitize=address,bounds -fno-sanitize-recover=all plain.c THIS-FILE -o run && ./run
 *
 * stops with an error message at the invalid access. */
/* No headers: the program may declare library functions differently. */
int dprintf(int file, const char *format, ...);
int fflush(void *file);
void exit(int status);
void _Exit(int status);

#define ERRORS 0 /* whether reach_error and failing assertions are the error */
#define QUIET __attribute__((no_instrument_function))
#define WEAK QUIET __attribute__((weak))

QUIET static void reached(void) {
  if (!ERRORS) _Exit(0);
  fflush(0);
  dprintf(1, "error reached\n");
  _Exit(10);
}

/* The program may define its own. */
WEAK void reach_error() {
  if (ERRORS) reached();
}
WEAK void __VERIFIER_error() { reached(); }
WEAK void __VERIFIER_assume(int condition) {
  if (!condition) exit(0);
}
WEAK void __CPROVER_assume(int condition) {
  if (!condition) exit(0);
}
WEAK void __CPROVER_assert(int condition, const char *text) {
  if (!condition) reached();
}
WEAK void __VERIFIER_atomic_begin() {}
WEAK void __VERIFIER_atomic_end() {}
#undef assert
WEAK void assert(int condition) {
  if (!condition) reached();
}
QUIET void __assert_fail(const char *text, const char *file, unsigned line, const char *function) {
  reached();
}

QUIET void __cyg_profile_func_enter(void *function, void *caller) {
  if (ERRORS && (function == (void *)reach_error || function == (void *)__VERIFIER_error)) reached();
}
QUIET void __cyg_profile_func_exit(void *function, void *caller) {}

QUIET static unsigned long long next(const unsigned long long *values, unsigned count, unsigned *used) {
  return *used < count ? values[(*used)++] : 0;
}

QUIET const char *__asan_default_options(void) {
  return "detect_stack_use_after_return=1:detect_leaks=0:allocator_may_return_null=1:redzone=2048";
}

WEAK _Bool __VERIFIER_nondet_bool() {
  static const unsigned long long values[] = {0};
  static unsigned used;
  return (_Bool)next(values, 0, &used);
}

WEAK signed char __VERIFIER_nondet_char() {
  static const unsigned long long values[] = {0};
  static unsigned used;
  return (signed char)next(values, 0, &used);
}

WEAK double __VERIFIER_nondet_double() {
  static const unsigned long long values[] = {0};
  static unsigned used;
  union { unsigned long long bits; double value; } out;
  out.bits = next(values, 0, &used);
  return out.value;
}

WEAK float __VERIFIER_nondet_float() {
  static const unsigned long long values[] = {0};
  static unsigned used;
  union { unsigned int bits; float value; } out;
  out.bits = next(values, 0, &used);
  return out.value;
}

WEAK signed int __VERIFIER_nondet_int() {
  static const unsigned long long values[] = {0};
  static unsigned used;
  return (signed int)next(values, 0, &used);
}

WEAK signed long long __VERIFIER_nondet_long() {
  static const unsigned long long values[] = {0};
  static unsigned used;
  return (signed long long)next(values, 0, &used);
}

WEAK void * __VERIFIER_nondet_pointer() {
  static const unsigned long long values[] = {0};
  static unsigned used;
  return (void *)(unsigned long)next(values, 0, &used);
}

WEAK signed short __VERIFIER_nondet_short() {
  static const unsigned long long values[] = {0};
  static unsigned used;
  return (signed short)next(values, 0, &used);
}

WEAK unsigned char __VERIFIER_nondet_uchar() {
  static const unsigned long long values[] = {0};
  static unsigned used;
  return (unsigned char)next(values, 0, &used);
}

WEAK unsigned int __VERIFIER_nondet_uint() {
  static const unsigned long long values[] = {0};
  static unsigned used;
  return (unsigned int)next(values, 0, &used);
}

WEAK unsigned long long __VERIFIER_nondet_ulong() {
  static const unsigned long long values[] = {0};
  static unsigned used;
  return (unsigned long long)next(values, 0, &used);
}

WEAK unsigned short __VERIFIER_nondet_ushort() {
  static const unsigned long long values[] = {0};
  static unsigned used;
  return (unsigned short)next(values, 0, &used);
}
