#include <assert.h>
#include <pthread.h>

static pthread_t never;
static char depth;

static int recurses(int n) {
  return n == 0 ? 0 : 1 + recurses(n - 1);
}

static void *work(void *unused) {
  depth = recurses(9);
  return unused;
}

static void *joins_main(void *main) {
  pthread_join((pthread_t)main, 0);
  assert(depth == 1);
  return 0;
}

int main(void) {
  pthread_t thread;
#ifdef NEVER
  pthread_join(never, 0);
#endif
#ifdef NULL_FUNCTION
  pthread_create(&thread, 0, 0, 0);
#endif
#ifdef DEEP
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  assert(depth == 9);
#endif
#ifdef MAIN
  pthread_create(&thread, 0, joins_main, (void *)pthread_self());
  depth = 1;
  pthread_exit(0);
#endif
  return 0;
}
