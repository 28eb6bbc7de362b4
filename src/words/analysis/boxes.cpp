// SPDX-License-Identifier: MIT
#include "words/analysis/boxes.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "base/expression/float.hpp"
#include "base/expression/substitute.hpp"
#include "words/analysis/range.hpp"

namespace hardbop::words {

namespace {

/// With more, there are too many boxes.
constexpr std::size_t most_inputs = 8;
constexpr std::uint64_t nodes_between_polls = 1U << 16U;

/// The place of a number in the order of all numbers of its width: -0 is just before 0, and what is
/// not a number is before or behind all others.
std::uint64_t to_key(std::uint64_t word, Width width) {
  const std::uint64_t sign = std::uint64_t{1} << (width - 1U);
  return (word & sign) != 0 ? ~word & mask(width) : word | sign;
}

std::uint64_t to_word(std::uint64_t key, Width width) {
  const std::uint64_t sign = std::uint64_t{1} << (width - 1U);
  return (key & sign) != 0 ? key & ~sign : ~key & mask(width);
}

std::uint64_t infinity(Width width) {
  return mask(float_format(width).exponent) << float_format(width).fraction;
}

bool is_not_a_number(std::uint64_t word, Width width) {
  return (word & (mask(width) >> 1U)) > infinity(width);
}

/// Numbers between two, by their keys; others may be among them.
struct Numbers {
  Width width = 32;
  std::uint64_t least = 0;
  std::uint64_t greatest = 0;
  bool may_be_none = false;  // not a number

  [[nodiscard]] static std::uint64_t lowest(Width width) {
    return to_key(infinity(width) | std::uint64_t{1} << (width - 1U), width);
  }
  [[nodiscard]] static std::uint64_t highest(Width width) { return to_key(infinity(width), width); }
  [[nodiscard]] static Numbers all(Width width) {
    return {width, lowest(width), highest(width), true};
  }
  /// Of words with these keys and between.
  [[nodiscard]] static Numbers between(Width width, std::uint64_t least, std::uint64_t greatest) {
    const bool may_be_none = least < lowest(width) || greatest > highest(width);
    return {width, std::clamp(least, lowest(width), highest(width)),
            std::clamp(greatest, lowest(width), highest(width)), may_be_none};
  }

  [[nodiscard]] std::uint64_t low() const { return to_word(least, width); }
  [[nodiscard]] std::uint64_t high() const { return to_word(greatest, width); }
  [[nodiscard]] bool has_zero() const {
    return least <= to_key(0, width) && greatest >= to_key(0, width) - 1;
  }
  [[nodiscard]] bool has_infinity() const {
    return least == lowest(width) || greatest == highest(width);
  }
};

/// What a word can be: between numbers of its width, and between integers.
struct Possible {
  Range range;
  std::optional<Numbers> numbers{};
};

/// A number with its sign turned, as Xor says it.
std::optional<Numbers> turned(const Numbers& a, std::uint64_t by) {
  if (by != std::uint64_t{1} << (a.width - 1U)) return std::nullopt;
  return Numbers{a.width, to_key(a.high() ^ by, a.width), to_key(a.low() ^ by, a.width),
                 a.may_be_none};
}

class Boxes {
 public:
  Boxes(const Expressions& expressions, ExprId condition, std::uint64_t most, Budget& budget)
      : e_(expressions), most_(most), budget_(budget), place_(expressions.size()) {
    for_each_node(e_, {condition}, [&](ExprId id) {
      place_[id] = nodes_.size();
      nodes_.push_back(id);
      if (e_.node(id).op == Op::Input) add_input(id);
      if (is_float_operation(e_.node(id).op)) mark_operands(id);
    });
    possible_.resize(nodes_.size());
  }

