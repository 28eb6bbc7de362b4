// SPDX-License-Identifier: MIT
// Events are what threads do to memory that others may know, and steps of the library. A turn is a
// part of the run in which one thread goes on. A thread that arrives at an event waits until it is
// the turn of that event; it ends its own turn when it arrives at an event of a later one.
//
// Compiled code may access memory a little differently than the run says: an access that is not
// one of the next events is made without waiting. Objects without a name that the harness could use
// are known when the first access to one is made.
#include "c/lower/schedule_harness.hpp"

#include <fmt/format.h>

namespace hardbop::c {

namespace {

constexpr const char* engine = R"(
int sched_yield(void);
unsigned sleep(unsigned seconds);
unsigned alarm(unsigned seconds);
void *signal(int number, void *handler);
void *dlsym(void *library, const char *name);
#define REAL(name) ((long (*)())dlsym((void *)-1L, name))
#define LOAD(x) __atomic_load_n(&(x), 5)

static unsigned turn;
static unsigned char is_gone[THREADS]; /* it has ended, or does not go on in this run */
static unsigned threads = 1;
static __thread unsigned me, position; /* in events: where its next ones are looked for */

QUIET static unsigned own(unsigned i) {
  while (i < EVENTS && events[i].thread != me) i++;
  return i;
}

QUIET static void wait_for(unsigned wanted) {
  unsigned now;
  while ((now = LOAD(turn)) < wanted)
    if (owners[now] == me || LOAD(is_gone[owners[now]]))
      __atomic_compare_exchange_n(&turn, &now, now + 1, 0, 5, 5);
    else
      sched_yield();
}

/* What the run does not tell: the thread goes on if it ends in the run, or arrives at the error. */
QUIET static void go_on(void) {
  if (own(position) < EVENTS || ends[me] || me == LAST) return;
  __atomic_store_n(&is_gone[me], 1, 5);
  do sleep(1);
  while (!WAITS);
}

QUIET static int is_named(char *at) {
  for (unsigned i = 0; i < OBJECTS; i++)
    if (sizes[i] && objects[i] && objects[i] <= at && at < objects[i] + sizes[i]) return 1;
  return 0;
}

QUIET static int is_made(const struct event *event, char *at, unsigned long size, int writes) {
  char *start = objects[event->object] + event->offset;
  return !event->call && event->writes == writes && objects[event->object] && at < start + event->size &&
         start < at + size;
}

QUIET static void access(void *where, unsigned long size, int writes) {
  char *at = where;
  unsigned i = own(position);
  if (i == EVENTS) return go_on();
  if (!events[i].call && !objects[events[i].object] && events[i].size == size &&
      events[i].writes == writes && !is_named(at))
    objects[events[i].object] = at - events[i].offset;
  for (unsigned seen = 0; i < EVENTS && seen < 8 && !events[i].call; i = own(i + 1), seen++)
    if (is_made(&events[i], at, size, writes)) {
      position = i + 1;
      return wait_for(events[i].turn);
    }
}

/* A call of the function with that number: its first step, and then its others. */
static __thread unsigned call_number;
QUIET static void begin_call(unsigned call) {
  unsigned i = own(position);
  while (i < EVENTS && !events[i].call) i = own(i + 1);
  call_number = 0;
  if (i == EVENTS) position = EVENTS;
  if (i == EVENTS || events[i].call != call) return go_on();
  call_number = events[i].number;
  position = i + 1;
  wait_for(events[i].turn);
}
QUIET static void end_call(void) {
  for (unsigned i; call_number && (i = own(position)) < EVENTS && events[i].number == call_number;) {
    position = i + 1;
    wait_for(events[i].turn);
  }
}
QUIET static void pass(unsigned call) {
  begin_call(call);
  end_call();
}

static struct start {
  void *(*function)(void *);
  void *argument;
} starts[THREADS];
QUIET static void *run_thread(void *number) {
  me = (unsigned)(unsigned long)number;
  void *result = starts[me].function(starts[me].argument);
  __atomic_store_n(&is_gone[me], 1, 5);
  return result;
}
QUIET static int create(const char *name, unsigned call, void *thread, void *attributes, void *function,
                        void *argument) {
  begin_call(call);
  if (threads == THREADS) go_on();
  if (threads == THREADS) _Exit(3);
  starts[threads].function = function;
  starts[threads].argument = argument;
  return REAL("pthread_create")(thread, attributes, run_thread, (void *)(unsigned long)threads++);
}
QUIET void pthread_exit(void *result) {
  __atomic_store_n(&is_gone[me], 1, 5);
  REAL("pthread_exit")(result);
  for (;;) sleep(1);
}

QUIET static void give_up(void) {
  dprintf(2, "the schedule is not followed\n");
  _Exit(3);
}
/* The end of main ends all threads, before the error. */
QUIET __attribute__((destructor)) static void end_main(void) {
  position = EVENTS;
  if (me == 0) go_on();
  give_up();
}
QUIET static void stop(int number) {
  if (WAITS) reached();
  give_up();
}
QUIET __attribute__((constructor)) static void start_clock(void) {
  signal(14, stop);
  alarm(WAITS ? 5 : 30);
}

/* What the compiler calls before accesses. */
QUIET void __tsan_init(void) {}
QUIET void __tsan_func_entry(void *caller) {}
QUIET void __tsan_func_exit(void) {}
QUIET void __tsan_read_range(void *at, unsigned long size) { access(at, size, 0); }
QUIET void __tsan_write_range(void *at, unsigned long size) { access(at, size, 1); }
#define PLAIN(n)                                                     \
  QUIET void __tsan_read##n(void *at) { access(at, n, 0); }            \
  QUIET void __tsan_write##n(void *at) { access(at, n, 1); }           \
  QUIET void __tsan_unaligned_read##n(void *at) { access(at, n, 0); }  \
  QUIET void __tsan_unaligned_write##n(void *at) { access(at, n, 1); } \
  QUIET void __tsan_volatile_read##n(void *at) { access(at, n, 0); }   \
  QUIET void __tsan_volatile_write##n(void *at) { access(at, n, 1); }
PLAIN(1)
PLAIN(2)
PLAIN(4)
PLAIN(8)
PLAIN(16)
#define CHANGE(bits, type, name)                                              \
  QUIET type __tsan_atomic##bits##_##name(type *at, type value, int order) { \
    access(at, sizeof(type), 0);                                              \
    access(at, sizeof(type), 1);                                              \
    return __atomic_##name(at, value, 5);                                     \
  }
#define ATOMIC(bits, type)                                                                      \
  QUIET type __tsan_atomic##bits##_load(type *at, int order) {                                   \
    access(at, sizeof(type), 0);                                                                \
    return __atomic_load_n(at, 5);                                                              \
  }                                                                                             \
  QUIET void __tsan_atomic##bits##_store(type *at, type value, int order) {                      \
    access(at, sizeof(type), 1);                                                                \
    __atomic_store_n(at, value, 5);                                                             \
  }                                                                                             \
  QUIET type __tsan_atomic##bits##_exchange(type *at, type value, int order) {                   \
    access(at, sizeof(type), 0);                                                                \
    access(at, sizeof(type), 1);                                                                \
    return __atomic_exchange_n(at, value, 5);                                                   \
  }                                                                                             \
  QUIET int __tsan_atomic##bits##_compare_exchange_strong(type *at, type *old, type value,       \
                                                          int order, int other) {               \
    access(at, sizeof(type), 0);                                                                \
    if (*at == *old) access(at, sizeof(type), 1);                                               \
    return __atomic_compare_exchange_n(at, old, value, 0, 5, 5);                                \
  }                                                                                             \
  QUIET int __tsan_atomic##bits##_compare_exchange_weak(type *at, type *old, type value,         \
                                                        int order, int other) {                 \
    return __tsan_atomic##bits##_compare_exchange_strong(at, old, value, order, other);         \
  }                                                                                             \
  QUIET type __tsan_atomic##bits##_compare_exchange_val(type *at, type old, type value,          \
                                                        int order, int other) {                 \
    __tsan_atomic##bits##_compare_exchange_strong(at, &old, value, order, other);               \
    return old;                                                                                 \
  }                                                                                             \
  CHANGE(bits, type, fetch_add)                                                                 \
  CHANGE(bits, type, fetch_sub)                                                                 \
  CHANGE(bits, type, fetch_and)                                                                 \
  CHANGE(bits, type, fetch_or)                                                                  \
  CHANGE(bits, type, fetch_xor)                                                                 \
  CHANGE(bits, type, fetch_nand)
