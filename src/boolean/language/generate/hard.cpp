// SPDX-License-Identifier: MIT
// The product p of x and y, by adding and shifting, with all three live to the end. This is a set
// of 4^bits valuations that no order of variables makes small, because no order makes
// multiplication small [bryant91]. The check needs the whole set: the rule of casting out threes; y
// equals its saved first value (Terminator also compares with saved copies); and p is not less than
// x unless y is zero. The seed shuffles the order of the additions, and so the intermediate sets.
// In the unsafe form the last addition loses its carry.
#include <numeric>

#include "base/util/random_numbers.hpp"
#include "boolean/language/generate.hpp"
#include "boolean/language/generate/text.hpp"

namespace hardbop::bp {

namespace {

class Hard {
 public:
  Hard(std::uint32_t bits, std::uint64_t seed)
      : random_(seed),
        bits_(bits),
        x_(numbered("x", bits)),
        y_(numbered("y", bits)),
        p_(numbered("p", 2 * bits)),
        saved_(numbered("saved", bits)) {}

  std::string run(Form form) {
    text_.line("decl {};", joined(y_));
    text_.line("decl m1 := F, m0 := F, n1 := F, n0 := F, carry := F;");
    write_main(form);
    write_remainder_of_y();
    write_product_of_remainders();
    text_.procedure("void error()");
    text_.line("ERROR: skip;");
    text_.close("end");
    return text_.take();
  }

 private:
  Random random_;
  std::uint32_t bits_;
  Names x_;
  Names y_;
  Names p_;
  Names saved_;
  Text text_;

  void write_main(Form form) {
    text_.procedure("void main()");
    for (const Names& group : {x_, saved_, p_}) text_.line("decl {};", joined(group));
    text_.line("decl k1, k0, q1, q0, r1, r0;");
    for (std::uint32_t i = 0; i < bits_; ++i) text_.line("{} := {};", saved_[i], y_[i]);
    for (const std::string& bit : p_) text_.line("{} := F;", bit);
    write_remainder("m1", "m0", x_);
    text_.line("remainder_of_y();");
    text_.line("k1, k0 := m1, m0;");
    std::vector<std::uint32_t> order(bits_);
    std::iota(order.begin(), order.end(), 0U);
    random_.shuffle(order);
    for (std::uint32_t i = 0; i < bits_; ++i)
      write_addition(order[i], form == Form::Unsafe && i + 1 == bits_);
    text_.line("q1, q0 := product_of_remainders(m1, m0, n1, n0);");
    write_checks();
    text_.close("end");
  }

  /// Adds x, shifted to a position, to p.
  void write_addition(std::uint32_t position, bool loses_carry) {
    text_.open("if ({}) then", y_[position]);
    text_.line("carry := F;");
    for (std::uint32_t i = 0; i < bits_; ++i)
      text_.line("{0}, carry := {0} ^ {1} ^ carry, ({0} & {1}) | (carry & ({0} | {1}));",
                 p_[position + i], x_[i]);
    for (std::uint32_t i = position + bits_; i < 2 * bits_ && !loses_carry; ++i)
      text_.line("{0}, carry := {0} ^ carry, {0} & carry;", p_[i]);
    text_.close("fi");
  }

  /// From the highest bit down, the remainder by three is doubled and the bit added.
  void write_remainder(const char* high, const char* low, const Names& bits) {
    text_.line("{}, {} := F, F;", high, low);
    for (auto bit = bits.rbegin(); bit != bits.rend(); ++bit)
      text_.line("{0}, {1} := ({2} ? {0} : {1}), ({2} ? !({0} | {1}) : {0});", high, low, *bit);
  }

  void write_remainder_of_y() {
    text_.procedure("void remainder_of_y()");
    write_remainder("n1", "n0", y_);
    text_.close("end");
  }

  void write_product_of_remainders() {
    text_.procedure("bool<2> product_of_remainders(a1, a0, b1, b0)");
    text_.line("return (a1 & b0) | (a0 & b1), (a0 & b0) | (a1 & b1);");
    text_.close("end");
  }

  void write_checks() {
    write_remainder("r1", "r0", p_);
    write_error("(r1 != q1) | (r0 != q0)");
    Names changed{"(k1 != m1)", "(k0 != m0)"};
    for (std::uint32_t i = 0; i < bits_; ++i)
      changed.push_back(fmt::format("({} != {})", y_[i], saved_[i]));
    write_error(joined(changed, " | "));
    text_.line("r0 := F;");
    for (std::uint32_t i = 0; i < bits_; ++i)
      text_.line("r0 := (!{0} & {1}) | (({0} = {1}) & r0);", p_[i], x_[i]);
    for (std::uint32_t i = bits_; i < 2 * bits_; ++i) text_.line("r0 := r0 & !{};", p_[i]);
    write_error(fmt::format("r0 & ({})", joined(y_, " | ")));
  }

  void write_error(const std::string& condition) {
    text_.open("if ({}) then", condition);
    text_.line("error();");
    text_.close("fi");
  }
};

}  // namespace

std::string generate_hard(std::uint32_t bits, std::uint64_t seed, Form form) {
  return Hard(bits, seed).run(form);
}

}  // namespace hardbop::bp