  bool are_all_false() {
    if (inputs_.empty() || inputs_.size() > most_inputs) return false;
    std::vector<Box> work{Box(inputs_.size())};
    for (std::size_t i = 0; i < inputs_.size(); ++i) work[0][i] = {0, mask(e_.width(inputs_[i]))};
    while (!work.empty()) {
      const Box box = std::move(work.back());
      work.pop_back();
      used_ += nodes_.size();
      if (used_ > most_ || !polls()) return false;
      if (!may_be_true(box)) continue;
      const std::size_t widest = widest_of(box);
      const auto [least, greatest] = box[widest];
      if (least == greatest) return false;
      const std::uint64_t middle = least + (greatest - least) / 2;
      for (const Side& side : {Side{least, middle}, Side{middle + 1, greatest}}) {
        work.push_back(box);
        work.back()[widest] = side;
      }
    }
    return true;
  }

 private:
  struct Side {
    std::uint64_t least = 0;  // a key of a number, or an unsigned integer
    std::uint64_t greatest = 0;
  };
  using Box = std::vector<Side>;  // by input

  const Expressions& e_;
  std::uint64_t most_;
  Budget& budget_;
  std::vector<ExprId> nodes_;       // operands first; the condition last
  std::vector<std::size_t> place_;  // in these, by expression
  std::vector<Possible> possible_;  // by place
  std::vector<ExprId> inputs_;
  std::map<ExprId, bool> is_number_;  // by input
  std::uint64_t used_ = 0;
  std::uint64_t polled_ = 0;

  void add_input(ExprId id) {
    inputs_.push_back(id);
    is_number_.emplace(id, false);
  }

  void mark_operands(ExprId id) {
    const Node& node = e_.node(id);
    const bool reads_integer = node.op == Op::FloatFromSigned || node.op == Op::FloatFromUnsigned;
    const std::array operands{node.a, node.b, node.c};
    for (unsigned i = 0; i < operand_count(node.op) && !reads_integer; ++i)
      if (const auto found = is_number_.find(operands[i]); found != is_number_.end())
        found->second = true;
  }

  bool polls() {
    if (used_ - polled_ < nodes_between_polls) return true;
    polled_ = used_;
    return budget_.poll() == StopReason::None;
  }

  /// By its part of all values of its width.
  [[nodiscard]] std::size_t widest_of(const Box& box) const {
    std::size_t out = 0;
    double most = -1;
    for (std::size_t i = 0; i < box.size(); ++i) {
      const double part = static_cast<double>(box[i].greatest - box[i].least) /
                          static_cast<double>(mask(e_.width(inputs_[i])));
      if (part > most) out = i;
      most = std::max(most, part);
    }
    return out;
  }

  bool may_be_true(const Box& box) {
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const Node& node = e_.node(nodes_[i]);
      possible_[i] = node.op == Op::Input ? possible_input(nodes_[i], box) : compute(node);
    }
    return possible_.back().range.contains(1);
  }

  [[nodiscard]] Possible possible_input(ExprId id, const Box& box) const {
    const Width width = e_.width(id);
    const auto number = static_cast<std::size_t>(std::ranges::find(inputs_, id) - inputs_.begin());
    const Side& side = box[number];
    if (!is_number_.at(id)) return {Range::unsigned_between(width, side.least, side.greatest)};
    return {Range::all(width), Numbers::between(width, side.least, side.greatest)};
  }

  [[nodiscard]] const Possible& operand(ExprId id) const { return possible_[place_[id]]; }

  /// What an operand is as a number.
  [[nodiscard]] Numbers numbers(ExprId id) const {
    const Possible& known = operand(id);
    const Width width = e_.width(id);
    if (known.numbers) return *known.numbers;
    if (!known.range.is_one()) return Numbers::all(width);
    const std::uint64_t key = to_key(known.range.least, width);
    return Numbers::between(width, key, key);
  }