ATOMIC(8, unsigned char)
ATOMIC(16, unsigned short)
ATOMIC(32, unsigned int)
ATOMIC(64, unsigned long long)
QUIET void __tsan_atomic_thread_fence(int order) { __atomic_thread_fence(5); }
QUIET void __tsan_atomic_signal_fence(int order) {}
)";

/// A thread that calls one of them which is no event of the run does not return from it there.
constexpr const char* waiting_calls[] = {"pthread_join",
                                         "pthread_mutex_lock",
                                         "pthread_cond_wait",
                                         "pthread_cond_timedwait",
                                         "pthread_rwlock_rdlock",
                                         "pthread_rwlock_wrlock",
                                         "pthread_spin_lock",
                                         "pthread_barrier_wait",
                                         "sem_wait",
                                         "thrd_join",
                                         "mtx_lock",
                                         "cnd_wait"};

/// How many threads the program may create, whether the run has so many or not.
constexpr std::size_t most_threads = 64;

std::string create_text(const std::map<std::string, unsigned>& numbers) {
  const auto number = [&](const char* name) {
    const auto found = numbers.find(name);
    return found == numbers.end() ? 0U : found->second;
  };
  return fmt::format(
      "\nQUIET int pthread_create(void *thread, void *attributes, void *function, void *argument) "
      "{{\n"
      "  return create(\"pthread_create\", {}, thread, attributes, function, argument);\n}}\n"
      "QUIET int thrd_create(void *thread, void *function, void *argument) {{\n"
      "  return create(\"thrd_create\", {}, thread, 0, function, argument);\n}}\n",
      number("pthread_create"), number("thrd_create"));
}

