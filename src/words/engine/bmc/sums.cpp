// SPDX-License-Identifier: MIT
#include "words/engine/bmc/sums.hpp"

#include <map>
#include <optional>
#include <utility>

namespace hardbop::bmc {

namespace {

using words::Expressions;
using words::ExprId;
using words::Node;
using words::Op;
using words::Width;

/// Parts of longer sums stay as they are.
constexpr unsigned longest_sum = 32;

bool is_sum(const Node& node) {
  return node.op == Op::Add || node.op == Op::Subtract || node.op == Op::Negate ||
         node.op == Op::Multiply || node.op == Op::Concatenate || node.op == Op::Conditional;
}

/// A constant, and what is added to it with factors, modulo 2^width.
class WordSum {
 public:
  WordSum(Expressions& expressions, Width width) : expressions_(expressions), width_(width) {}

  void add(ExprId id, std::uint64_t factor) {
    const Node node = expressions_.node(id);
    if (node.op == Op::Constant) {
      constant_ += factor * node.value;
      return;
    }
    if (++parts_ <= longest_sum && add_parts(node, factor)) return;
    factors_[id] += factor;
  }

  /// If nothing else is in it.
  [[nodiscard]] std::optional<std::uint64_t> as_constant() const {
    for (const auto& [id, factor] : factors_)
      if ((factor & words::mask(width_)) != 0) return std::nullopt;
    return constant_ & words::mask(width_);
  }

  /// That it is zero.
  [[nodiscard]] ExprId is_zero() {
    ExprId plus = word(0);
    ExprId minus = word(0 - constant_);
    bool turns = false;  // so that the first part is on the left
    bool is_first = true;
    for (const auto& [id, factor] : factors_) {
      const std::uint64_t times = factor & words::mask(width_);
      if (times == 0) continue;
      const bool is_negative = times >> (width_ - 1U) != 0;
      if (is_first) turns = is_negative;
      is_first = false;
      ExprId& side = is_negative ? minus : plus;
      const ExprId size = word(is_negative ? 0 - times : times);
      side = expressions_.binary(Op::Add, side, expressions_.binary(Op::Multiply, size, id));
    }
    return turns ? expressions_.binary(Op::Equal, minus, plus)
                 : expressions_.binary(Op::Equal, plus, minus);
  }

 private:
  Expressions& expressions_;
  Width width_;
  std::uint64_t constant_ = 0;
  std::map<ExprId, std::uint64_t> factors_;
  unsigned parts_ = 0;

  [[nodiscard]] ExprId word(std::uint64_t value) {
    return expressions_.constant(width_, value & words::mask(width_));
  }

  /// Whether it is made of parts.
  bool add_parts(const Node& node, std::uint64_t factor) {
    switch (node.op) {
      case Op::Add:
      case Op::Subtract:
        add(node.a, factor);
        add(node.b, node.op == Op::Add ? factor : 0 - factor);
        return true;
      case Op::Negate: add(node.a, 0 - factor); return true;
      case Op::Multiply:
        for (const auto& [by, of] : {std::pair(node.a, node.b), std::pair(node.b, node.a)})
          if (expressions_.is_constant(by)) {
            add(of, factor * expressions_.node(by).value);
            return true;
          }
        return false;
      case Op::Concatenate: return add_shifted(node, factor);
      case Op::Conditional: return add_choice(node, factor);
      default: return false;
    }
  }

  /// The lower part of a word above zeros is a multiple of the word.
  bool add_shifted(const Node& node, std::uint64_t factor) {
    const Node& upper = expressions_.node(node.a);
    const bool is_lower_part =
        upper.op == Op::Extract && upper.value == 0 && expressions_.width(upper.a) == width_;
    if (!is_lower_part || !expressions_.is_constant(node.b, 0)) return false;
    add(upper.a, factor << expressions_.width(node.b));
    return true;
  }

  /// A choice between two words that differ by a constant is one of them, and that constant if the
  /// condition is true: so counters that one of two ways counts up add up.
  bool add_choice(const Node& node, std::uint64_t factor) {
    WordSum difference(expressions_, width_);
    difference.parts_ = parts_;
    difference.add(node.b, 1);
    difference.add(node.c, 0 - std::uint64_t{1});
    parts_ = difference.parts_;
    const auto more = difference.as_constant();
    if (!more) return false;
    add(node.c, factor);
    const ExprId is_taken = expressions_.resize(node.a, width_, false);
    factors_[is_taken] += factor * *more;
    return true;
  }
};

}  // namespace

ExprId equal_sums(Expressions& expressions, ExprId a, ExprId b) {
  const bool are_plain = !is_sum(expressions.node(a)) && !is_sum(expressions.node(b));
  if (are_plain) return expressions.binary(Op::Equal, a, b);
  WordSum difference(expressions, expressions.width(a));
  difference.add(a, 1);
  difference.add(b, 0 - std::uint64_t{1});
  return difference.is_zero();
}

}  // namespace hardbop::bmc
