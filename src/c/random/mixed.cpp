// SPDX-License-Identifier: MIT
// Programs of all kinds of statements over few small variables. What is drawn first is what is to
// go wrong: that decides what is asked, and which statements are likely.
#include <algorithm>

#include "c/random/writer.hpp"

namespace hardbop::c::random_layer {

namespace {

/// What may go wrong.
enum class Danger : std::uint8_t { Error, Memory, Arithmetic, Overflow };

class Mixed : Writer {
 public:
  explicit Mixed(std::uint64_t seed) : Writer(seed) {}

  RandomProgram run() {
    constexpr Danger dangers[] = {Danger::Error,  Danger::Error,      Danger::Error,
                                  Danger::Memory, Danger::Arithmetic, Danger::Overflow};
    danger_ = dangers[random_.below(6)];
    type_ = danger_ == Danger::Overflow
                ? "int"
                : one_of({"unsigned char", "signed char", "short", "int", "unsigned"});
    use_type(type_);
    declare();
    const std::uint32_t functions = random_.below(3);
    for (std::uint32_t i = 0; i < functions; ++i) function(fmt::format("f{}", i));
    main();
    return take(property());
  }

 private:
  Danger danger_ = Danger::Error;
  std::string type_;
  std::uint32_t length_ = 2;  // of the array
  std::string structure_;     // its keyword; or empty
  Names globals_;
  Names functions_;
  Names arrays_;
  std::uint32_t counters_ = 0;
  std::uint32_t loops_ = 0;  // around
  bool is_in_loop_ = false;  // rather than in a switch

  [[nodiscard]] std::string property() {
    switch (danger_) {
      case Danger::Error: break;
      case Danger::Memory: return random_.percent(50) ? "memory" : "valid-memsafety";
      case Danger::Arithmetic: return "arithmetic";
      case Danger::Overflow: return random_.percent(50) ? "overflow" : "no-overflow";
    }
    return random_.percent(70) ? "unreach-call" : "assertions";
  }

  void declare() {
    line("extern void reach_error(void);");
    line("extern unsigned char __VERIFIER_nondet_uchar(void);");
    line("extern _Bool __VERIFIER_nondet_bool(void);");
    line("extern int __VERIFIER_nondet_int(void);");
    line("extern void *malloc(unsigned long);");
    line("extern void free(void *);");
    length_ = one_of({2, 2, 3, 4, 4, 40});
    use(length_ == 40 ? Construct::LargeArray : Construct::Array);
    const std::string first = number();
    line("{} g = {}, h;", type_, first);
    line("{} cells[{}];", type_, length_);
    globals_ = {"g", "h"};
    arrays_ = {"cells"};
    if (random_.percent(25)) {
      const std::string other = one_of({"_Bool", "unsigned char", "signed char", "short"});
      use_type(other);
      line("{} t;", other);
      globals_.emplace_back("t");
    }
    if (random_.percent(30)) declare_structure();
  }

  void declare_structure() {
    structure_ = random_.percent(75) ? "struct" : "union";
    use(structure_ == "struct" ? Construct::Structure : Construct::Union);
    if (random_.percent(60)) {
      use(Construct::BitField);
      const std::uint32_t width = 1 + random_.below(4);
      const std::string sign = one_of({"unsigned", "signed"});
      line("{} s {{ {} low : {}; {} high; }} s;", structure_, sign, width, type_);
    } else {
      line("{} s {{ unsigned char low; {} high; }} s;", structure_, type_);
    }
    globals_.emplace_back("s.low");
    globals_.emplace_back("s.high");
  }

  // Expressions

  std::string number() {
    if (danger_ == Danger::Overflow && random_.percent(15))
      return one_of({"2147483647", "2147483646", "-2147483647", "46341"});
    return std::to_string(one_of({0, 0, 1, 1, 2, 3, 5}));
  }

