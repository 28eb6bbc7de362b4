// SPDX-License-Identifier: MIT
// Programs with two or three threads: few accesses to few shared variables, mostly under locks, so
// that all schedules can be tried. An error depends on who runs when. Some locks are not taken on
// all ways, given away, or only tried.
//
// A statement with several accesses is several steps. The same program can be written with a
// statement for each access: what it means must not change, so that a read which is made twice, or
// not at all, is seen. Some programs create any number of threads: three of these have some of the
// runs.
#include "c/random/writer.hpp"

namespace hardbop::c::random_layer {

namespace {

constexpr const char* head =
    R"(typedef unsigned long pthread_t;
typedef union { char size[40]; long align; } pthread_mutex_t;
typedef union { char size[56]; long align; } pthread_rwlock_t;
typedef union { char size[32]; long align; } sem_t;
typedef union { char size[48]; long align; } pthread_cond_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
int pthread_mutex_trylock(pthread_mutex_t *);
int pthread_rwlock_rdlock(pthread_rwlock_t *);
int pthread_rwlock_wrlock(pthread_rwlock_t *);
int pthread_rwlock_unlock(pthread_rwlock_t *);
int pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *);
int pthread_cond_signal(pthread_cond_t *);
int sem_wait(sem_t *);
int sem_trywait(sem_t *);
int sem_post(sem_t *);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void reach_error(void);
void abort(void);
unsigned char x, y, a, v, w, t[2];
unsigned char *z = &x;
struct pair { unsigned char f, g; } d;
pthread_mutex_t m, n;
pthread_rwlock_t r;
sem_t s;
pthread_cond_t c;)";

class Threads : Writer {
 public:
  struct Form {
    bool writes_apart = false;  // a statement for each access
    bool has_few = false;       // three threads, where there may be any number
  };

  Threads(std::uint64_t seed, Form form) : Writer(seed), form_(form) {}

  RandomProgram run() {
    const std::uint32_t count = one_of({1, 1, 2});
    if (count == 1 && random_.percent(15)) use(Construct::Crowd);
    if (count == 2) use(Construct::ThreeThreads);
    line("{}", head);
    if (random_.percent(25)) helper();
    const std::uint32_t least = count == 1 ? 2 : 1;
    const std::uint32_t more = count == 1 ? 4 : 3;
    for (std::uint32_t t = 0; t < count; ++t) {
      open("void *f{}(void *p) {{", t);
      line("unsigned char l = {};", random_.below(2));
      body(least + random_.below(more));
      line("return 0;");
      close();
    }
    main(count, least - 1 + random_.below(more));
    // Errors end runs; where deadlocks are looked for, they do not. Who is woken up by a signal is
    // a choice that the search of all schedules does not make.
    const bool asks_deadlock = !uses(Construct::Condition) && !uses(Construct::Crowd);
    return take("unreach-call", asks_deadlock ? "deadlock" : "");
  }

 private:
  const Names shared_{"x", "y"};
  const Names all_{"x", "y", "l"};
  Form form_;
  bool has_helper_ = false;
  unsigned read_ = 0;

  /// What one read of `name` gives. Where accesses are written apart, in a statement before, and
  /// inside of `begin` and `end`.
  std::string read(const std::string& name, const char* type = "unsigned char ") {
    if (!form_.writes_apart) return name;
    line("{}q{} = {};", type, read_, name);
    return fmt::format("q{}", read_++);
  }
  void begin() {
    if (form_.writes_apart) open("{{");
  }
  void end() {
    if (form_.writes_apart) close();
  }

  /// An operand, or two with an operator between them.
  struct Sum {
    std::string left;
    std::string between;  // and a number, where there is no right operand
    std::string right;
  };

  std::string read(const Sum& sum) {
    const bool is_number = sum.left == "1" || sum.left == "2";
    std::string out = (is_number ? sum.left : read(sum.left)) + sum.between;
    return sum.right.empty() ? out : out + read(sum.right);
  }

  void assign(const std::string& target, const Sum& sum) {
    begin();
    const std::string value = read(sum);
    line("{} = {};", target, value);
    end();
  }

  void body(std::uint32_t statements) {
    for (; statements > 0; --statements) statement(0);
  }

