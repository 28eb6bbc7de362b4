// SPDX-License-Identifier: MIT
// Words as the signed integers that they represent; truth values, words of one bit, as Booleans.
//
// Arithmetic is exact, so a result may lie outside the range of its word. Therefore every operator
// is defined on all integers, and on words in range it equals the machine's operator: truncating is
// a remainder, extending with zeros is a remainder, and extending with the sign changes nothing.
// The rules that simplify expressions with kept overflows are true for these functions. For bitwise
// operators, which would be those of an endless two's complement, for shifts by variables, for
// elements of arrays and for numbers of IEEE 754, only the range of the result is stated.
#include <fmt/format.h>
#include <unordered_set>

#include "base/expression/bottom_up.hpp"
#include "base/smt/z3/translator.hpp"

namespace hardbop::smt {

namespace {

using words::ExprId;
using words::Node;
using words::Op;
using words::Width;

class Unbounded : public Translator {
 public:
  using Translator::Translator;

  z3::expr truth(ExprId id) override { return translate(id); }

  std::vector<z3::expr> about(ExprId constraint) override {
    (void)translate(constraint);
    std::vector<z3::expr> out;
    std::unordered_set<ExprId> seen;
    std::vector<ExprId> stack{constraint};
    words::bottom_up(
        expressions(), stack, [&](ExprId id) { return seen.contains(id); },
        [&](ExprId id) {
          seen.insert(id);
          if (is_unknown(id) && expressions().width(id) > 1) out.push_back(range_of_unknown(id));
        });
    return out;
  }

  std::uint64_t value(const z3::expr& term, ExprId leaf) const override {
    const Width width = expressions().width(leaf);
    if (width == 1) return term.is_true() ? 1 : 0;
    std::int64_t out = 0;
    if (!term.is_numeral_i64(out)) return 0;
    return static_cast<std::uint64_t>(out) & words::mask(width);
  }

  bool has_arrays(ExprId) const override { return false; }
  bool has_numbers(ExprId) const override { return false; }

 private:
  // Numbers

  z3::expr number(const std::string& decimal) { return context().int_val(decimal.c_str()); }
  z3::expr number(std::int64_t value) { return context().int_val(value); }
  /// 2 to the power of so many bits, up to 64.
  z3::expr power(unsigned bits) {
    return number(bits == 64 ? "18446744073709551616" : std::to_string(std::uint64_t{1} << bits));
  }

  z3::expr is_in_range(const z3::expr& term, Width width) {
    const z3::expr half = power(width - 1U);
    return -half <= term && term < half;
  }

  /// An operand as a number: of a truth value, the signed one.
  z3::expr signed_of(ExprId id) {
    return expressions().width(id) == 1 ? z3::ite(term(id), number(-1), number(0)) : term(id);
  }

  /// An operand without its sign.
  z3::expr unsigned_of(ExprId id) {
    const Width width = expressions().width(id);
    if (width == 1) return z3::ite(term(id), number(1), number(0));
    if (expressions().is_in_range(id))
      return z3::ite(term(id) < 0, term(id) + power(width), term(id));
    return z3::mod(term(id), power(width));
  }

  /// The signed number of that width with the same low bits.
  z3::expr cut(const z3::expr& term, Width width) {
    if (width == 1) return z3::mod(term, number(2)) == 1;
    const z3::expr half = power(width - 1U);
    return z3::mod(term + half, power(width)) - half;
  }

  // Unknown numbers

  [[nodiscard]] bool is_unknown(ExprId id) const {
    const Op op = expressions().node(id).op;
    return op == Op::Variable || op == Op::Input || (op != Op::Constant && opaque_.contains(id));
  }

  z3::expr leaf(const std::string& name, Width width) {
    return width == 1 ? context().bool_const(name.c_str()) : context().int_const(name.c_str());
  }

  z3::expr opaque(ExprId id) {
    opaque_.insert(id);
    return leaf(fmt::format("o{}", id), expressions().width(id));
  }

  z3::expr range_of_unknown(ExprId id) {
    const Node& node = expressions().node(id);
    if (node.op == Op::Select && !expressions().is_in_range(id)) return context().bool_val(true);
    z3::expr range = is_in_range(term(id), node.width);
    const bool is_bitwise = node.op == Op::And || node.op == Op::Or || node.op == Op::Xor;
    if (!is_bitwise) return range;
    z3::expr operands = context().bool_val(true);
    for (const ExprId operand : {node.a, node.b})
      if (!expressions().is_in_range(operand))
        operands = operands && is_in_range(term(operand), node.width);
    return z3::implies(operands, range);
  }

