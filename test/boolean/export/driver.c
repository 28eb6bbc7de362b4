/* SPDX-License-Identifier: MIT
 * Runs an exported program with all sequences of choices, as far as that is possible: depth
 * first, each run at most so many choices and blocks of code long; then with random ones. Compiled
 * with -Dmain=program_main for the program and with -fsanitize-coverage=trace-pc, whose hook
 * counts blocks, so that programs that loop for ever can be stopped.
 *
 * Prints "reached", "complete" (all runs were tried, and none reached an error), or "open". */
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>

enum { MAX_CHOICES = 400, MAX_BLOCKS = 4000, MAX_RUNS = 20000, MAX_RANDOM = 20000 };

int program_main(void);

static jmp_buf end;
enum { RETURNED, ABORTED, REACHED, CUT };

static unsigned char choices[MAX_CHOICES];
static int given;  /* how many of them the run must follow */
static int made;
static int blocks;
static int is_random;
static uint64_t state = 88172645463325252u;

void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void) {
  if (++blocks > MAX_BLOCKS) longjmp(end, CUT);
}

void abort(void) { longjmp(end, ABORTED); }

void __assert_fail(const char *what, const char *file, unsigned line, const char *function) {
  (void)what, (void)file, (void)line, (void)function;
  longjmp(end, REACHED);
}

_Bool __VERIFIER_nondet_bool(void);
_Bool __VERIFIER_nondet_bool(void) {
  if (is_random) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return state >> 40 & 1;
  }
  if (made == MAX_CHOICES) longjmp(end, CUT);
  if (made >= given) choices[made] = 0;
  return choices[made++];
}

static int run(void) {
  made = blocks = 0;
  const int how = setjmp(end);
  if (how == 0) program_main();
  return how;
}

int main(void) {
  _Bool is_complete = 1;
  for (int runs = 0;; ++runs) {
    const int how = runs == MAX_RUNS ? CUT : run();
    if (how == REACHED) return puts("reached"), 0;
    if (how == CUT) is_complete = 0;
    if (runs == MAX_RUNS) break;
    while (made > 0 && choices[made - 1] == 1) --made;
    if (made == 0) break;
    choices[made - 1] = 1;
    given = made;
  }
  if (is_complete) return puts("complete"), 0;
  is_random = 1;
  for (int runs = 0; runs < MAX_RANDOM; ++runs)
    if (run() == REACHED) return puts("reached"), 0;
  return puts("open"), 0;
}
