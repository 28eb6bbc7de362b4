// SPDX-License-Identifier: MIT
// Expressions over machine words of 1 to 64 bits, shared as a graph: what guards and assignments
// of a labelled transition graph are made of [wang07 §4.2]. The operators mean what SMT-LIB's
// bit-vectors mean: division by zero gives all ones, its remainder the dividend, and a shift by the
// width or more empties the word.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace hardbop::words {

using ExprId = std::uint32_t;
using VariableId = std::uint32_t;
using InputId = std::uint32_t;
using Width = std::uint8_t;

enum class Op : std::uint8_t {
  Constant,
  Variable,  // its value before the block
  Input,     // arbitrary: one value each time a block is executed
  Not,       // bitwise
  Negate,
  And,
  Or,
  Xor,
  Add,
  Subtract,
  Multiply,
  DivideUnsigned,
  DivideSigned,
  RemainderUnsigned,
  RemainderSigned,
  ShiftLeft,
  ShiftRight,
  ShiftRightSigned,
  Equal,
  LessUnsigned,
  LessSigned,
  LessEqualUnsigned,
  LessEqualSigned,
  Conditional,
  ZeroExtend,
  SignExtend,
  Extract,
  Concatenate,  // a is the upper part
};

/// Comparisons have width 1; the operands of a binary operator have equal widths.
struct Node {
  Op op = Op::Constant;
  Width width = 1;
  ExprId a = 0;
  ExprId b = 0;
  ExprId c = 0;
  std::uint64_t value = 0;  // of a constant; which variable or input; the lowest bit extracted

  bool operator==(const Node&) const = default;
};

/// All bits of a word.
[[nodiscard]] constexpr std::uint64_t mask(Width width) {
  return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

/// What an operator makes of constants; not of leaves. `width` is the operands'.
[[nodiscard]] std::uint64_t apply(Op op, Width width, std::uint64_t a, std::uint64_t b);
[[nodiscard]] std::int64_t as_signed(std::uint64_t value, Width width);
/// Whether signed numbers have the same sum, difference, product, negative or quotient as integers;
/// true of other operators.
[[nodiscard]] bool is_exact(Op op, Width width, std::uint64_t a, std::uint64_t b);
/// How many of a node's a, b and c are operands.
[[nodiscard]] unsigned operand_count(Op op);
/// What a node that is neither a leaf nor Concatenate makes of its operands' values; `operands` is
/// the width of the first.
[[nodiscard]] std::uint64_t apply(const Node& node, Width operands, std::uint64_t a,
                                  std::uint64_t b, std::uint64_t c);

/// Equal expressions are one node; what can be said without values of variables is said at once.
class Expressions {
 public:
  /// From now on, only what is as true of integers without bounds: where each word is read as a
  /// signed number, sums, differences, products and negatives are exact, and only a part of a word
  /// is cut. What expressions mean does not change.
  void keep_overflows() { keeps_overflows_ = true; }
  /// Whether a word read in that way is surely one that its width can hold.
  [[nodiscard]] bool is_in_range(ExprId id) const;

  [[nodiscard]] const Node& node(ExprId id) const { return nodes_[id]; }
  [[nodiscard]] Width width(ExprId id) const { return nodes_[id].width; }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }

  [[nodiscard]] ExprId constant(Width width, std::uint64_t value);
  [[nodiscard]] ExprId variable(VariableId variable, Width width);
  [[nodiscard]] ExprId input(InputId input, Width width);
  [[nodiscard]] ExprId unary(Op op, ExprId a);
  [[nodiscard]] ExprId binary(Op op, ExprId a, ExprId b);
  [[nodiscard]] ExprId conditional(ExprId condition, ExprId a, ExprId b);
  /// To a width that is not smaller.
  [[nodiscard]] ExprId extend(Op op, ExprId a, Width width);
  [[nodiscard]] ExprId extract(ExprId a, Width lowest, Width width);
  [[nodiscard]] ExprId concatenate(ExprId upper, ExprId lower);
  [[nodiscard]] ExprId truth(bool value) { return constant(1, value ? 1 : 0); }
  /// Extends with zeros or sign, or cuts.
  [[nodiscard]] ExprId resize(ExprId a, Width width, bool is_signed);

  [[nodiscard]] bool is_constant(ExprId id) const { return nodes_[id].op == Op::Constant; }
  [[nodiscard]] bool is_constant(ExprId id, std::uint64_t value) const {
    return is_constant(id) && nodes_[id].value == value;
  }

  /// The value, given those of variables and inputs.
  [[nodiscard]] std::uint64_t evaluate(ExprId id, std::span<const std::uint64_t> variables,
                                       std::span<const std::uint64_t> inputs) const;

 private:
  struct Hash {
    std::size_t operator()(const Node& node) const;
  };
  std::vector<Node> nodes_;
  std::unordered_map<Node, ExprId, Hash> table_;
  bool keeps_overflows_ = false;

  ExprId make(const Node& node);
  // Whether a rule that is true of words may be applied.
  [[nodiscard]] bool may_take_for_word(ExprId id) const {
    return !keeps_overflows_ || is_in_range(id);
  }
  [[nodiscard]] bool may_fold(Op op, Width width, std::uint64_t a, std::uint64_t b) const {
    return !keeps_overflows_ || is_exact(op, width, a, b);
  }
  // What can be said at once of one kind of operator; nothing where there is nothing to say.
  using Simple = std::optional<ExprId>;
  [[nodiscard]] Simple simple_bitwise(Op op, ExprId a, ExprId b);
  [[nodiscard]] Simple simple_arithmetic(Op op, ExprId a, ExprId b);
  [[nodiscard]] Simple simple_division(Op op, ExprId a, ExprId b);
  [[nodiscard]] Simple simple_shift(Op op, ExprId a, ExprId b);
  [[nodiscard]] Simple simple_equal(ExprId a, ExprId b);
  [[nodiscard]] Simple equal_to_constant(ExprId a, std::uint64_t value);
  [[nodiscard]] Simple simple_less(Op op, ExprId a, ExprId b);
  [[nodiscard]] Simple less_with_constant(Op op, ExprId a, ExprId b);
  [[nodiscard]] Simple part(ExprId a, Width lowest, Width width);
  [[nodiscard]] Simple extract_inside(const Node& node, Width lowest, Width width);
};

}  // namespace hardbop::words
