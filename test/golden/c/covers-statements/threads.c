#include <pthread.h>
static int flag;
static void *work(void *unused) {
  flag = 1;
  if (flag == 2)
    flag = 3;
  return 0;
}
int main(void) {
  pthread_t one;
  pthread_create(&one, 0, work, 0);
  if (flag == 1)
    flag = 5;
  pthread_join(one, 0);
  return flag;
}
