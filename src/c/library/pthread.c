// SPDX-License-Identifier: MIT
// pthread.h and semaphore.h. A mutex has its owner's number plus one in its first byte, how often
// it is locked again in the next one, and its kind where GNU libc has that; what PTHREAD_…_INITIALIZER
// says is so right. Waiting for a condition may end at any time, so signals need no meaning unless
// deadlocks are looked for. A mutex that was destroyed belongs to nobody who could unlock it.
typedef __SIZE_TYPE__ size_t;

int __thread_create(void *(*start)(void *), void *argument);
void *__thread_join(unsigned long thread);
void __thread_end(void *result);
int __thread_self(void);
void __thread_await(int condition);
void __thread_begin_atomic(void);
void __thread_end_atomic(void);
void __assumption(const char *text);
void __assume(int condition);
void __unsupported(const char *what);
_Bool __choose_bool(void);

// Parameters themselves: what a caller passes is known then where it is used.
#define MUTEX ((unsigned char *)mutex)
#define LOCK ((unsigned char *)lock)
#define SPIN (*(int *)lock)  // to read what is volatile is a step of its own
#define BARRIER ((unsigned char *)barrier)
#define SEMAPHORE (*(unsigned *)semaphore)
#define KIND (sizeof(void *) == 8 ? 16 : 12)
enum { recursive = 1, checking = 2 };
enum { not_permitted = 1, again = 11, busy = 16, invalid = 22, deadlocks = 35, timed_out = 110 };
enum { destroyed = 255, most_keys = 8, rounds_of_destructors = 2 };
enum { main_thread = 65535 };  // a number that no variable has by chance

int pthread_create(unsigned long *thread, const void *attributes, void *(*start)(void *),
                   void *argument) {
  int number;
  __assumption("threads can always be created");
  number = __thread_create(start, argument);
  *thread = number;
  return 0;
}

int pthread_join(unsigned long thread, void **result) {
  void *value = __thread_join(thread);
  if (result) *result = value;
  return 0;
}

void pthread_exit(void *result) {
  __thread_end(result);
}

unsigned long pthread_self(void) {
  const int me = __thread_self();
  return me ? me : main_thread;
}

int pthread_equal(unsigned long a, unsigned long b) {
  return a == b;
}

int pthread_detach(unsigned long thread) {
  return 0;
}

int pthread_attr_init(void *attributes) {
  return 0;
}

int pthread_attr_destroy(void *attributes) {
  return 0;
}

int pthread_attr_setdetachstate(void *attributes, int state) {
  return 0;
}

int pthread_mutexattr_init(void *attributes) {
  *(unsigned char *)attributes = 0;
  return 0;
}

int pthread_mutexattr_destroy(void *attributes) {
  return 0;
}

int pthread_mutexattr_settype(void *attributes, int kind) {
  if (kind < 0 || kind > 3) return invalid;
  *(unsigned char *)attributes = kind;
  return 0;
}

int pthread_mutex_init(void *mutex, const void *attributes) {
  MUTEX[0] = 0;
  MUTEX[1] = 0;
  MUTEX[KIND] = 0;
  if (attributes) MUTEX[KIND] = *(const unsigned char *)attributes;
  return 0;
}

int pthread_mutex_destroy(void *mutex) {
  MUTEX[0] = destroyed;
  return 0;
}

int pthread_mutex_lock(void *mutex) {
  const int me = __thread_self() + 1;
  if (MUTEX[KIND] == recursive && MUTEX[0] == me) {
    MUTEX[1]++;
    return 0;
  }
  if (MUTEX[KIND] == checking && MUTEX[0] == me) return deadlocks;
  __thread_await(MUTEX[0] == 0);
  MUTEX[0] = me;
  __thread_end_atomic();
  return 0;
}

int pthread_mutex_trylock(void *mutex) {
  const int me = __thread_self() + 1;
  int result = 0;
  __thread_begin_atomic();
  if (MUTEX[0] == 0)
    MUTEX[0] = me;
  else if (MUTEX[KIND] == recursive && MUTEX[0] == me)
    MUTEX[1]++;
  else
    result = busy;
  __thread_end_atomic();
  return result;
}

int pthread_mutex_timedlock(void *mutex, const void *until) {
  if (__choose_bool()) return timed_out;
  return pthread_mutex_lock(mutex);
}

int pthread_mutex_unlock(void *mutex) {
  const int me = __thread_self() + 1;
  if (MUTEX[KIND] == checking && MUTEX[0] != me) return not_permitted;
  if (MUTEX[KIND] == recursive && MUTEX[0] != me) return not_permitted;
  if (MUTEX[KIND] == recursive && MUTEX[1]) {
    MUTEX[1]--;
    return 0;
  }
  __thread_begin_atomic();
  MUTEX[0] = 0;
  __thread_end_atomic();
  return 0;
}

int pthread_spin_init(volatile int *lock, int shared) {
  SPIN = 0;
  return 0;
}

