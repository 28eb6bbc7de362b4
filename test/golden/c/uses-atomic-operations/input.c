#include <assert.h>
#include <stdatomic.h>

static atomic_int counter = 3;
static atomic_flag busy = ATOMIC_FLAG_INIT;
static _Atomic unsigned char small = 255;

int main(void) {
  int expected = 8, old = 1, flag = 0, *pointer = &old;
  atomic_fetch_add(&counter, 5);
  assert(atomic_compare_exchange_strong(&counter, &expected, 4) && counter == 4);
  assert(!atomic_compare_exchange_weak(&counter, &expected, 9) && expected == 4);
  assert(atomic_exchange_explicit(&counter, 6, memory_order_acquire) == 4);
  counter += 2;
  small++;
  assert(atomic_load(&counter) == 8 && small == 0);
  assert(!atomic_flag_test_and_set(&busy) && atomic_flag_test_and_set(&busy));
  atomic_flag_clear(&busy);
  atomic_thread_fence(memory_order_seq_cst);
  assert(__atomic_or_fetch(&old, 6, __ATOMIC_SEQ_CST) == 7);
  assert(__sync_fetch_and_sub(&old, 2) == 7 && __sync_bool_compare_and_swap(&old, 5, 1));
  __atomic_store_n(&flag, 1, __ATOMIC_RELEASE);
  __sync_synchronize();
  assert(__atomic_load_n(&flag, __ATOMIC_ACQUIRE) == 1);
  assert(*__atomic_exchange_n(&pointer, 0, __ATOMIC_RELAXED) == 1);
#ifdef NULL_POINTER
  __atomic_store_n(pointer, 1, __ATOMIC_RELAXED);
#endif
  return 0;
}
