// SPDX-License-Identifier: MIT
// Nodes are evaluated in their order, operands first, so a long expression needs no recursion.
#include "c/text/expression_value.hpp"

#include <vector>

#include "base/util/invariant.hpp"

namespace hardbop::c {

namespace {

using Kind = TextNode::Kind;
using words::Op;

constexpr WordType int_type;

TextValue made_truth(std::uint32_t id) {
  return {id, int_type, true};
}

Op arithmetic(TextOp op, bool is_signed) {
  switch (op) {
    case TextOp::BitOr: return Op::Or;
    case TextOp::BitXor: return Op::Xor;
    case TextOp::BitAnd: return Op::And;
    case TextOp::Add: return Op::Add;
    case TextOp::Subtract: return Op::Subtract;
    case TextOp::Multiply: return Op::Multiply;
    case TextOp::Divide: return is_signed ? Op::DivideSigned : Op::DivideUnsigned;
    default: return is_signed ? Op::RemainderSigned : Op::RemainderUnsigned;
  }
}

bool is_comparison(TextOp op) {
  return op >= TextOp::Less && op <= TextOp::GreaterEqual;
}

}  // namespace

TextValue TextMeaning::value(const ExpressionText& text) {
  std::vector<TextValue> values;
  values.reserve(text.nodes.size());
  for (const TextNode& node : text.nodes) values.push_back(node_value(node, values));
  return values.back();
}

TextMeaning::ExprId TextMeaning::truth(const TextValue& value) {
  return value.is_truth ? value.id : is_not_zero(value.id);
}

TextMeaning::ExprId TextMeaning::converted(const TextValue& value, WordType type) {
  return resize(value.id, type, !value.is_truth && value.type.is_signed);
}

TextValue TextMeaning::number(WordType type, std::uint64_t value) {
  return {constant(type, value), type};
}

TextValue TextMeaning::node_value(const TextNode& node, const std::vector<TextValue>& values) {
  switch (node.kind) {
    case Kind::Number: return number(node.type, node.value);
    case Kind::Name: return name(node);
    case Kind::Element: return element(node, values[node.a]);
    case Kind::Unary: return unary_value(node, values[node.a]);
    case Kind::Binary: return binary_value(node, values[node.a], values[node.b]);
    case Kind::Choice: return choice(node, values[node.a], values[node.b], values[node.c]);
    case Kind::Truth: return made_truth(truth(values[node.a]));
    case Kind::Cast: break;
  }
  return {converted(values[node.a], node.type), node.type};
}

TextValue TextMeaning::element(const TextNode& /*node*/, const TextValue& /*index*/) {
  HARDBOP_INVARIANT(false, "a language with arrays should say what their elements are");
}

TextValue TextMeaning::unary_value(const TextNode& node, const TextValue& a) {
  if (node.op == TextOp::Not) return made_truth(unary(Op::Not, truth(a)));
  if (a.type.is_pointer) return problem(node.at, "a pointer is not a number");
  const WordType type = promoted(a.type);
  const ExprId word = converted(a, type);
  if (node.op == TextOp::Plus) return {word, type};
  return {unary(node.op == TextOp::Negate ? Op::Negate : Op::Not, word), type};
}

TextValue TextMeaning::choice(const TextNode& node, const TextValue& condition, TextValue a,
                              TextValue b) {
  const ExprId which = truth(condition);
  if (a.is_truth && b.is_truth) return made_truth(conditional(which, a.id, b.id));
  if (!unify(a, b, true, node.at)) return number(int_type, 0);
  return {conditional(which, a.id, b.id), a.type};
}

/// A pointer goes with pointers and the constant zero only.
bool TextMeaning::unify(TextValue& a, TextValue& b, bool may_be_pointers, SourceSpan at) {
  if (a.type.is_pointer || b.type.is_pointer) {
    TextValue& other = a.type.is_pointer ? b : a;
    const WordType pointer = (a.type.is_pointer ? a : b).type;
    if (!other.type.is_pointer && is_zero(other.id)) other = number(pointer, 0);
    if (may_be_pointers && other.type.is_pointer) return true;
    problem(at, may_be_pointers ? "cannot compare a pointer with a number"
                                : "pointers can only be compared with == and !=");
    return false;
  }
  const WordType type = common_type(a.type, b.type);
  a = {converted(a, type), type};
  b = {converted(b, type), type};
  return true;
}

TextValue TextMeaning::equality(TextValue a, TextValue b, SourceSpan at) {
  if (!unify(a, b, true, at)) return made_truth(constant({1, false}, 0));
  return made_truth(binary(Op::Equal, a.id, b.id));
}

TextValue TextMeaning::binary_value(const TextNode& node, TextValue a, TextValue b) {
  const TextOp op = node.op;
  if (op == TextOp::And || op == TextOp::Or) {
    // The second one first: expressions order operands by when they were made.
    const ExprId y = truth(b);
    const ExprId x = truth(a);
    return made_truth(binary(op == TextOp::And ? Op::And : Op::Or, x, y));
  }
  if (op == TextOp::Equal || op == TextOp::NotEqual) {
    const bool is_equal = op == TextOp::Equal;
    if (a.is_truth && b.is_truth)
      return made_truth(binary(is_equal ? Op::Equal : Op::Xor, a.id, b.id));
    const TextValue same = equality(a, b, node.at);
    return is_equal ? same : made_truth(unary(Op::Not, same.id));
  }
  const bool is_shift = op == TextOp::ShiftLeft || op == TextOp::ShiftRight;
  if (is_shift && !a.type.is_pointer && !b.type.is_pointer)
    return shifted(op == TextOp::ShiftLeft, a, b);
  // A predicate that was discovered may divide a variable so, and must be read again.
  const bool divides = op == TextOp::Divide || op == TextOp::Remainder;
  if (divides && is_constant(a.id) && is_zero(b.id))
    return problem({node.op_at, node.at.end}, "this divides by zero");
  if (!unify(a, b, false, node.at)) return number(int_type, 0);
  if (is_comparison(op)) return compared(op, a, b);
  return {binary(arithmetic(op, a.type.is_signed), a.id, b.id), a.type};
}

TextValue TextMeaning::compared(TextOp op, const TextValue& a, const TextValue& b) {
  const bool is_signed = a.type.is_signed;
  const bool is_strict = op == TextOp::Less || op == TextOp::Greater;
  const Op made = is_strict ? (is_signed ? Op::LessSigned : Op::LessUnsigned)
                            : (is_signed ? Op::LessEqualSigned : Op::LessEqualUnsigned);
  const bool is_swapped = op == TextOp::Greater || op == TextOp::GreaterEqual;
  return made_truth(is_swapped ? binary(made, b.id, a.id) : binary(made, a.id, b.id));
}

/// By more than there are bits: what words do then (base/expression/expression.hpp).
TextValue TextMeaning::shifted(bool is_left, const TextValue& a, const TextValue& b) {
  const WordType type = promoted(a.type);
  const WordType by_type = promoted(b.type);
  ExprId by = converted(b, by_type);
  if (by_type.bits > type.bits) {
    const ExprId most = constant(by_type, type.bits);
    by = conditional(binary(Op::LessUnsigned, by, most), by, most);
  }
  by = resize(by, type, by_type.is_signed);
  const Op op = is_left ? Op::ShiftLeft : type.is_signed ? Op::ShiftRightSigned : Op::ShiftRight;
  return {binary(op, converted(a, type), by), type};
}

}  // namespace hardbop::c