int pthread_spin_destroy(volatile int *lock) {
  return 0;
}

int pthread_spin_lock(volatile int *lock) {
  __thread_await(SPIN == 0);
  SPIN = 1;
  __thread_end_atomic();
  return 0;
}

int pthread_spin_trylock(volatile int *lock) {
  int result = busy;
  __thread_begin_atomic();
  if (SPIN == 0) {
    SPIN = 1;
    result = 0;
  }
  __thread_end_atomic();
  return result;
}

int pthread_spin_unlock(volatile int *lock) {
  __thread_begin_atomic();
  SPIN = 0;
  __thread_end_atomic();
  return 0;
}

// A lock for readers and writers: how many read, and whether one writes.
int pthread_rwlock_init(void *lock, const void *attributes) {
  LOCK[0] = 0;
  LOCK[1] = 0;
  return 0;
}

int pthread_rwlock_destroy(void *lock) {
  LOCK[1] = destroyed;
  return 0;
}

int pthread_rwlock_rdlock(void *lock) {
  __thread_await(LOCK[1] == 0);
  LOCK[0]++;
  __thread_end_atomic();
  return 0;
}

int pthread_rwlock_wrlock(void *lock) {
  __thread_await((LOCK[0] | LOCK[1]) == 0);
  LOCK[1] = 1;
  __thread_end_atomic();
  return 0;
}

int pthread_rwlock_tryrdlock(void *lock) {
  int result = busy;
  __thread_begin_atomic();
  if (LOCK[1] == 0) {
    LOCK[0]++;
    result = 0;
  }
  __thread_end_atomic();
  return result;
}

int pthread_rwlock_trywrlock(void *lock) {
  int result = busy;
  __thread_begin_atomic();
  if ((LOCK[0] | LOCK[1]) == 0) {
    LOCK[1] = 1;
    result = 0;
  }
  __thread_end_atomic();
  return result;
}

int pthread_rwlock_unlock(void *lock) {
  __thread_begin_atomic();
  if (LOCK[1])
    LOCK[1] = 0;
  else
    LOCK[0]--;
  __thread_end_atomic();
  return 0;
}

#ifdef FINDS_DEADLOCKS
// A condition variable has a bit for each thread that waits. A wait may still end at any time, but who
// relies on that may wait for ever: it is chosen when a wait begins whether it needs a signal.
#define WAITING (*(unsigned char *)condition)
enum { most_waiting = 8 };

static void wait(void *condition, void *mutex, int may_end) {
  const int number = __thread_self();
  unsigned char me, ended_by;
  if (number >= most_waiting) __unsupported(", by so many threads");
  me = 1 << number;
  ended_by = may_end ? 0 : me;
  __thread_begin_atomic();
  WAITING |= me;
  pthread_mutex_unlock(mutex);
  __thread_end_atomic();
  __thread_await((MUTEX[0] | (WAITING & ended_by)) == 0);
  WAITING &= ~me;
  MUTEX[0] = number + 1;
  __thread_end_atomic();
}

int pthread_cond_init(void *condition, const void *attributes) {
  WAITING = 0;
  return 0;
}

int pthread_cond_wait(void *condition, void *mutex) {
  wait(condition, mutex, __choose_bool());
  return 0;
}

int pthread_cond_timedwait(void *condition, void *mutex, const void *until) {
  wait(condition, mutex, 1);
  return __choose_bool() ? timed_out : 0;
}

int pthread_cond_signal(void *condition) {
  unsigned char one, others;
  __thread_begin_atomic();
  one = WAITING;
  while ((others = one & (one - 1)) && __choose_bool()) one = others;
  one ^= others;
  WAITING &= ~one;
  __thread_end_atomic();
  return 0;
}

int pthread_cond_broadcast(void *condition) {
  __thread_begin_atomic();
  WAITING = 0;
  __thread_end_atomic();
  return 0;
}
#else
int pthread_cond_init(void *condition, const void *attributes) {
  return 0;
}

int pthread_cond_wait(void *condition, void *mutex) {
  pthread_mutex_unlock(mutex);
  return pthread_mutex_lock(mutex);
}

int pthread_cond_timedwait(void *condition, void *mutex, const void *until) {
  pthread_mutex_unlock(mutex);
  pthread_mutex_lock(mutex);
  return __choose_bool() ? timed_out : 0;
}

int pthread_cond_signal(void *condition) {
  return 0;
}

int pthread_cond_broadcast(void *condition) {
  return 0;
}
#endif

int pthread_cond_destroy(void *condition) {
  return 0;
}

// A barrier: how many are waited for, how many are there, and how often it has opened.
int pthread_barrier_init(void *barrier, const void *attributes, unsigned count) {
  if (count == 0) return invalid;
  if (count > 255) __unsupported(", for so many threads");
  BARRIER[0] = count;
  BARRIER[1] = 0;
  BARRIER[2] = 0;
  return 0;
}

