#include <assert.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static char inside;

static void *enters(void *unused) {
  pthread_spin_lock(&lock);
  inside++;
  assert(inside == 1);
  inside--;
  pthread_spin_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_spin_init(&lock, 0);
  pthread_create(&thread, 0, enters, 0);
  enters(0);
  pthread_join(thread, 0);
  return 0;
}