  void main(std::uint32_t count, std::uint32_t statements) {
    open("int main(void) {{");
    line("unsigned char l = 0;");
    for (std::uint32_t t = 0; t < count; ++t) line("pthread_t t{};", t);
    if (random_.percent(20)) statement(0);
    for (std::uint32_t t = 0; t < count; ++t) line("pthread_create(&t{0}, 0, f{0}, 0);", t);
    if (uses(Construct::Crowd)) create_more();
    body(statements);
    for (std::uint32_t t = 0; t < count; ++t) {
      if (!random_.percent(60)) continue;
      use(Construct::Join);
      const bool is_within = random_.percent(10);  // a section: it waits for ever, if it has to
      if (is_within) use(Construct::AtomicSection);
      if (is_within) line("__VERIFIER_atomic_begin();");
      line("pthread_join(t{}, 0);", t);
      if (is_within) line("__VERIFIER_atomic_end();");
      if (random_.percent(40)) body(1);
    }
    if (random_.percent(70)) {
      use(Construct::Error);
      std::string wrong = equals();
      if (random_.percent(50)) wrong += " && " + equals();
      line("if ({}) reach_error();", wrong);
    }
    line("return 0;");
    close();
  }

  /// Main does nothing else, so that others run all the time.
  void create_more() {
    if (!form_.has_few) return line("for (;;) pthread_create(&t0, 0, f0, 0);");
    for (int i = 0; i < 2; ++i) line("pthread_create(&t0, 0, f0, 0);");
    line("for (;;) {{ }}");
  }

  /// Something that several threads may call.
  void helper() {
    use(Construct::Call);
    open("void help(void) {{");
    line("unsigned char l = 0;");
    statement(0);
    close();
    line("int differ(struct pair one, struct pair other, unsigned char l) {{");
    line("  return one.f != other.f || one.g != l;");
    line("}}");
    has_helper_ = true;
  }

  std::string equals() {
    const std::string name = one_of({"x", "y", "l", "a", "v", "w"});
    return fmt::format("{} == {}", name, 1 + random_.below(2));
  }

  Sum expression(const Names& names) {
    const std::string left = one_of(names);
    switch (random_.below(6)) {
      case 0: return {left, "", ""};
      case 1: return {left, " + 1", ""};
      case 2: return {"1", "", ""};
      case 3: return {"2", "", ""};
      case 4: return {left, " ^ 1", ""};
      default: break;
    }
    use(Construct::TwoAccesses);
    return {left, one_of({" + ", " + ", " * ", " ^ "}), one_of(names)};
  }

  void assignment() {
    const bool is_shared = random_.percent(50);
    const std::string target = is_shared ? one_of(shared_) : "l";
    assign(target, expression(is_shared ? all_ : shared_));
  }

  /// Reads that are needed more than once, and equal ones that are several.
  void mixed_accesses() {
    use(Construct::TwoAccesses);
    const std::string name = one_of(shared_);
    const std::string other = one_of(shared_);
    begin();
    switch (random_.below(has_helper_ ? 9 : 8)) {
      case 0: change(name, other); break;
      case 1: {
        const bool is_prefix = random_.percent(50);
        if (form_.writes_apart)
          line("{} = {} + 1;", name, read(name));
        else
          line("{}{}{};", is_prefix ? "++" : "", name, is_prefix ? "" : "++");
        break;
      }
      case 2: elements(name, other); break;
      case 3: pointers(name); break;
      case 4: choose(name, other); break;
      case 5: cases(name); break;
      case 6: equal(name); break;
      case 7: line("d.{} = {};", one_of({"f", "g"}), read(name)); break;
      default: pass(name); break;
    }
    end();
  }

  void change(const std::string& name, const std::string& other) {
    if (!form_.writes_apart) return line("{} += {};", name, other);
    const std::string old = read(name);
    line("{} = {} + {};", name, old, read(other));
  }

  void elements(const std::string& name, const std::string& other) {
    use(Construct::Array);
    if (random_.percent(40)) {
      const std::string index = read(name);
      return line("t[{} & 1] = {};", index, read(other));
    }
    const std::string first = read(fmt::format("t[{} & 1]", read(name)));
    const std::string second = read(fmt::format("t[{} & 1]", read(name)));
    line("l = {} + {};", first, second);
  }

  void pointers(const std::string& name) {
    use(Construct::Pointer);
    const auto pointer = [&] { return read("z", "unsigned char *"); };
    switch (random_.below(3)) {
      case 0: return line("z = &{};", name);
      case 1: {
        const std::string to = pointer();
        return line("*{} = {};", to, read(name));
      }
      default: break;
    }
    const std::string first = read("*" + pointer());
    const std::string second = read("*" + pointer());
    line("l = {} ^ {};", first, second);
  }

