#include <pthread.h>

static void *nothing(void *unused) {
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, nothing, 0);
  pthread_join(first, 0);
  int between = 3;
  pthread_join(second, 0);
  return between;
}