  std::string input() {
    use(Construct::Input);
    switch (random_.below(danger_ == Danger::Overflow ? 5 : 4)) {
      case 0: use(Construct::Bool); return "__VERIFIER_nondet_bool()";
      case 4: return "__VERIFIER_nondet_int()";
      default: return fmt::format("(__VERIFIER_nondet_uchar() & {})", one_of({1U, 3U, 3U, 7U}));
    }
  }

  /// Within bounds, unless that is what may go wrong.
  std::string element(const Names& names) {
    const std::string array = one_of(arrays_);
    if (random_.percent(40)) return fmt::format("{}[{}]", array, random_.below(2));
    const std::string name = one_of(names);
    if (danger_ == Danger::Memory && random_.percent(50)) {
      const std::string op = one_of({"", " + 1", " - 1", " & 3"});
      return fmt::format("{}[{}{}]", array, name, op);
    }
    return fmt::format("{}[{} & {}]", array, name, length_ == 40 ? 31U : length_ == 4 ? 3U : 1U);
  }

  std::string atom(const Names& names) {
    const std::uint32_t kind = random_.below(10);
    if (kind < 2) return number();
    if (kind == 2) return element(names);
    return one_of(names);
  }

  std::string value(const Names& names) {
    const std::uint32_t kind = random_.below(10);
    if (kind < 4) return atom(names);
    const std::string left = atom(names);
    const std::string right = atom(names);
    if (kind < 7) return fmt::format("{} {} {}", left, one_of({"+", "-", "&", "|", "^"}), right);
    if (kind == 7) return divided(left, right);
    if (kind == 8) {
      use(Construct::Multiplication);
      return fmt::format("{} * {}", left, danger_ == Danger::Overflow ? right : number());
    }
    use(Construct::Conditional);
    const std::string when = one_of(names);
    return fmt::format("({} > {} ? {} : {})", when, number(), left, right);
  }

  /// Defined, unless that is what may go wrong.
  std::string divided(const std::string& left, const std::string& right) {
    const bool is_wild = danger_ == Danger::Arithmetic && random_.percent(60);
    if (random_.percent(50)) {
      use(Construct::Division);
      const std::string op = one_of({"/", "%"});
      if (is_wild) return fmt::format("{} {} ({})", left, op, right);
      return fmt::format("{} {} {}", left, op, one_of({1U, 2U, 3U, 4U}));
    }
    use(Construct::Shift);
    const std::string op = one_of({"<<", ">>"});
    if (is_wild) return fmt::format("{} {} ({})", left, op, right);
    return fmt::format("({} & 7) {} {}", left, op, one_of({0U, 1U, 2U}));
  }

  std::string condition(const Names& names) {
    const std::string left = value(names);
    const std::string compare = one_of({"<", "<=", "==", "!=", ">", ">="});
    const std::string right = random_.percent(60) ? number() : value(names);
    std::string out = fmt::format("({}) {} ({})", left, compare, right);
    if (!random_.percent(25)) return out;
    const std::string join = one_of({"&&", "||"});
    const std::string name = one_of(names);
    return fmt::format("{} {} {} != {}", out, join, name, number());
  }

  // Statements

  void statements(const Names& names, const Names& targets, unsigned depth) {
    for (std::uint32_t i = 1 + random_.below(3); i > 0; --i) statement(names, targets, depth);
  }

  void statement(const Names& names, const Names& targets, unsigned depth) {
    const std::uint32_t kind = random_.below(16);
    if (kind < 6 || depth == 0) return assignment(names, targets);
    if (kind < 8 && !functions_.empty()) return call(names, targets);
    if (kind < 10) return branch(names, targets, depth);
    if (kind < 13) return loop(names, targets, depth);
    if (kind == 13) return choice(names, targets, depth);
    if (kind == 14) return leave(names);
    ask(names);
  }