  [[nodiscard]] Possible compute(const Node& node) const {
    if (node.index != 0 || node.op == Op::Select) return {Range::all(node.width)};
    if (is_float_operation(node.op)) return compute_float(node);
    switch (node.op) {
      case Op::Constant: return {Range::just(node.width, node.value)};
      case Op::Variable: return {Range::all(node.width)};
      case Op::Conditional: return choose(node);
      default: break;
    }
    if (const auto word = known(node)) return {Range::just(node.width, *word)};
    Possible out{words::apply(node, operand(node.a).range, range_of(node, 1), range_of(node, 2))};
    if (node.op == Op::Xor && operand(node.a).numbers && operand(node.b).range.is_one())
      out.numbers = turned(*operand(node.a).numbers, operand(node.b).range.least);
    if (node.op == Op::Xor && operand(node.b).numbers && operand(node.a).range.is_one())
      out.numbers = turned(*operand(node.b).numbers, operand(node.a).range.least);
    return out;
  }

  /// The word, if the operands are known.
  [[nodiscard]] std::optional<std::uint64_t> known(const Node& node) const {
    if (node.op == Op::Concatenate) return std::nullopt;
    std::array<std::uint64_t, 3> values{};
    const std::array operands{node.a, node.b, node.c};
    for (unsigned i = 0; i < operand_count(node.op); ++i) {
      const Range& range = operand(operands[i]).range;
      if (!range.is_one()) return std::nullopt;
      values[i] = range.least;
    }
    return words::apply(node, e_.width(node.a), values[0], values[1], values[2]);
  }

  [[nodiscard]] Range range_of(const Node& node, unsigned which) const {
    if (which >= operand_count(node.op)) return Range::all(1);
    return operand(which == 1 ? node.b : node.c).range;
  }

  [[nodiscard]] Possible choose(const Node& node) const {
    const Range& condition = operand(node.a).range;
    if (condition.is_one()) return operand(condition.least != 0 ? node.b : node.c);
    const Possible& a = operand(node.b);
    const Possible& b = operand(node.c);
    Possible out{join(a.range, b.range)};
    const bool are_numbers = a.numbers || b.numbers;
    if (!are_numbers) return out;
    const Numbers x = numbers(node.b);
    const Numbers y = numbers(node.c);
    out.numbers = Numbers{x.width, std::min(x.least, y.least), std::max(x.greatest, y.greatest),
                          x.may_be_none || y.may_be_none};
    return out;
  }

  // Numbers

  [[nodiscard]] Possible compute_float(const Node& node) const {
    switch (node.op) {
      case Op::FloatEqual:
      case Op::FloatLess:
      case Op::FloatLessEqual: return {compare(node)};
      case Op::FloatToSigned:
      case Op::FloatToUnsigned: return {Range::all(node.width)};
      case Op::FloatFromSigned:
      case Op::FloatFromUnsigned: return {Range::all(node.width), from_integer(node)};
      default: break;
    }
    return {Range::all(node.width), arithmetic(node)};
  }

  [[nodiscard]] Numbers from_integer(const Node& node) const {
    const Range& range = operand(node.a).range;
    const bool is_signed = node.op == Op::FloatFromSigned;
    const std::uint64_t bits = mask(e_.width(node.a));
    const std::uint64_t ends[] = {
        is_signed ? static_cast<std::uint64_t>(range.least_signed) & bits : range.least,
        is_signed ? static_cast<std::uint64_t>(range.greatest_signed) & bits : range.greatest};
    return hull(node, e_.width(node.a), {{ends[0], 0}, {ends[1], 0}});
  }

