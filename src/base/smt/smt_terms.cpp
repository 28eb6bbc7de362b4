// SPDX-License-Identifier: MIT
#include "base/smt/smt_terms.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <unordered_map>

#include "base/expression/bottom_up.hpp"
#include "base/expression/float.hpp"

namespace hardbop::smt {

using words::Node;
using words::Op;
using words::Rounding;
using words::Width;

std::string smt_sort(words::Width width) {
  return fmt::format("(_ BitVec {})", width);
}

std::string smt_sort(words::ArraySort sort) {
  return fmt::format("(Array {} {})", smt_sort(sort.index), smt_sort(sort.element));
}

std::string smt_sort(const Node& node) {
  return node.index == 0 ? smt_sort(node.width)
                         : smt_sort(words::ArraySort{node.index, node.width});
}

namespace {

/// Widths of exponent and significand, as the names of sorts and functions have them.
std::string format_of(Width width) {
  const words::FloatFormat format = words::float_format(width);
  return fmt::format("{} {}", format.exponent, format.fraction + 1);
}

}  // namespace

std::string smt_number_sort(words::Width width) {
  return fmt::format("(_ FloatingPoint {})", format_of(width));
}

std::string smt_constant(words::Width width, std::uint64_t value) {
  return fmt::format("(_ bv{} {})", value, width);
}

std::string smt_constant(words::ArraySort sort, const words::ArrayValue& value) {
  std::string stores;
  std::string changes;
  value.for_each_other([&](std::uint64_t index, std::uint64_t word) {
    stores += "(store ";
    changes +=
        fmt::format(" {} {})", smt_constant(sort.index, index), smt_constant(sort.element, word));
  });
  return fmt::format("{}((as const {}) {}){}", stores, smt_sort(sort),
                     smt_constant(sort.element, value.fill()), changes);
}

std::string smt_number(words::Width width, const std::string& word) {
  return fmt::format("((_ to_fp {}) {})", format_of(width), word);
}

std::string smt_is_word_of(words::Width width, const std::string& word, const std::string& number) {
  return fmt::format("(ite (fp.isNaN {}) (= {} {}) (= {} {}))", number, word,
                     smt_constant(width, words::not_a_number(width)), smt_number(width, word),
                     number);
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

const char* rounding_mode(const Node& node) {
  switch (static_cast<Rounding>(node.value)) {
    case Rounding::NearestEven: return "RNE";
    case Rounding::TowardZero: return "RTZ";
    case Rounding::Up: return "RTP";
    case Rounding::Down: return "RTN";
    case Rounding::NearestAway: break;
  }
  return "RNA";
}

/// Of one on numbers; with its rounding mode where it has one.
std::string number_operator(const Node& node) {
  const char* const mode = rounding_mode(node);
  switch (node.op) {
    case Op::FloatAdd: return fmt::format("fp.add {}", mode);
    case Op::FloatSubtract: return fmt::format("fp.sub {}", mode);
    case Op::FloatMultiply: return fmt::format("fp.mul {}", mode);
    case Op::FloatDivide: return fmt::format("fp.div {}", mode);
    case Op::FloatSquareRoot: return fmt::format("fp.sqrt {}", mode);
    case Op::FloatRound: return fmt::format("fp.roundToIntegral {}", mode);
    case Op::FloatConvert: return fmt::format("(_ to_fp {}) {}", format_of(node.width), mode);
    case Op::FloatEqual: return "fp.eq";
    case Op::FloatLess: return "fp.lt";
    default: return "fp.leq";
  }
}

/// SMT-LIB leaves open what fp.to_sbv makes of a number that is too large. Z3 4.8 fails to make one
/// bit of a number, so two are made at least.
std::string integer_of(const Node& node, Width from, const std::string& number) {
  const bool is_signed = node.op == Op::FloatToSigned;
  const int exponent = is_signed ? node.width - 1 : node.width;
  const std::uint64_t least = is_signed ? words::power_of_two(from, exponent, true) : 0;
  const auto limit = [&](std::uint64_t word) { return smt_number(from, smt_constant(from, word)); };
  const char* const mode = rounding_mode(node);
  return fmt::format(
      "(let ((n {})) (let ((r (fp.roundToIntegral {} n))) "
      "(ite (and (fp.leq {} r) (fp.lt r {})) ((_ extract {} 0) ((_ fp.to_{}bv {}) {} n)) {})))",
      number, mode, limit(least), limit(words::power_of_two(from, exponent, false)),
      node.width - 1U, is_signed ? "s" : "u", std::max<unsigned>(node.width, 2), mode,
      smt_constant(node.width, std::uint64_t{1} << (node.width - 1U)));
}

std::string float_operation(const words::Expressions& expressions, const Node& node,
                            const SmtOperands& operands) {
  switch (node.op) {
    case Op::FloatFromSigned:
    case Op::FloatFromUnsigned:
      return fmt::format("((_ to_fp{} {}) {} {})",
                         node.op == Op::FloatFromUnsigned ? "_unsigned" : "", format_of(node.width),
                         rounding_mode(node), operands.word(node.a));
    case Op::FloatToSigned:
    case Op::FloatToUnsigned:
      return integer_of(node, expressions.width(node.a), operands.number(node.a));
    default: break;
  }
  std::string out = fmt::format("({} {}", number_operator(node), operands.number(node.a));
  if (operand_count(node.op) > 1) out += " " + operands.number(node.b);
  out += ")";
  return words::makes_number(node.op) ? out : fmt::format("(ite {} #b1 #b0)", out);
}

}  // namespace

std::string smt_operation(const words::Expressions& expressions, const Node& node,
                          const SmtOperands& operands) {
  if (is_float_operation(node.op)) return float_operation(expressions, node, operands);
  const auto& term = operands.word;
  const std::string a = term(node.a);
  const int more = node.width - expressions.width(node.a);
  switch (node.op) {
    case Op::ZeroExtend: return fmt::format("((_ zero_extend {}) {})", more, a);
    case Op::SignExtend: return fmt::format("((_ sign_extend {}) {})", more, a);
    case Op::Extract:
      return fmt::format("((_ extract {} {}) {})", node.value + node.width - 1, node.value, a);
    case Op::Conditional:
      return fmt::format("(ite (= {} #b1) {} {})", a, term(node.b), term(node.c));
    case Op::Fill: return fmt::format("((as const {}) {})", smt_sort(node), a);
    case Op::Store: return fmt::format("(store {} {} {})", a, term(node.b), term(node.c));
    case Op::Select: return fmt::format("(select {} {})", a, term(node.b));
    default: break;
  }
  if (const char* const compare = comparison(node.op))
    return fmt::format("(ite ({} {} {}) #b1 #b0)", compare, a, term(node.b));
  if (operand_count(node.op) == 1) return fmt::format("({} {})", word_operator(node.op), a);
  return fmt::format("({} {} {})", word_operator(node.op), a, term(node.b));
}

namespace {

class TermWriter {
 public:
  TermWriter(const words::Expressions& expressions,
             const std::function<std::string(const Node&)>& leaf)
      : expressions_(expressions),
        leaf_(leaf),
        operands_{[this](words::ExprId id) { return word(id); },
                  [this](words::ExprId id) { return number(id); }} {}