  // Operators

  std::unordered_set<ExprId> opaque_;

  z3::expr make(ExprId id) override {
    const Node& node = expressions().node(id);
    if (node.index != 0) return context().bool_val(true);  // which nobody reads
    if (node.op == Op::Select || words::is_float_operation(node.op)) return opaque(id);
    switch (node.op) {
      case Op::Constant:
        if (node.width == 1) return context().bool_val(node.value != 0);
        return number(words::as_signed(node.value, node.width));
      case Op::Variable: return leaf(fmt::format("v{}", node.value), node.width);
      case Op::Input: return leaf(fmt::format("i{}", node.value), node.width);
      case Op::Not: return node.width == 1 ? !term(node.a) : -1 - term(node.a);
      case Op::ZeroExtend: return unsigned_of(node.a);
      case Op::SignExtend: return signed_of(node.a);
      case Op::Extract: {
        const auto lowest = static_cast<unsigned>(node.value);
        const z3::expr& whole = term(node.a);
        return cut(lowest == 0 ? whole : whole / power(lowest), node.width);
      }
      case Op::Concatenate:
        return signed_of(node.a) * power(expressions().width(node.b)) + unsigned_of(node.b);
      case Op::Conditional: return z3::ite(term(node.a), term(node.b), term(node.c));
      case Op::Equal: return term(node.a) == term(node.b);
      case Op::And:
      case Op::Or:
      case Op::Xor: return bitwise(id, node);
      default: return expressions().width(node.a) == 1 ? opaque(id) : arithmetic(id, node);
    }
  }

  z3::expr bitwise(ExprId id, const Node& node) {
    const z3::expr& a = term(node.a);
    const z3::expr& b = term(node.b);
    if (node.width == 1) return node.op == Op::And ? a && b : node.op == Op::Or ? a || b : a != b;
    if (node.op != Op::And || !expressions().is_constant(node.b)) return opaque(id);
    // A mask that keeps the low bits, or all but them.
    const std::uint64_t mask = expressions().node(node.b).value;
    const std::uint64_t rest = ~mask & words::mask(node.width);
    if ((mask & (mask + 1)) == 0) return z3::mod(a, number(std::to_string(mask + 1)));
    if ((rest & (rest + 1)) == 0) return a - z3::mod(a, number(std::to_string(rest + 1)));
    return opaque(id);
  }

  z3::expr arithmetic(ExprId id, const Node& node) {
    const z3::expr& a = term(node.a);
    if (node.op == Op::Negate) return -a;
    const z3::expr& b = term(node.b);
    switch (node.op) {
      case Op::Add: return a + b;
      case Op::Subtract: return a - b;
      case Op::Multiply: return a * b;
      case Op::DivideSigned:
        return z3::ite(b == 0, z3::ite(a < 0, number(1), number(-1)),
                       z3::ite(a >= 0, a / b, -(-a / b)));
      case Op::RemainderSigned:
        return z3::ite(b == 0, a, z3::ite(a >= 0, z3::mod(a, b), -z3::mod(-a, b)));
      case Op::DivideUnsigned:
      case Op::RemainderUnsigned: return without_sign(node);
      case Op::LessSigned: return a < b;
      case Op::LessUnsigned: return z3::ite((a < 0) == (b < 0), a < b, b < 0);
      default: return opaque(id);
    }
  }

  z3::expr without_sign(const Node& node) {
    const z3::expr a = unsigned_of(node.a);
    const z3::expr b = unsigned_of(node.b);
    const bool divides = node.op == Op::DivideUnsigned;
    const z3::expr out = z3::ite(b == 0, divides ? number(-1) : a, divides ? a / b : z3::mod(a, b));
    return z3::ite(out >= power(node.width - 1U), out - power(node.width), out);
  }
};

}  // namespace

std::unique_ptr<Translator> unbounded(const words::Expressions& expressions, z3::context& context) {
  return std::make_unique<Unbounded>(expressions, context);
}

}  // namespace hardbop::smt
