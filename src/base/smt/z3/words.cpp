// SPDX-License-Identifier: MIT
// Words as bit-vectors of Z3, and arrays as its arrays: the operators mean the same. What an
// operation makes that is a number of IEEE 754 is a term of that sort for operations that use it;
// others use the word, by Z3's function from numbers to words.
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <unordered_map>
#include <unordered_set>

#include "base/smt/z3/numbers.hpp"
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

  bool has_arrays(words::ExprId constraint) const override {
    return has_arrays_.contains(constraint);
  }
  bool has_numbers(words::ExprId constraint) const override {
    return has_numbers_.contains(constraint);
  }

 private:
  std::unordered_map<words::ExprId, z3::expr> numbers_;  // of operations that make some
  std::unordered_set<words::ExprId> has_arrays_;
  std::unordered_set<words::ExprId> has_numbers_;

  z3::sort sort(const Node& node) {
    const z3::sort words = context().bv_sort(node.width);
    return node.index == 0 ? words : context().array_sort(context().bv_sort(node.index), words);
  }
  z3::expr leaf(const char* kind, const Node& node) {
    return context().constant(fmt::format("{}{}", kind, node.value).c_str(), sort(node));
  }
  z3::expr number(words::ExprId id) {
    const auto found = numbers_.find(id);
    return found == numbers_.end() ? number_of_word(term(id)) : found->second;
  }
  z3::expr word(const z3::expr& condition) {
    return z3::ite(condition, context().bv_val(1, 1), context().bv_val(0, 1));
  }

  void note_sorts(words::ExprId id, const Node& node) {
    const std::array operands{node.a, node.b, node.c};
    bool has_arrays = node.index != 0;
    bool has_numbers = words::is_float_operation(node.op);
    for (unsigned i = 0; i < operand_count(node.op); ++i) {
      has_arrays = has_arrays || has_arrays_.contains(operands[i]);
      has_numbers = has_numbers || has_numbers_.contains(operands[i]);
    }
    if (has_arrays) has_arrays_.insert(id);
    if (has_numbers) has_numbers_.insert(id);
  }

  z3::expr make(words::ExprId id) override {
    const Node& node = expressions().node(id);
    note_sorts(id, node);
    switch (node.op) {
      case Op::Constant: return context().bv_val(node.value, node.width);
      case Op::Variable: return leaf("v", node);
      case Op::Input: return leaf("i", node);
      default: break;
    }
    if (words::is_float_operation(node.op)) return floating(id, node);
    if (node.index != 0 || node.op == Op::Select) return of_arrays(node);
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

  z3::expr floating(words::ExprId id, const Node& node) {
    switch (node.op) {
      case Op::FloatFromSigned:
      case Op::FloatFromUnsigned:
        numbers_.emplace(id, number_of_integer(node, term(node.a)));
        break;
      case Op::FloatToSigned:
      case Op::FloatToUnsigned: return integer_of_number(node, number(node.a));
      case Op::FloatEqual:
      case Op::FloatLess:
      case Op::FloatLessEqual:
        return word(compare_numbers(node.op, number(node.a), number(node.b)));
      default:
        numbers_.emplace(
            id, apply_to_numbers(node, number(node.a),
                                 operand_count(node.op) > 1 ? number(node.b) : number(node.a)));
    }
    return word_of_number(numbers_.at(id), node.width);
  }

  z3::expr of_arrays(const Node& node) {
    switch (node.op) {
      case Op::Array: return leaf("a", node);
      case Op::ArrayInput: return leaf("j", node);
      case Op::Fill: return z3::const_array(context().bv_sort(node.index), term(node.a));
      case Op::Store: return z3::store(term(node.a), term(node.b), term(node.c));
      case Op::Select: return z3::select(term(node.a), term(node.b));
      default: return z3::ite(term(node.a) == context().bv_val(1, 1), term(node.b), term(node.c));
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