  /// Three values of two numbers that are compared.
  [[nodiscard]] Range compare(const Node& node) const {
    const Numbers a = numbers(node.a);
    const Numbers b = numbers(node.b);
    const auto holds = [&](std::uint64_t x, std::uint64_t y) {
      return words::apply(node, a.width, x, y, 0) != 0;
    };
    bool may_hold = false;
    bool must_hold = false;
    if (node.op == Op::FloatEqual) {
      const auto below = [&](const Numbers& x, const Numbers& y) {  // all of x
        return x.greatest < y.least && !(x.greatest + 1 == y.least && is_zero(x.high(), x.width));
      };
      may_hold = !below(a, b) && !below(b, a);
      must_hold = a.least == a.greatest && b.least == b.greatest && holds(a.low(), b.low());
    } else {
      may_hold = holds(a.low(), b.high());
      must_hold = holds(a.high(), b.low());
    }
    must_hold = must_hold && !a.may_be_none && !b.may_be_none;
    return Range::unsigned_between(1, must_hold ? 1 : 0, may_hold ? 1 : 0);
  }

  [[nodiscard]] static bool is_zero(std::uint64_t word, Width width) {
    return (word & (mask(width) >> 1U)) == 0;
  }

  [[nodiscard]] Numbers arithmetic(const Node& node) const {
    const Numbers a = numbers(node.a);
    const bool has_two = operand_count(node.op) > 1;
    const Numbers b = has_two ? numbers(node.b) : a;
    if (a.may_be_none || b.may_be_none) return Numbers::all(node.width);
    switch (node.op) {
      case Op::FloatAdd:
        if (a.has_infinity() || b.has_infinity()) return Numbers::all(node.width);
        return hull(node, a.width, {{a.low(), b.low()}, {a.high(), b.high()}});
      case Op::FloatSubtract:
        if (a.has_infinity() || b.has_infinity()) return Numbers::all(node.width);
        return hull(node, a.width, {{a.low(), b.high()}, {a.high(), b.low()}});
      case Op::FloatMultiply:
        if (a.has_infinity() || b.has_infinity()) return Numbers::all(node.width);
        return node.a == node.b ? square(node, a) : corners(node, a, b);
      case Op::FloatDivide:
        if (a.has_infinity() || b.has_infinity() || b.has_zero()) return Numbers::all(node.width);
        return corners(node, a, b);
      case Op::FloatSquareRoot:
        if (a.least < to_key(0, a.width) - 1) return Numbers::all(node.width);
        break;
      default: break;
    }
    return hull(node, a.width, {{a.low(), 0}, {a.high(), 0}});
  }

  [[nodiscard]] Numbers corners(const Node& node, const Numbers& a, const Numbers& b) const {
    return hull(
        node, a.width,
        {{a.low(), b.low()}, {a.low(), b.high()}, {a.high(), b.low()}, {a.high(), b.high()}});
  }

  [[nodiscard]] Numbers square(const Node& node, const Numbers& a) const {
    Numbers out = hull(node, a.width, {{a.low(), a.low()}, {a.high(), a.high()}});
    if (a.has_zero()) out.least = std::min(out.least, to_key(0, node.width) - 1);
    return out;
  }

  struct Corner {
    std::uint64_t a = 0;
    std::uint64_t b = 0;
  };
  /// All between the results at the corners. A zero may have either sign.
  [[nodiscard]] Numbers hull(const Node& node, Width operands,
                             const std::vector<Corner>& corners) const {
    const Width width = node.width;
    Numbers out{width, Numbers::highest(width), Numbers::lowest(width), false};
    for (const Corner& one : corners) {
      const std::uint64_t word = words::apply(node, operands, one.a, one.b, 0);
      if (is_not_a_number(word, width)) return Numbers::all(width);
      out.least = std::min(out.least, to_key(word, width));
      out.greatest = std::max(out.greatest, to_key(word, width));
    }
    const std::uint64_t zero = to_key(0, width);
    if (out.least == zero) --out.least;
    if (out.greatest == zero - 1) ++out.greatest;
    return out;
  }
};

}  // namespace

bool is_false_in_boxes(const Expressions& expressions, ExprId condition, std::uint64_t most,
                       Budget& budget) {
  return Boxes(expressions, condition, most, budget).are_all_false();
}

}  // namespace hardbop::words