  /// Only what is chosen is read.
  void choose(const std::string& name, const std::string& other) {
    use(Construct::Conditional);
    const std::string which = read(name);
    if (!form_.writes_apart) return line("l = {} ? {} : {};", which, other, name);
    line("if ({}) l = {}; else l = {};", which, other, name);
  }

  void cases(const std::string& name) {
    use(Construct::Switch);
    line("switch ({}) {{ case 0: break; case 1: l = 0; break; case 2: l = 1; break; }}",
         read(name));
  }

  void equal(const std::string& name) {
    const std::string first = read(name);
    const std::string second = read(name);
    const std::string between = one_of({"==", "!=", "<"});
    const bool fails = random_.percent(50);
    if (fails) use(Construct::Error);
    line("if ({} {} {}) {}", first, between, second, fails ? "reach_error();" : "l = 1;");
  }

  /// Structures are passed member by member.
  void pass(const std::string& name) {
    use(Construct::Structure);
    if (!form_.writes_apart) return line("if (differ(d, d, {})) l = 1;", name);
    line("struct pair one;");
    line("struct pair other;");
    for (const char* to : {"one", "other"})
      for (const char* member : {"f", "g"}) line("{0}.{1} = d.{1};", to, member);
    line("if (differ(one, other, {})) l = 1;", read(name));
  }

  /// An error that depends on who runs when.
  std::string failure() {
    use(Construct::Error);
    const std::string name = one_of(shared_);
    const std::uint32_t number = 1 + random_.below(2);
    std::string wrong;
    switch (random_.below(5)) {
      case 0: wrong = fmt::format("{} == {}", name, number); break;
      case 1: wrong = fmt::format("l == {}", number); break;
      case 2:
        wrong = "x != y";
        use(Construct::TwoAccesses);
        break;
      case 3: wrong = fmt::format("{} != l", name); break;
      default: wrong = fmt::format("{} == {}", one_of({"a", "v", "w"}), number); break;
    }
    if (random_.percent(30)) {
      const std::string other = one_of(shared_);
      const std::uint32_t value = random_.below(3);
      if (form_.writes_apart)
        return fmt::format("if ({}) {{ if ({} == {}) reach_error(); }}", wrong, other, value);
      wrong += fmt::format(" && {} == {}", other, value);
    }
    return fmt::format("if ({}) reach_error();", wrong);
  }

  void statement(unsigned depth) {
    const std::uint32_t kind = random_.below(19);
    if (kind < 4) return assignment();
    if (kind == 4 && depth < 1) return locked(depth);
    if (kind == 5) return atomic();
    if (kind == 6 && depth < 1) return section();
    if (kind == 7) {
      use(Construct::If);
      begin();
      const std::string condition = read(expression(all_));
      open("if ({}) {{", condition);
      statement(depth + 1);
      close();
      return end();
    }
    if (kind == 8 || kind == 9) return end_or_post();
    if (kind > 11 && kind < 15 && depth < 1) return protect();
    if (kind == 15 && depth < 1 && has_helper_) return line("help();");
    if (kind == 16 && depth < 1) return wait();
    if (kind > 16) return mixed_accesses();
    const std::string name = one_of(shared_);
    const std::uint32_t number = random_.below(3);
    const std::string also = one_of({" && l == 1", " && l == 0", ""});
    const std::string target = one_of(shared_);
    line("if ({} == {}{}) {} = {};", name, number, also, target, 1 + random_.below(2));
  }

  void locked(unsigned depth) {
    use(Construct::Mutex);
    const std::string mutex = one_of({"m", "n"});
    line("pthread_mutex_lock(&{});", mutex);
    for (std::uint32_t i = 1 + random_.below(2); i > 0; --i) statement(depth + 1);
    line("pthread_mutex_unlock(&{});", mutex);
  }

  void atomic() {
    use(Construct::Atomic);
    if (random_.percent(20)) {
      if (!form_.writes_apart) return line("a++;");
      return assign("a", {"a", " + 1", ""});
    }
    line("{}", one_of({"__atomic_fetch_add(&a, 1, 5);", "__sync_fetch_and_add(&a, 2);",
                       "l = __atomic_load_n(&a, 5);", "__atomic_store_n(&a, l, 5);"}));
  }

