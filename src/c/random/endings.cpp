// SPDX-License-Identifier: MIT
// Programs with loops and recursion of which some end and some do not.
#include "c/random/writer.hpp"

namespace hardbop::c::random_layer {

namespace {

class Endings : Writer {
 public:
  explicit Endings(std::uint64_t seed) : Writer(seed) {}

  RandomProgram run() {
    type_ = one_of({"signed char", "unsigned char", "signed char", "unsigned char", "short", "int",
                    "unsigned"});
    use_type(type_);
    use(Construct::Input);
    line("extern unsigned char __VERIFIER_nondet_uchar(void);");
    line("{} g;", type_);
    for (std::uint32_t i = random_.below(3); i > 0; --i) function(fmt::format("f{}", i));
    open("int main(void) {{");
    const std::string first = value({"g"});
    line("{} a = {}, b = __VERIFIER_nondet_uchar();", type_, first);
    for (std::uint32_t i = 1 + random_.below(3); i > 0; --i) statement({"g", "a", "b"}, 2);
    line("return 0;");
    close();
    return take("termination");
  }

 private:
  std::string type_;
  Names functions_;
  std::uint32_t counters_ = 0;
  std::uint32_t loops_ = 0;  // around

  std::string number() { return std::to_string(one_of({0, 1, 1, 2, 3, 7, 10})); }

  std::string value(const Names& names) {
    const std::uint32_t kind = random_.below(6);
    if (kind == 0) return number();
    if (kind == 1) return fmt::format("__VERIFIER_nondet_uchar() & {}", one_of({1U, 7U}));
    const std::string name = one_of(names);
    if (kind == 2) return name;
    const std::string op = one_of({"+", "-", "-", "/"});
    if (op == "/") use(Construct::Division);
    return fmt::format("{} {} {}", name, op, one_of({1U, 1U, 2U, 3U}));
  }

  std::string condition(const Names& names) {
    const std::string right = random_.percent(50) ? number() : one_of(names);
    const std::string left = one_of(names);
    const std::string compare = one_of({"<", "<=", "!=", ">", ">="});
    return fmt::format("{} {} {}", left, compare, right);
  }

  void statements(const Names& names, unsigned depth) {
    for (std::uint32_t i = 1 + random_.below(2); i > 0; --i) statement(names, depth);
  }

  void statement(const Names& names, unsigned depth) {
    const std::uint32_t kind = random_.below(9);
    const std::string target = one_of(names);
    if (kind < 3 || depth == 0) {
      const std::string stored = value(names);
      line("{} = {};", target, stored);
    } else if (kind == 3 && !functions_.empty()) {
      use(Construct::Call);
      const std::string called = one_of(functions_);
      const std::string argument = value(names);
      line("{} = {}({});", target, called, argument);
    } else if (kind < 6) {
      use(Construct::If);
      const std::string when = condition(names);
      open("if ({}) {{", when);
      statements(names, depth - 1);
      close();
    } else {
      loop(names, depth);
    }
  }

  void loop(const Names& names, unsigned depth) {
    const std::string name = fmt::format("i{}", counters_++);
    const std::uint32_t kind = random_.below(5);
    const std::string limit = random_.percent(50) ? number() : one_of(names);
    const std::string down = one_of({"-= 1", "-= 2", "/= 2"});
    const std::string when = condition(names);
    const std::string stepped = one_of(names);
    const std::string step = fmt::format("{0} = {0} {1} 1;", stepped, one_of({"+", "-"}));
    use(kind < 2 ? Construct::For : kind < 4 ? Construct::While : Construct::DoWhile);
    if (loops_++ > 0) use(Construct::NestedLoop);
    if (kind == 0)
      open("for ({0} {1} = 0; {1} < {2}; {1}++) {{", type_, name, limit);
    else if (kind == 1)
      open("for ({0} {1} = {2}; {1} > 0; {1} {3}) {{", type_, name, limit, down);
    else if (kind < 4)
      open("while ({}) {{", when);
    else
      open("do {{");
    statements(names, depth - 1);
    if (kind > 1) line("{}", step);
    close(kind == 4 ? fmt::format("}} while ({});", when) : "}");
    --loops_;
  }

  void function(const std::string& name) {
    const Names names{"g", "n"};
    open("{0} {1}({0} n) {{", type_, name);
    if (random_.percent(50)) {
      use(Construct::Recursion);
      const std::string when = condition(names);
      const std::string result = value(names);
      line("if ({}) return {};", when, result);
      const std::string argument = value({"n"});
      functions_.push_back(name);
      line("g = {}({});", one_of(functions_), argument);
      functions_.pop_back();
    }
    statements(names, 1);
    const std::string result = value(names);
    line("return {};", result);
    close();
    functions_.push_back(name);
  }
};

}  // namespace

RandomProgram random_endings(std::uint64_t seed) {
  return Endings(seed).run();
}

}  // namespace hardbop::c::random_layer