  void assignment(const Names& names, const Names& targets) {
    const std::string target = random_.percent(20) ? element(names) : one_of(targets);
    const std::uint32_t kind = random_.below(10);
    if (kind == 0) return line("{}{};", target, one_of({"++", "--"}));
    if (kind == 1) {
      const std::string op = one_of({"+=", "-=", "^=", "|=", "&="});
      const std::string with = atom(names);
      return line("{} {} {};", target, op, with);
    }
    const std::string stored = kind < 4 ? input() : value(names);
    line("{} = {};", target, stored);
  }

  void call(const Names& names, const Names& targets) {
    use(Construct::Call);
    const std::string target = one_of(targets);
    const std::string argument = value(names);
    if (functions_.size() > 1 && random_.percent(25)) {
      use(Construct::CallByPointer);
      const std::string when = condition(names);
      return line("{} = (({}) ? {} : {})({});", target, when, functions_[0], functions_[1],
                  argument);
    }
    const std::string called = one_of(functions_);
    line("{} = {}({});", target, called, argument);
  }

  void branch(const Names& names, const Names& targets, unsigned depth) {
    use(Construct::If);
    const std::string when = condition(names);
    open("if ({}) {{", when);
    statements(names, targets, depth - 1);
    if (random_.percent(50)) {
      use(Construct::Else);
      --indent_;
      open("}} else {{");
      statements(names, targets, depth - 1);
    }
    close();
  }

  /// Most are counted; others end when the words are right.
  void loop(const Names& names, const Names& targets, unsigned depth) {
    if (loops_++ > 0) use(Construct::NestedLoop);
    const bool was_in_loop = std::exchange(is_in_loop_, true);
    const std::string counter = fmt::format("i{}", counters_++);
    Names more = names;
    more.push_back(counter);
    const std::uint32_t kind = random_.below(8);
    const std::string bound = random_.percent(75)
                                  ? std::to_string(1 + random_.below(length_ == 40 ? 9 : 4))
                                  : fmt::format("({} & 3)", one_of(names));
    const std::string when = condition(names);
    const std::string step = one_of(targets);
    use(kind < 5 ? Construct::For : kind < 7 ? Construct::While : Construct::DoWhile);
    if (kind < 5)
      open("for (int {0} = 0; {0} < {1}; {0}++) {{", counter, bound);
    else if (kind < 7)
      open("while ({}) {{", when);
    else
      open("do {{");
    statements(kind < 5 ? more : names, targets, depth - 1);
    if (kind > 4) line("{}{};", step, one_of({"++", "++", "--"}));
    close(kind == 7 ? fmt::format("}} while ({});", when) : "}");
    is_in_loop_ = was_in_loop;
    --loops_;
  }

  void choice(const Names& names, const Names& targets, unsigned depth) {
    use(Construct::Switch);
    const bool was_in_loop = std::exchange(is_in_loop_, false);
    const std::string asked = atom(names);
    open("switch ({}) {{", asked);
    line("case 0:");
    statements(names, targets, depth - 1);
    if (random_.percent(60)) line("break;");
    line("case {}:", 1 + random_.below(3));
    statements(names, targets, depth - 1);
    if (random_.percent(60)) line("break;");
    line("default:");
    assignment(names, targets);
    close();
    is_in_loop_ = was_in_loop;
  }

  /// A loop, or everything.
  void leave(const Names& names) {
    const std::string when = condition(names);
    if (is_in_loop_) {
      const bool breaks = random_.percent(50);
      use(breaks ? Construct::Break : Construct::Continue);
      return line("if ({}) {};", when, breaks ? "break" : "continue");
    }
    use(Construct::Assumption);
    line("if ({}) goto end;", when);
    use(Construct::Goto);
  }

  void ask(const Names& names) {
    if (danger_ != Danger::Error && random_.percent(70)) return;
    use(Construct::Error);
    const std::string when = condition(names);
    line("if ({}) reach_error();", when);
  }

  // Functions