  /// Nobody runs within, unless what is within has to wait, or the run ends there.
  void section() {
    use(Construct::AtomicSection);
    line("__VERIFIER_atomic_begin();");
    if (random_.percent(20)) {
      use(Construct::Mutex);
      line("pthread_mutex_lock(&m);");
      statement(2);
      line("pthread_mutex_unlock(&m);");
    } else {
      for (std::uint32_t i = 1 + random_.below(2); i > 0; --i) statement(2);
    }
    line("__VERIFIER_atomic_end();");
  }

  void end_or_post() {
    const std::uint32_t kind = random_.below(4);
    if (kind < 2) return line("{}", failure());
    if (kind == 2) {
      use(Construct::Abort);
      return line("if ({} == 1) abort();", one_of(shared_));
    }
    use(Construct::Semaphore);
    line("sem_post(&s);");
  }

  /// Until something is so: where it never is, nobody goes on behind.
  void wait() {
    const std::string name = one_of(shared_);
    if (random_.percent(50)) {
      use(Construct::Condition);
      use(Construct::Mutex);
      line("pthread_mutex_lock(&m);");
      line("if ({} == 0) pthread_cond_wait(&c, &m);", name);
      statement(2);
      line("pthread_mutex_unlock(&m);");
      line("pthread_cond_signal(&c);");
      return;
    }
    use(Construct::While);
    line("while ({} == 0) {{ }}", name);
  }

  /// What a lock keeps together.
  void guarded() {
    const std::uint32_t value = 1 + random_.below(2);
    line("w = {};", value);
    if (random_.percent(30)) assignment();
    switch (random_.below(4)) {
      case 0:
        use(Construct::Error);
        line("if (w != {}) reach_error();", value);
        break;
      case 1: line("l = w;"); break;
      case 2: assign("v", {"w", fmt::format(" + {}", value), ""}); break;
      default: break;
    }
    line("w = 0;");
  }

  /// Mostly: sometimes the lock is not taken, not on all ways, or given away.
  void protect() {
    use(Construct::Mutex);
    const std::string mutex = one_of({"m", "m", "m", "n"});
    const std::string lock = fmt::format("pthread_mutex_lock(&{});", mutex);
    const std::string unlock = fmt::format("pthread_mutex_unlock(&{});", mutex);
    const std::uint32_t kind = random_.below(10);
    if (kind == 2 || kind == 3) return protect_by_trying(mutex, unlock, kind == 2);
    if (kind == 5) return protect_by_readers();
    if (kind == 6) return protect_by_semaphore();
    if (kind == 0) line("{}", unlock);
    if (kind == 1) {
      const std::string name = one_of(shared_);
      line("if ({} == {}) {}", name, random_.below(2), lock);
    } else if (kind != 4 || random_.percent(50)) {
      line("{}", lock);
    }
    guarded();
    if (kind != 4) line("{}", unlock);
  }

  void protect_by_trying(const std::string& mutex, const std::string& unlock, bool guards) {
    use(Construct::TryLock);
    if (guards) {
      open("if (pthread_mutex_trylock(&{}) == 0) {{", mutex);
      guarded();
      line("{}", unlock);
      close();
      if (random_.percent(50)) line("else {}", failure());
      return;
    }
    const std::string then = one_of({"x = 1;", "reach_error();", "reach_error();"});
    line("if (pthread_mutex_trylock(&{}) != 0) {{ {} }} else {}", mutex, then, unlock);
  }

  void protect_by_readers() {
    use(Construct::ReadWriteLock);
    line("pthread_rwlock_{}lock(&r);", one_of({"rd", "wr"}));
    guarded();
    line("pthread_rwlock_unlock(&r);");
  }

  void protect_by_semaphore() {
    use(Construct::Semaphore);
    line("{}", one_of({"sem_wait(&s);", "if (sem_trywait(&s) == 0) x = 2;"}));
    guarded();
    line("sem_post(&s);");
  }
};

}  // namespace

}  // namespace hardbop::c::random_layer

namespace hardbop::c {

RandomProgram random_threads(std::uint64_t seed) {
  using random_layer::Threads;
  RandomProgram out = Threads(seed, {}).run();
  const bool is_crowd = out.constructs.test(static_cast<std::size_t>(Construct::Crowd));
  (is_crowd ? out.fewer : out.same) =
      Threads(seed, {.writes_apart = !is_crowd, .has_few = is_crowd}).run().text;
  return out;
}

}  // namespace hardbop::c
