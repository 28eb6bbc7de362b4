// SPDX-License-Identifier: MIT
// Words as bit-vectors of Z3: the operators mean the same.
#include <algorithm>
#include <fmt/format.h>

#include "base/smt/z3/translator.hpp"

namespace hardbop::smt {

namespace {

using words::Node;
using words::Op;

class Words : public Translator {
 public:
  using Translator::Translator;

  z3::expr truth(words::ExprId id) override { return translate(id) == context().bv_val(1, 1); }

  std::vector<z3::expr> about(words::ExprId) override { return {}; }

  std::uint64_t value(const z3::expr& term, words::ExprId) const override {
    std::uint64_t out = 0;
    return term.is_numeral_u64(out) ? out : 0;
  }

 private:
  z3::expr leaf(const char* kind, const Node& node) {
    return context().bv_const(fmt::format("{}{}", kind, node.value).c_str(), node.width);
  }
  z3::expr word(const z3::expr& condition) {
    return z3::ite(condition, context().bv_val(1, 1), context().bv_val(0, 1));
  }

  z3::expr make(words::ExprId id) override {
    const Node& node = expressions().node(id);
    switch (node.op) {
      case Op::Constant: return context().bv_val(node.value, node.width);
      case Op::Variable: return leaf("v", node);
      case Op::Input: return leaf("i", node);
      default: break;
    }
    const z3::expr a = term(node.a);
    const unsigned extension = node.width - std::min<unsigned>(node.width, a.get_sort().bv_size());
    const auto lowest = static_cast<unsigned>(node.value);
    switch (node.op) {
      case Op::Not: return ~a;
      case Op::Negate: return -a;
      case Op::ZeroExtend: return z3::zext(a, extension);
      case Op::SignExtend: return z3::sext(a, extension);
      case Op::Extract: return a.extract(lowest + node.width - 1, lowest);
      default: return binary(node, a, term(node.b));
    }
  }

  z3::expr binary(const Node& node, const z3::expr& a, const z3::expr& b) {
    switch (node.op) {
      case Op::And: return a & b;
      case Op::Or: return a | b;
      case Op::Xor: return a ^ b;
      case Op::Add: return a + b;
      case Op::Subtract: return a - b;
      case Op::Multiply: return a * b;
      case Op::DivideUnsigned: return z3::udiv(a, b);
      case Op::DivideSigned: return a / b;
      case Op::RemainderUnsigned: return z3::urem(a, b);
      case Op::RemainderSigned: return z3::srem(a, b);
      case Op::ShiftLeft: return z3::shl(a, b);
      case Op::ShiftRight: return z3::lshr(a, b);
      case Op::ShiftRightSigned: return z3::ashr(a, b);
      case Op::Equal: return word(a == b);
      case Op::LessUnsigned: return word(z3::ult(a, b));
      case Op::LessSigned: return word(z3::slt(a, b));
      case Op::LessEqualUnsigned: return word(z3::ule(a, b));
      case Op::LessEqualSigned: return word(z3::sle(a, b));
      case Op::Concatenate: return z3::concat(a, b);
      default: return z3::ite(a == context().bv_val(1, 1), b, term(node.c));
    }
  }
};

}  // namespace

std::unique_ptr<Translator> words(const words::Expressions& expressions, z3::context& context) {
  return std::make_unique<Words>(expressions, context);
}

}  // namespace hardbop::smt