  void function(const std::string& name) {
    Names names = globals_;
    names.insert(names.end(), {"n", "k"});
    const bool has_array = random_.percent(20);
    const bool has_out = random_.percent(20);
    if (has_out) {
      use(Construct::OutParameter);
      use(Construct::Pointer);
      open("static void {0}_out({1} *to, {1} n) {{", name, type_);
      const std::string stored = value({"g", "n", "*to"});
      line("*to = {};", stored);
      close();
    }
    open("{0} {1}({0} n) {{", type_, name);
    const std::string first = value({"g", "n"});
    line("{} k = {};", type_, first);
    if (has_array) {
      use(Construct::LocalArray);
      line("{} own[{}];", type_, length_);
      line("own[0] = k; own[1] = n;");
    }
    if (random_.percent(35)) {
      use(Construct::Recursion);
      const std::string op = one_of({"+", "^", "-"});
      line("if (n > 0 && n < 4) return {}(n - 1) {} {};", name, op, has_array ? "own[1]" : "k");
    }
    if (has_array && length_ == 2) arrays_.emplace_back("own");
    if (has_out) line("{}_out(&k, n);", name);
    for (std::uint32_t i = 1 + random_.below(2); i > 0; --i) statement(names, names, 1);
    arrays_ = {"cells"};
    close_body(names);
    functions_.push_back(name);
  }

  void close_body(const Names& names) {
    const std::string result = names.empty() ? "0" : value(names);
    line("end: return {};", result);
    close();
  }

  void main() {
    Names names = globals_;
    names.insert(names.end(), {"a", "b"});
    open("int main(void) {{");
    const std::string first = number();
    const std::string second = input();
    line("{} a = {}, b = {};", type_, first, second);
    Names targets = names;
    bool has_heap = false;
    if (random_.percent(40)) pointer(targets);
    if (random_.percent(danger_ == Danger::Memory ? 50 : 10)) {
      has_heap = true;
      use(Construct::Heap);
      line("{0} *q = malloc(2 * sizeof({0}));", type_);
      line("q[0] = a; q[1] = b;");
      names.emplace_back("q[1]");
      targets.emplace_back("*q");
    }
    for (std::uint32_t i = 2 + random_.below(4); i > 0; --i) statement(names, targets, 2);
    if (has_heap && random_.percent(80)) release(names);
    if (danger_ == Danger::Error || random_.percent(20)) {
      use(Construct::Error);
      const std::string when = condition(names);
      line("if ({}) reach_error();", when);
    }
    close_body({});
  }

  void pointer(Names& targets) {
    use(Construct::Pointer);
    const std::string other = one_of({"g", "b", "cells[1]"});
    if (random_.percent(30)) {
      use(Construct::PointerArithmetic);
      const bool is_wild = danger_ == Danger::Memory && random_.percent(60);
      line("{} *p = cells + (b & {});", type_, is_wild ? 3U : 1U);
    } else if (danger_ == Danger::Memory && random_.percent(30)) {
      line("{} *p = __VERIFIER_nondet_bool() ? &a : 0;", type_);
      use(Construct::Input);
    } else {
      line("{} *p = __VERIFIER_nondet_bool() ? &a : &{};", type_, other);
      use(Construct::Input);
    }
    targets.emplace_back("*p");
  }

  void release(Names& names) {
    use(Construct::Free);
    std::erase(names, "q[1]");
    if (danger_ != Danger::Memory || random_.percent(60)) return line("free(q);");
    const std::string when = condition(names);
    line("if ({}) free(q);", when);
    const std::string then = one_of({"free(q);", "a = *q;", "*q = 1;", "b = q[2];"});
    if (random_.percent(50)) line("if (b > 1) {}", then);
  }
};

}  // namespace

RandomProgram random_mixed(std::uint64_t seed) {
  return Mixed(seed).run();
}

}  // namespace hardbop::c::random_layer
