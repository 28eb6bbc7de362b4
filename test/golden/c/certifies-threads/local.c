#include <pthread.h>

int *shared;

void *give(void *unused) {
  int local = 1;
  shared = &local;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, give, 0);
  pthread_join(thread, 0);
  return *shared;
}
