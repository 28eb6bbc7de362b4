#include <pthread.h>
int x;
void *run(void *a) { x = 1; return a; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  if (x != 1) __builtin_abort();
}
