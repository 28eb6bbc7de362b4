#include <stddef.h>
extern void reach_error(void);
extern int pthread_sigqueue(unsigned long, int, void *(*)(void *));
void *worker(void *p) {
  reach_error();
  return p;
}
int main(void) {
  pthread_sigqueue(0, 0, worker);
  return 0;
}