int pthread_barrier_destroy(void *barrier) {
  return 0;
}

int pthread_barrier_wait(void *barrier) {
  unsigned char round;
  __thread_begin_atomic();
  round = BARRIER[2];
  BARRIER[1]++;
  if (BARRIER[1] == BARRIER[0]) {
    BARRIER[1] = 0;
    BARRIER[2]++;
    __thread_end_atomic();
    return -1;
  }
  __thread_end_atomic();
  __thread_await(BARRIER[2] != round);
  __thread_end_atomic();
  return 0;
}

int pthread_once(int *once, void (*initialise)(void)) {
  int is_first;
  __thread_begin_atomic();
  is_first = *once == 0;
  if (is_first) *once = 1;
  __thread_end_atomic();
  if (is_first) {
    initialise();
    __thread_begin_atomic();
    *once = 2;
    __thread_end_atomic();
  } else {
    __thread_await(*once == 2);
    __thread_end_atomic();
  }
  return 0;
}

int sem_init(void *semaphore, int shared, unsigned value) {
  SEMAPHORE = value;
  return 0;
}

int sem_destroy(void *semaphore) {
  return 0;
}

int sem_wait(void *semaphore) {
  __thread_await(SEMAPHORE != 0);
  --SEMAPHORE;
  __thread_end_atomic();
  return 0;
}

int sem_trywait(void *semaphore) {
  int result = -1;
  __thread_begin_atomic();
  if (SEMAPHORE != 0) {
    --SEMAPHORE;
    result = 0;
  }
  __thread_end_atomic();
  return result;
}

int sem_timedwait(void *semaphore, const void *until) {
  if (__choose_bool()) return -1;
  return sem_wait(semaphore);
}

int sem_post(void *semaphore) {
  __thread_begin_atomic();
  ++SEMAPHORE;
  __thread_end_atomic();
  return 0;
}

int sem_getvalue(void *semaphore, int *value) {
  *value = SEMAPHORE;
  return 0;
}

// Keys: what each thread has stored by them.
static _Thread_local void *values[most_keys];
static void (*destructors[most_keys])(void *);
static unsigned char keys;

int pthread_key_create(unsigned *key, void (*destructor)(void *)) {
  int number;
  __thread_begin_atomic();
  number = keys;
  if (number < most_keys) keys++;
  __thread_end_atomic();
  if (number == most_keys) __unsupported(", of so many keys");
  destructors[number] = destructor;
  *key = number;
  return 0;
}

int pthread_key_delete(unsigned key) {
  destructors[key] = 0;
  return 0;
}

int pthread_setspecific(unsigned key, const void *value) {
  values[key] = (void *)value;
  return 0;
}

void *pthread_getspecific(unsigned key) {
  return values[key];
}

void __run_destructors(void) {
  int round, i;
  for (round = 0; round < rounds_of_destructors; ++round)
    for (i = 0; i < keys; ++i) {
      void *value = values[i];
      if (value == 0 || destructors[i] == 0) continue;
      values[i] = 0;
      destructors[i](value);
    }
}

// C11
enum { success = 0, thread_busy = 1, error = 2 };

int thrd_create(unsigned long *thread, int (*start)(void *), void *argument) {
  int number;
  __assumption("threads can always be created");
  number = __thread_create((void *(*)(void *))start, argument);
  *thread = number;
  return success;
}

int thrd_join(unsigned long thread, int *result) {
  void *value = __thread_join(thread);
  if (result) *result = (int)(long)value;
  return success;
}

void thrd_exit(int result) {
  __thread_end((void *)(long)result);
}

unsigned long thrd_current(void) {
  return pthread_self();
}

int thrd_equal(unsigned long a, unsigned long b) {
  return a == b;
}

int thrd_detach(unsigned long thread) {
  return success;
}

void thrd_yield(void) {
}

int mtx_init(void *mutex, int type) {
  MUTEX[0] = 0;
  MUTEX[1] = 0;
  MUTEX[KIND] = type & 1;
  return success;
}

void mtx_destroy(void *mutex) {
  pthread_mutex_destroy(mutex);
}

int mtx_lock(void *mutex) {
  return pthread_mutex_lock(mutex);
}

int mtx_trylock(void *mutex) {
  return pthread_mutex_trylock(mutex) == 0 ? success : thread_busy;
}

int mtx_unlock(void *mutex) {
  return pthread_mutex_unlock(mutex);
}

int cnd_init(void *condition) {
  pthread_cond_init(condition, 0);
  return success;
}

void cnd_destroy(void *condition) {
}

int cnd_wait(void *condition, void *mutex) {
  pthread_cond_wait(condition, mutex);
  return success;
}

int cnd_signal(void *condition) {
  pthread_cond_signal(condition);
  return success;
}

int cnd_broadcast(void *condition) {
  pthread_cond_broadcast(condition);
  return success;
}

void call_once(int *once, void (*initialise)(void)) {
  pthread_once(once, initialise);
}
