// SPDX-License-Identifier: MIT
// Three vectors a, b and s of globals. The program orders a and b, copies a to s, and then changes
// s with the help of b and undoes these changes in reverse order. So s equals a again and is not
// greater than b. If the order of variables keeps the bits of one position together, every diagram
// is linear in the width, because a ripple carries one bit from position to position. Under most
// other orders no diagram is.
#include "base/util/random_numbers.hpp"
#include "boolean/language/generate.hpp"
#include "boolean/language/generate/text.hpp"

namespace hardbop::bp {

namespace {

constexpr std::uint32_t operations = 4;
constexpr std::uint32_t vectors = 3;

class Wide {
 public:
  Wide(std::uint32_t globals, std::uint64_t seed)
      : random_(seed), width_((globals - 1) / vectors), flags_(globals - vectors * width_) {}

  std::string run(Form form) {
    for (const char* vector : {"a", "b", "s"}) text_.line("decl {};", joined(bits(vector)));
    text_.line("decl {};", joined(numbered("flag", flags_)));
    write_main(form);
    write_ripple("add", "s ^ b ^ carry", "(s & b) | (carry & (s | b))");
    write_ripple("subtract", "s ^ b ^ carry", "(!s & b) | (carry & (!s | b))");
    write_bitwise("toggle", "s", "s ^ b");
    write_bitwise("invert", "s", "!s");
    write_bitwise("copy", "s", "a");
    write_bitwise("swap", "a, b", "b, a");
    write_less("b_below_a", "b", "a");
    write_less("b_below_s", "b", "s");
    return text_.take();
  }

 private:
  Random random_;
  std::uint32_t width_;
  std::uint32_t flags_;
  Text text_;

  [[nodiscard]] Names bits(const char* vector) const { return numbered(vector, width_); }

  void write_main(Form form) {
    static const Names forward = {"add", "subtract", "toggle", "invert"};
    static const Names backward = {"subtract", "add", "toggle", "invert"};
    text_.procedure("void main()");
    text_.line("flag0 := b_below_a();");
    text_.open("if (flag0) then");
    text_.line("swap();");
    text_.close("fi");
    text_.line("copy();");
    Names undo;
    for (std::uint32_t i = 0; i < operations; ++i) {
      const std::uint32_t chosen = random_.below(static_cast<std::uint32_t>(forward.size()));
      text_.line("{}();", forward[chosen]);
      undo.insert(undo.begin(), backward[chosen]);
    }
    for (const std::string& name : undo) text_.line("{}();", name);
    text_.line("flag0 := b_below_s();");
    for (std::uint32_t i = 1; i < flags_; ++i) text_.line("flag{} := flag0;", i);
    Names same{fmt::format("!flag{}", flags_ - 1)};
    for (std::uint32_t i = 0; i < width_; ++i) same.push_back(fmt::format("(s{0} = a{0})", i));
    text_.open("if ({}({})) then", form == Form::Safe ? "!" : "", joined(same, " & "));
    text_.line("ERROR: skip;");
    text_.close("fi");
    text_.close("end");
  }

  /// The expression with a, b and s replaced by their bits at a position.
  static std::string at(std::string_view expression, std::uint32_t position) {
    std::string out;
    for (std::size_t i = 0; i < expression.size(); ++i) {
      const std::string_view rest = expression.substr(i);
      if (rest.starts_with("carry")) {
        out += "carry";
        i += 4;
        continue;
      }
      out += expression[i];
      if (std::string_view("abs").find(expression[i]) != std::string_view::npos)
        out += std::to_string(position);
    }
    return out;
  }

  void write_ripple(const char* name, std::string_view sum, std::string_view carry) {
    text_.procedure(fmt::format("void {}()", name));
    text_.line("decl carry;");
    text_.line("carry := F;");
    for (std::uint32_t i = 0; i < width_; ++i)
      text_.line("s{}, carry := {}, {};", i, at(sum, i), at(carry, i));
    text_.close("end");
  }

  void write_bitwise(const char* name, std::string_view left, std::string_view right) {
    text_.procedure(fmt::format("void {}()", name));
    for (std::uint32_t i = 0; i < width_; ++i) text_.line("{} := {};", at(left, i), at(right, i));
    text_.close("end");
  }

  void write_less(const char* name, const char* smaller, const char* larger) {
    text_.procedure(fmt::format("bool {}()", name));
    text_.line("decl below;");
    text_.line("below := F;");
    for (std::uint32_t i = 0; i < width_; ++i)
      text_.line("below := (!{0}{2} & {1}{2}) | (({0}{2} = {1}{2}) & below);", smaller, larger, i);
    text_.line("return below;");
    text_.close("end");
  }
};

}  // namespace

std::string generate_wide(std::uint32_t globals, std::uint64_t seed, Form form) {
  return Wide(globals, seed).run(form);
}

}  // namespace hardbop::bp
