// SPDX-License-Identifier: MIT
#include "base/smt/smt_terms.hpp"

#include <fmt/format.h>

namespace hardbop::smt {

using words::Node;
using words::Op;

std::string smt_sort(words::Width width) {
  return fmt::format("(_ BitVec {})", width);
}

std::string smt_constant(words::Width width, std::uint64_t value) {
  return fmt::format("(_ bv{} {})", value, width);
}

namespace {

/// Of an operator on words that gives a word.
const char* word_operator(Op op) {
  switch (op) {
    case Op::Not: return "bvnot";
    case Op::Negate: return "bvneg";
    case Op::And: return "bvand";
    case Op::Or: return "bvor";
    case Op::Xor: return "bvxor";
    case Op::Add: return "bvadd";
    case Op::Subtract: return "bvsub";
    case Op::Multiply: return "bvmul";
    case Op::DivideUnsigned: return "bvudiv";
    case Op::DivideSigned: return "bvsdiv";
    case Op::RemainderUnsigned: return "bvurem";
    case Op::RemainderSigned: return "bvsrem";
    case Op::ShiftLeft: return "bvshl";
    case Op::ShiftRight: return "bvlshr";
    case Op::ShiftRightSigned: return "bvashr";
    default: return "concat";
  }
}

/// Of one that compares; null for others.
const char* comparison(Op op) {
  switch (op) {
    case Op::Equal: return "=";
    case Op::LessUnsigned: return "bvult";
    case Op::LessSigned: return "bvslt";
    case Op::LessEqualUnsigned: return "bvule";
    case Op::LessEqualSigned: return "bvsle";
    default: return nullptr;
  }
}

}  // namespace

std::string smt_operation(const words::Expressions& expressions, const Node& node,
                          const std::function<std::string(words::ExprId)>& term) {
  const std::string a = term(node.a);
  const int more = node.width - expressions.width(node.a);
  switch (node.op) {
    case Op::ZeroExtend: return fmt::format("((_ zero_extend {}) {})", more, a);
    case Op::SignExtend: return fmt::format("((_ sign_extend {}) {})", more, a);
    case Op::Extract:
      return fmt::format("((_ extract {} {}) {})", node.value + node.width - 1, node.value, a);
    case Op::Conditional:
      return fmt::format("(ite (= {} #b1) {} {})", a, term(node.b), term(node.c));
    default: break;
  }
  if (const char* const compare = comparison(node.op))
    return fmt::format("(ite ({} {} {}) #b1 #b0)", compare, a, term(node.b));
  if (operand_count(node.op) == 1) return fmt::format("({} {})", word_operator(node.op), a);
  return fmt::format("({} {} {})", word_operator(node.op), a, term(node.b));
}

std::string smt_term(const words::Expressions& expressions, words::ExprId id,
                     const std::function<std::string(const Node&)>& leaf) {
  const Node& node = expressions.node(id);
  if (node.op == Op::Constant) return smt_constant(node.width, node.value);
  if (operand_count(node.op) == 0) return leaf(node);
  return smt_operation(expressions, node,
                       [&](words::ExprId operand) { return smt_term(expressions, operand, leaf); });
}

}  // namespace hardbop::smt