  std::string word(words::ExprId id) {
    const Node& node = expressions_.node(id);
    if (node.op == Op::Constant) return smt_constant(node.width, node.value);
    if (operand_count(node.op) == 0) return leaf_(node);
    if (const auto named = named_.find(id); named != named_.end()) return named->second;
    std::string made = smt_operation(expressions_, node, operands_);
    if (!words::makes_number(node.op)) return made;
    return fmt::format("(let ((n {})) (ite (fp.isNaN n) {} (fp.to_ieee_bv n)))", made,
                       smt_constant(node.width, words::not_a_number(node.width)));
  }

  std::string shared(words::ExprId id) {
    std::string lets;
    std::vector<words::ExprId> stack{id};
    words::bottom_up(
        expressions_, stack,
        [&](words::ExprId one) {
          return named_.contains(one) || operand_count(expressions_.node(one).op) == 0;
        },
        [&](words::ExprId one) {
          lets += fmt::format("(let ((t{} {})) ", one, word(one));
          named_.emplace(one, fmt::format("t{}", one));
        });
    return lets + word(id) + std::string(named_.size(), ')');
  }

 private:
  const words::Expressions& expressions_;
  const std::function<std::string(const Node&)>& leaf_;
  SmtOperands operands_;
  std::unordered_map<words::ExprId, std::string> named_;

  std::string number(words::ExprId id) {
    const Node& node = expressions_.node(id);
    if (words::makes_number(node.op)) return smt_operation(expressions_, node, operands_);
    return smt_number(node.width, word(id));
  }
};

}  // namespace

std::string smt_term(const words::Expressions& expressions, words::ExprId id,
                     const std::function<std::string(const Node&)>& leaf) {
  return TermWriter(expressions, leaf).word(id);
}

std::string smt_shared_term(const words::Expressions& expressions, words::ExprId id,
                            const std::function<std::string(const Node&)>& leaf) {
  return TermWriter(expressions, leaf).shared(id);
}

}  // namespace hardbop::smt
