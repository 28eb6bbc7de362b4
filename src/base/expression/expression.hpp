// SPDX-License-Identifier: MIT
// Expressions over machine words of 1 to 64 bits, shared as a graph: what guards and assignments
// of a labelled transition graph are made of [wang07 §4.2]. The operators mean what SMT-LIB's
// bit-vectors mean: division by zero gives all ones, its remainder the dividend, and a shift by the
// width or more empties the word.
//
// - Numbers of IEEE 754 are words, too: of 32 bits (binary32) or 64 (binary64). See float.hpp.
// - An array has a word for each index of a width, as in SMT-LIB. Some operators make or read
//   arrays; Conditional may be of arrays. All others are of words.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/expression/array_value.hpp"

namespace hardbop::words {

using ExprId = std::uint32_t;
using VariableId = std::uint32_t;
using InputId = std::uint32_t;
using ArrayId = std::uint32_t;
using ArrayInputId = std::uint32_t;
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
  // Of numbers of IEEE 754, rounded as the node says
  FloatAdd,
  FloatSubtract,
  FloatMultiply,
  FloatDivide,
  FloatSquareRoot,
  FloatRound,    // to an integer
  FloatConvert,  // from the other width
  FloatFromSigned,
  FloatFromUnsigned,
  FloatToSigned,  // where there is no such integer, the highest bit alone
  FloatToUnsigned,
  FloatEqual,
  FloatLess,
  FloatLessEqual,
  // Of arrays
  Array,       // its value before the block
  ArrayInput,  // arbitrary: one value each time a block is executed
  Fill,        // an array of the word a
  Store,       // the array a, but at b it is c
  Select,      // of the array a, at b
};

/// How a result that is no number of its width is rounded.
enum class Rounding : std::uint8_t {
  NearestEven,
  TowardZero,
  Up,
  Down,
  NearestAway,  // of FloatRound, FloatToSigned and FloatToUnsigned alone
};

/// Comparisons have width 1; the operands of a binary operator have equal widths. The width of an
/// array is that of its elements.
struct Node {
  Op op = Op::Constant;
  Width width = 1;
  ExprId a = 0;
  ExprId b = 0;
  ExprId c = 0;
  // Of a constant; which variable, input or array; the lowest bit extracted; the Rounding
  std::uint64_t value = 0;
  Width index = 0;  // of an array, the width of its indices; else 0

  bool operator==(const Node&) const = default;
};

/// What indices and elements of an array are.
struct ArraySort {
  Width index = 1;
  Width element = 1;

  bool operator==(const ArraySort&) const = default;
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
[[nodiscard]] bool is_float_operation(Op op);
/// Whether the operation's result is a number of IEEE 754.
[[nodiscard]] bool makes_number(Op op);
/// How many of a node's a, b and c are operands.
[[nodiscard]] unsigned operand_count(Op op);
/// What a node that is neither a leaf nor Concatenate nor of arrays makes of its operands' values;
/// `operands` is the width of the first.
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
  [[nodiscard]] bool is_array(ExprId id) const { return nodes_[id].index != 0; }
  [[nodiscard]] ArraySort sort(ExprId id) const { return {nodes_[id].index, nodes_[id].width}; }
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
  /// A FloatX; `width` is that of the result. Of comparisons, the rounding does not matter.
  [[nodiscard]] ExprId floating(Op op, Width width, Rounding rounding, ExprId a, ExprId b = 0);
  [[nodiscard]] ExprId array(ArrayId array, ArraySort sort);
  [[nodiscard]] ExprId array_input(ArrayInputId input, ArraySort sort);
  [[nodiscard]] ExprId fill(ExprId word, Width index);
  [[nodiscard]] ExprId constant_array(ArraySort sort, const ArrayValue& value);
  [[nodiscard]] ExprId store(ExprId array, ExprId index, ExprId word);
  [[nodiscard]] ExprId select(ExprId array, ExprId index);
  [[nodiscard]] ExprId truth(bool value) { return constant(1, value ? 1 : 0); }
  /// Extends with zeros or sign, or cuts.
  [[nodiscard]] ExprId resize(ExprId a, Width width, bool is_signed);

  [[nodiscard]] bool is_constant(ExprId id) const { return nodes_[id].op == Op::Constant; }
  [[nodiscard]] bool is_constant(ExprId id, std::uint64_t value) const {
    return is_constant(id) && nodes_[id].value == value;
  }

  /// The value, given those of variables and inputs; of one without arrays.
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
