// SPDX-License-Identifier: MIT
// Loops over arrays, one after the other; the last says something of all elements. What engines
// guess of elements, and what they leave out of arrays, is tried here.
#include "c/random/writer.hpp"

namespace hardbop::c::random_layer {

namespace {

class Sweeps : Writer {
 public:
  explicit Sweeps(std::uint64_t seed) : Writer(seed) {}

  RandomProgram run() {
    length_ = one_of({3, 4, 5, 8, 9, 20});
    const std::string type = one_of({"int", "signed char", "unsigned char", "short", "unsigned"});
    use_type(type);
    use(Construct::Array);
    use(Construct::Input);
    line("extern void reach_error(void);");
    line("extern unsigned char __VERIFIER_nondet_uchar(void);");
    line("{} a[{}], b[{}];", type, length_, length_);
    open("int main(void) {{");
    line("int n = __VERIFIER_nondet_uchar();");
    line("if (n > {}) return 0;", length_);
    if (random_.percent(20)) {
      use(Construct::Uninitialised);
      line("{} c[{}];", type, length_);
      has_local_ = true;
    }
    for (std::uint32_t i = 1 + random_.below(3); i > 0; --i) sweep();
    ask();
    line("return 0;");
    close();
    return take("unreach-call");
  }

 private:
  std::uint32_t length_ = 0;
  bool has_local_ = false;

  std::string number() { return std::to_string(one_of({0, 0, 1, 1, 2, 3, 7})); }

  std::string index() {
    switch (random_.below(9)) {
      case 0: return fmt::format("(i + 1) % {}", length_);
      case 1: return fmt::format("{} - i", length_ - 1);
      case 2: use(Construct::Division); return "i / 2";
      case 3: return std::to_string(random_.below(length_));
      default: return "i";
    }
  }

  std::string element(const std::string& at) {
    if (has_local_ && random_.percent(15)) return fmt::format("c[{}]", at);
    return fmt::format("{}[{}]", one_of({"a", "b"}), at);
  }

  std::string value() {
    switch (random_.below(8)) {
      case 0:
      case 1:
      case 2: return number();
      case 3: return "__VERIFIER_nondet_uchar() & 3";
      case 4: return "i";
      case 5: {
        const std::string read = element(index());
        return fmt::format("{} + {}", read, number());
      }
      default: return element(index());
    }
  }

  std::string condition() {
    const std::uint32_t kind = random_.below(4);
    const std::string left = kind == 0   ? "i"
                             : kind == 1 ? "(__VERIFIER_nondet_uchar() & 1)"
                             : kind == 2 ? element("i")
                                         : element(index());
    const std::string compare = one_of({"<", "==", "!=", ">="});
    const std::string right = random_.percent(50) ? number() : std::to_string(length_ / 2);
    return fmt::format("{} {} {}", left, compare, right);
  }

  void sweep() {
    const std::uint32_t start = one_of({0, 0, 0, 1, 2});
    const std::uint32_t kind = random_.below(5);
    const std::string end = kind == 0   ? "n"
                            : kind == 1 ? std::to_string(length_ - 1)
                                        : std::to_string(length_);
    const std::uint32_t step = one_of({1, 1, 1, 1, 2});
    use(Construct::For);
    open("for (int i = {}; i < {}; i += {}) {{", start, end, step);
    for (std::uint32_t i = one_of({1, 1, 2}); i > 0; --i) {
      const std::string target = element(random_.percent(80) ? "i" : index());
      const std::string stored = value();
      if (!random_.percent(40)) {
        line("{} = {};", target, stored);
        continue;
      }
      use(Construct::If);
      const std::string when = condition();
      line("if ({}) {} = {};", when, target, stored);
    }
    close();
  }

  void ask() {
    use(Construct::Error);
    const std::string end = random_.percent(50) ? "n" : std::to_string(length_);
    if (random_.percent(25)) {
      line("int s = 0;");
      const std::string summand = element("i");
      line("for (int i = 0; i < {}; i++) s += {};", end, summand);
      const std::string compare = one_of({"!=", "<", ">"});
      const std::uint32_t total = one_of({0, length_, 2 * length_, 3});
      line("if (s {} {}) reach_error();", compare, total);
      return;
    }
    std::string asked = element("i");
    if (random_.percent(40)) asked += " - " + element(index());
    const std::string compare = one_of({"!=", "!=", "<", ">", "=="});
    const std::string right = number();
    line("for (int i = 0; i < {}; i++) if ({} {} {}) reach_error();", end, asked, compare, right);
  }
};

}  // namespace

RandomProgram random_sweeps(std::uint64_t seed) {
  return Sweeps(seed).run();
}

}  // namespace hardbop::c::random_layer
