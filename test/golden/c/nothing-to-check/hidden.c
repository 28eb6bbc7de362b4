#include <stddef.h>
extern void reach_error(void);
extern int pthread_create(unsigned long *, const void *, void *(*)(void *), void *);
void *worker(void *p) {
  reach_error();
  return p;
}
int main(void) {
  unsigned long thread;
  pthread_create(&thread, NULL, worker, NULL);
  return 0;
}