/// A function of the library that waits for the turn of its steps.
std::string call_text(const std::string& name, unsigned number) {
  if (name == "pthread_create" || name == "thrd_create") return "";
  const std::string opening =
      fmt::format("\nQUIET int {}(long a, long b, long c, long d) {{\n", name);
  if (name == "pthread_cond_wait" || name == "pthread_cond_timedwait" || name == "cnd_wait" ||
      name == "cnd_timedwait")
    return opening + fmt::format(
                         "  begin_call({});\n"
                         "  REAL(\"pthread_mutex_unlock\")(b);\n"
                         "  end_call();\n"
                         "  go_on(); /* the run may end before it has the lock again */\n"
                         "  REAL(\"pthread_mutex_lock\")(b);\n"
                         "  return 0; /* a wait may end at any time */\n}}\n",
                         number);
  if (name == "pthread_barrier_wait")
    return opening + fmt::format("  pass({});\n  return 0;\n}}\n", number);
  if (name == "pthread_once" || name == "call_once")
    return opening + fmt::format(
                         "  begin_call({0});\n  long result = REAL(\"{1}\")(a, b, c, d);\n"
                         "  end_call();\n  return result;\n}}\n",
                         number, name);
  return opening +
         fmt::format("  pass({0});\n  return REAL(\"{1}\")(a, b, c, d);\n}}\n", number, name);
}

/// The objects of accesses, by address; those that a name stands for are known from the start.
struct Objects {
  std::map<std::uint64_t, unsigned> numbers;
  std::string declarations;
  std::string addresses;
  std::string sizes;
};

