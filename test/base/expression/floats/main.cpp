// SPDX-License-Identifier: MIT
// Random operations of IEEE 754, a line each: operator, widths of operands and result, rounding,
// operands, and what the library makes of them.
#include <array>
#include <cstdlib>
#include <fmt/format.h>
#include <random>

#include "base/expression/float.hpp"

namespace {

using hardbop::words::Node;
using hardbop::words::Op;
using hardbop::words::Width;

constexpr std::array names{"add",         "subtract", "multiply",    "divide",        "square_root",
                           "round",       "convert",  "from_signed", "from_unsigned", "to_signed",
                           "to_unsigned", "equal",    "less",        "less_equal"};

class Drawer {
 public:
  explicit Drawer(std::uint64_t seed) : random_(seed) {}

  void line() {
    const auto which = below(names.size());
    Node node;
    node.op = static_cast<Op>(static_cast<std::uint64_t>(Op::FloatAdd) + which);
    const bool from_integer = node.op == Op::FloatFromSigned || node.op == Op::FloatFromUnsigned;
    const bool to_integer = node.op == Op::FloatToSigned || node.op == Op::FloatToUnsigned;
    const auto number = static_cast<Width>(below(2) == 0 ? 32 : 64);
    constexpr std::array<Width, 4> integers{8, 16, 32, 64};
    const Width integer = integers[below(4)];
    const Width operands = from_integer ? integer : number;
    node.width = node.op >= Op::FloatEqual     ? Width{1}
                 : to_integer                  ? integer
                 : node.op == Op::FloatConvert ? static_cast<Width>(96 - number)
                                               : number;
    node.value = node.op >= Op::FloatEqual ? 0 : below(to_integer ? 5 : 4);
    if (node.op == Op::FloatRound) node.value = below(5);
    const std::uint64_t a = from_integer ? bits(operands) : number_word(number);
    const std::uint64_t b = below(4) == 0 ? near(a, operands) : number_word(number);
    fmt::print("{} {} {} {} {:x} {:x} {:x}\n", names[which], operands, node.width, node.value, a, b,
               hardbop::words::apply(node, operands, a, b, 0));
  }

 private:
  std::mt19937_64 random_;

  std::uint64_t below(std::uint64_t bound) { return random_() % bound; }
  std::uint64_t bits(Width width) { return (random_() >> below(64)) & hardbop::words::mask(width); }
  std::uint64_t near(std::uint64_t a, Width width) {
    return (a + below(5) - 2) & hardbop::words::mask(width);
  }
  /// Zeros, infinities, what is not a number, subnormal ones, small integers, and any.
  std::uint64_t number_word(Width width) {
    const auto [exponent, fraction] = hardbop::words::float_format(width);
    const std::uint64_t sign = below(2) << (width - 1U);
    const std::uint64_t infinity = hardbop::words::mask(exponent) << fraction;
    const std::uint64_t part = bits(fraction);
    const std::uint64_t middle = hardbop::words::mask(static_cast<Width>(exponent - 1));
    switch (below(8)) {
      case 0: return sign;
      case 1: return sign | infinity;
      case 2: return sign | infinity | part;
      case 3: return sign | part;
      case 4: return sign | (middle + below(70)) << fraction | part;
      case 5: return sign | (middle - below(4)) << fraction | part;
      case 6: return sign | (infinity - 1 - below(3));
      default: return random_() & hardbop::words::mask(width);
    }
  }
};

}  // namespace

int main(int argc, char** argv) {
  Drawer drawer(argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1);
  const unsigned long long count = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1000;
  for (unsigned long long i = 0; i < count; ++i) drawer.line();
}