Objects objects_of(const Program& program, const RecordedSchedule& schedule) {
  Objects out;
  std::map<std::string, const Object*> external;
  for (const Object& object : program.objects)
    if (object.is_external && object.storage == Object::Storage::Global)
      external[object.name] = &object;
  for (const ScheduledEvent& event : schedule.events) {
    if (!event.call.empty()) continue;
    const auto number = static_cast<unsigned>(out.numbers.size());
    if (!out.numbers.try_emplace(event.object, number).second) continue;
    const auto named = schedule.globals.find(event.object);
    const auto found =
        named == schedule.globals.end() ? external.end() : external.find(named->second);
    const bool has_name = found != external.end();
    if (has_name)
      out.declarations += fmt::format(
          "extern char object_{0}[] __asm__(\"{1}\") __attribute__((weak)); /* {1} */\n", number,
          found->first);
    out.addresses += has_name ? fmt::format("object_{}, ", number) : "0, ";
    out.sizes += fmt::format("{}, ", has_name ? found->second->size : 0);
  }
  if (out.numbers.empty()) out.addresses = out.sizes = "0";
  return out;
}

}  // namespace

std::map<std::string, unsigned> numbers_of_calls(const RecordedSchedule& schedule) {
  std::map<std::string, unsigned> out;
  for (const ScheduledEvent& event : schedule.events)
    if (!event.call.empty()) out.try_emplace(event.call, static_cast<unsigned>(out.size() + 1));
  return out;
}

std::string schedule_text(const Program& program, const RecordedSchedule& schedule, bool waits) {
  const std::map<std::string, unsigned> numbers = numbers_of_calls(schedule);
  const Objects objects = objects_of(program, schedule);
  std::string events;
  std::string owners;
  std::uint32_t turn = 0;
  std::uint32_t last = none;
  for (const ScheduledEvent& event : schedule.events) {
    if (last != none && event.thread != last) ++turn;
    if (event.thread != last) owners += fmt::format("{}, ", event.thread);
    last = event.thread;
    const bool is_call = !event.call.empty();
    events += fmt::format("  {{{}, {}, {}, {}, {}, {}, {}, {}}},\n", event.thread, turn,
                          is_call ? numbers.at(event.call) : 0, event.number,
                          is_call ? 0 : objects.numbers.at(event.object), event.offset, event.size,
                          event.is_write ? 1 : 0);
  }
  if (events.empty()) events = "  {0}\n", owners = "0";
  std::string ends;
  for (std::size_t t = 0; t < most_threads; ++t)
    ends += t < schedule.has_ended.size() && schedule.has_ended[t] ? "1, " : "0, ";
  std::string out = fmt::format(
      "\n/* The schedule. */\n"
      "#define THREADS {}\n#define EVENTS {}\n#define OBJECTS {}\n#define LAST {}\n#define WAITS "
      "{}\n"
      "{}"
      "static char *objects[] = {{{}}};\nstatic const unsigned sizes[] = {{{}}};\n"
      "static const unsigned char ends[THREADS] = {{{}}}; /* by thread */\n"
      "static const unsigned owners[] = {{{}}}; /* of turns */\n"
      "static const struct event {{\n"
      "  unsigned thread, turn, call, number, object, offset, size, writes;\n"
      "}} events[] = {{\n{}}};\n",
      most_threads, schedule.events.size(), objects.numbers.size(), last == none ? 0 : last,
      waits ? 1 : 0, objects.declarations, objects.addresses, objects.sizes, ends, owners, events);
  out += engine + create_text(numbers);
  std::map<std::string, unsigned> calls = numbers;
  for (const char* name : waiting_calls) calls.try_emplace(name, 0);
  for (const auto& [name, number] : calls)
    if (is_scheduled_call(name)) out += call_text(name, number);
  return out;
}

}  // namespace hardbop::c
