// SPDX-License-Identifier: MIT
#include "words/engine/horn/integers.hpp"

#include <bit>
#include <fmt/format.h>

#include "base/expression/bottom_up.hpp"

namespace hardbop::chc {

namespace {

using words::Node;
using words::Op;
using words::Width;

/// 2 to the power of so many bits, up to 64.
std::string power_of_two(unsigned bits) {
  return bits >= 64 ? "18446744073709551616" : std::to_string(std::uint64_t{1} << bits);
}

std::string numeral(std::int64_t value) {
  if (value >= 0) return std::to_string(value);
  return fmt::format("(- {})", std::uint64_t{0} - static_cast<std::uint64_t>(value));
}

}  // namespace

std::string leaf_name(const words::Graph& graph, const Node& leaf) {
  if (leaf.op == Op::Input) return fmt::format("i{}", leaf.value);
  if (leaf.op == Op::ArrayInput) return fmt::format("j{}", leaf.value);
  const Leaves::Meaning meaning = Leaves::meaning(graph, leaf);
  constexpr const char* word_names = "vex";
  constexpr const char* array_names = "aby";
  const char* const names = meaning.cell.is_array ? array_names : word_names;
  return fmt::format("{}{}", names[static_cast<std::size_t>(meaning.moment)], meaning.cell.number);
}

std::string IntegerTerms::in_range(const std::string& term, Width width, bool is_signed) {
  const std::string least = is_signed ? fmt::format("(- {})", power_of_two(width - 1U)) : "0";
  return fmt::format("(<= {} {}) (< {} {})", least, term, term,
                     power_of_two(is_signed ? width - 1U : width));
}

bool Signs::is_signed(const words::Graph& graph, const Node& leaf) const {
  if (leaf.op == Op::Input) return inputs[leaf.value];
  return leaf.op != Op::Variable || variables[Leaves::meaning(graph, leaf).cell.number];
}

Signs find_signs(const words::Graph& graph, std::vector<bool> variables) {
  Signs out{std::move(variables), std::vector<bool>(graph.inputs.size(), true)};
  for (const words::Block& block : graph.blocks)
    for (const words::Assignment& one : block.assignments)
      if (const Node& value = graph.expressions.node(one.value); value.op == Op::Input)
        out.inputs[value.value] = out.variables[one.variable];
  return out;
}

std::string IntegerTerms::truth(ExprId id) {
  return made(id).term;
}

std::string IntegerTerms::number(ExprId id, bool is_signed) {
  (void)made(id);
  return view(id, is_signed);
}

std::string IntegerTerms::argument(ExprId value, ExprId leaf) {
  return expressions_.width(leaf) == 1
             ? truth(value)
             : number(value, signs_.is_signed(graph_, expressions_.node(leaf)));
}

const IntegerTerms::Made& IntegerTerms::made(ExprId id) {
  std::vector<ExprId> stack{id};
  words::bottom_up(
      expressions_, stack,
      [&](ExprId one) { return made_.contains(one) || expressions_.is_array(one); },
      [&](ExprId one) {
        Made out = make(one);
        if (words::operand_count(expressions_.node(one).op) > 0) out.term = named(out.term);
        made_.emplace(one, std::move(out));
      });
  return made_.at(id);
}

std::string IntegerTerms::named(const std::string& term) {
  if (!term.starts_with('(')) return term;
  std::string name = fmt::format("t{}", let_count_++);
  lets_ += fmt::format("(let (({} {})) ", name, term);
  return name;
}

std::string IntegerTerms::constant(std::string name, Width width, bool is_signed) {
  const bool is_truth = width == 1;
  if (constants_.insert(fmt::format("({} {})", name, is_truth ? "Bool" : "Int")).second &&
      !is_truth)
    facts_.push_back(fmt::format("(and {})", in_range(name, width, is_signed)));
  return name;
}

IntegerTerms::Made IntegerTerms::unknown(ExprId id) {
  const Width width = expressions_.width(id);
  return {constant(fmt::format("o{}", id), width, true), Sign::Signed};
}

IntegerTerms::Made IntegerTerms::leaf(const Node& node) {
  const bool with_sign = signs_.is_signed(graph_, node);
  return {constant(leaf_name(graph_, node), node.width, with_sign),
          with_sign ? Sign::Signed : Sign::Unsigned};
}

/// The operands are made.
IntegerTerms::Made IntegerTerms::make(ExprId id) {
  const Node& node = expressions_.node(id);
  switch (node.op) {
    case Op::Constant:
      if (node.width == 1) return {node.value != 0 ? "true" : "false"};
      return {numeral(words::as_signed(node.value, node.width)), Sign::Signed};
    case Op::Variable:
    case Op::Input: return leaf(node);
    case Op::Select: return unknown(id);
    default: break;
  }
  if (words::is_float_operation(node.op)) return unknown(id);
  if (node.width == 1) return make_truth(id, node);
  switch (node.op) {
    case Op::Conditional: {
      const Sign sign = sign_of(node.b, node.c);
      const bool with_sign = sign == Sign::Signed;
      return {fmt::format("(ite {} {} {})", made_.at(node.a).term, view(node.b, with_sign),
                          view(node.c, with_sign)),
              sign};
    }
    case Op::ZeroExtend:
    case Op::SignExtend:
    case Op::Extract:
    case Op::Concatenate: return make_part(node);
    case Op::Not:
    case Op::And:
    case Op::Or:
    case Op::Xor: return make_bitwise(id, node);
    case Op::ShiftLeft:
    case Op::ShiftRight:
    case Op::ShiftRightSigned: return make_shift(id, node);
    case Op::DivideUnsigned:
    case Op::DivideSigned:
    case Op::RemainderUnsigned:
    case Op::RemainderSigned: return make_division(id, node);
    default: return make_arithmetic(id, node);
  }
}

IntegerTerms::Made IntegerTerms::make_truth(ExprId id, const Node& node) {
  const auto term = [&](ExprId operand) { return made_.at(operand).term; };
  switch (node.op) {
    case Op::Not: return {fmt::format("(not {})", term(node.a))};
    case Op::And: return {fmt::format("(and {} {})", term(node.a), term(node.b))};
    case Op::Or: return {fmt::format("(or {} {})", term(node.a), term(node.b))};
    case Op::Xor: return {fmt::format("(not (= {} {}))", term(node.a), term(node.b))};
    case Op::Conditional:
      return {fmt::format("(ite {} {} {})", term(node.a), term(node.b), term(node.c))};
    case Op::Extract: {
      const std::string whole = view(node.a, false);
      return {fmt::format("(= 1 (mod (div {} {}) 2))", whole,
                          power_of_two(static_cast<unsigned>(node.value)))};
    }
    case Op::Equal:
      if (expressions_.width(node.a) == 1)
        return {fmt::format("(= {} {})", term(node.a), term(node.b))};
      return {compare(node)};
    case Op::LessUnsigned:
    case Op::LessSigned:
    case Op::LessEqualUnsigned:
    case Op::LessEqualSigned: return {compare(node)};
    default: return unknown(id);
  }
}

namespace {

/// The sum or difference of which the sign of the bits tells whether it overflows, if any:
/// (a ^ s) & (b ^ s) for s = a + b, (a ^ b) & (a ^ d) for d = a - b.
const Node* overflowing(const words::Expressions& e, const Node& bits) {
  if (bits.op != Op::And) return nullptr;
  const Node& one = e.node(bits.a);
  const Node& other = e.node(bits.b);
  if (one.op != Op::Xor || other.op != Op::Xor) return nullptr;
  const auto are = [](const Node& pair, ExprId a, ExprId b) {
    return (pair.a == a && pair.b == b) || (pair.a == b && pair.b == a);
  };
  for (const ExprId result : {one.a, one.b, other.a, other.b}) {
    const Node& made = e.node(result);
    if (made.op != Op::Add && made.op != Op::Subtract) continue;
    const auto is_seen_by = [&](const Node& first, const Node& second) {
      return are(first, made.a, result) &&
             are(second, made.b, made.op == Op::Add ? result : made.a);
    };
    if (is_seen_by(one, other) || is_seen_by(other, one)) return &made;
  }
  return nullptr;
}

}  // namespace

std::optional<std::string> IntegerTerms::overflow(const Node& comparison) {
  if (comparison.op != Op::LessSigned || !expressions_.is_constant(comparison.b, 0))
    return std::nullopt;
  const Node* const made = overflowing(expressions_, expressions_.node(comparison.a));
  if (made == nullptr) return std::nullopt;
  const std::string exact = named(fmt::format("({} {} {})", made->op == Op::Add ? "+" : "-",
                                              view(made->a, true), view(made->b, true)));
  return fmt::format("(not (and {}))", in_range(exact, made->width, true));
}

std::string IntegerTerms::compare(const Node& node) {
  if (std::optional<std::string> out = overflow(node)) return *std::move(out);
  const bool is_equation = node.op == Op::Equal;
  const bool with_sign = is_equation ? sign_of(node.a, node.b) == Sign::Signed
                                     : node.op == Op::LessSigned || node.op == Op::LessEqualSigned;
  const bool is_strict = node.op == Op::LessSigned || node.op == Op::LessUnsigned;
  return fmt::format("({} {} {})",
                     is_equation ? "="
                     : is_strict ? "<"
                                 : "<=",
                     view(node.a, with_sign), view(node.b, with_sign));
}

/// As C does: if one is unsigned, both are. Constants are what the other is.
IntegerTerms::Sign IntegerTerms::sign_of(ExprId a, ExprId b) {
  const auto is_unsigned = [&](ExprId id) {
    return !expressions_.is_constant(id) && made_.at(id).sign == Sign::Unsigned;
  };
  return is_unsigned(a) || is_unsigned(b) ? Sign::Unsigned : Sign::Signed;
}

/// An operand, read with or without a sign.
std::string IntegerTerms::view(ExprId id, bool is_signed) {
  const Made& natural = made_.at(id);
  const Node& node = expressions_.node(id);
  if (node.width == 1) return fmt::format("(ite {} {} 0)", natural.term, is_signed ? "(- 1)" : "1");
  if (node.op == Op::Constant) return is_signed ? natural.term : std::to_string(node.value);
  if (natural.sign == Sign::Either || (natural.sign == Sign::Signed) == is_signed)
    return natural.term;
  const auto [place, is_new] = views_.try_emplace({id, is_signed}, "");
  if (is_new) {
    const std::string& term = natural.term;
    place->second = named(
        is_signed ? fmt::format("(ite (< {0} {1}) {0} (- {0} {2}))", term,
                                power_of_two(node.width - 1U), power_of_two(node.width))
                  : fmt::format("(ite (< {0} 0) (+ {0} {1}) {0})", term, power_of_two(node.width)));
  }
  return place->second;
}

/// A sum or difference of two words, in the range of its own.
std::string IntegerTerms::wrapped(const std::string& sum, Width width, Sign sign) {
  if (overflow_ == Overflow::Ends) return sum;
  const std::string all = power_of_two(width);
  const bool with_sign = sign == Sign::Signed;
  const std::string name = named(sum);
  return fmt::format("(ite (< {0} {1}) (+ {0} {2}) (ite (>= {0} {3}) (- {0} {2}) {0}))", name,
                     with_sign ? fmt::format("(- {})", power_of_two(width - 1U)) : "0", all,
                     with_sign ? power_of_two(width - 1U) : all);
}

/// The number of that width with the same low bits.
std::string IntegerTerms::cut(const std::string& term, Width width, Sign sign) {
  if (sign != Sign::Signed) return fmt::format("(mod {} {})", term, power_of_two(width));
  const std::string half = power_of_two(width - 1U);
  return fmt::format("(- (mod (+ {} {}) {}) {})", term, half, power_of_two(width), half);
}

IntegerTerms::Made IntegerTerms::make_arithmetic(ExprId id, const Node& node) {
  if (node.op == Op::Negate) {
    const Sign sign = sign_of(node.a, node.a);
    return {wrapped(fmt::format("(- {})", view(node.a, sign == Sign::Signed)), node.width, sign),
            sign};
  }
  const Sign sign = sign_of(node.a, node.b);
  // A constant is the smaller of the two numbers that it is: x - 1 is a sum with a large one.
  const auto operand = [&](ExprId one) {
    return view(one, sign == Sign::Signed || expressions_.is_constant(one));
  };
  const std::string a = operand(node.a);
  const std::string b = operand(node.b);
  switch (node.op) {
    case Op::Add: return {wrapped(fmt::format("(+ {} {})", a, b), node.width, sign), sign};
    case Op::Subtract: return {wrapped(fmt::format("(- {} {})", a, b), node.width, sign), sign};
    case Op::Multiply: {
      if (!expressions_.is_constant(node.a) && !expressions_.is_constant(node.b))
        return unknown(id);
      const std::string product = fmt::format("(* {} {})", a, b);
      return {overflow_ == Overflow::Ends ? product : cut(product, node.width, sign), sign};
    }
    default: return unknown(id);
  }
}

IntegerTerms::Made IntegerTerms::make_bitwise(ExprId id, const Node& node) {
  if (node.op == Op::Not) {
    const Sign sign = sign_of(node.a, node.a);
    if (sign == Sign::Signed) return {fmt::format("(- (- 1) {})", view(node.a, true)), sign};
    return {fmt::format("(- {} {})", words::mask(node.width), view(node.a, false)), sign};
  }
  if (node.op != Op::And || !expressions_.is_constant(node.b)) return unknown(id);
  // A mask that keeps the low bits, or all but them.
  const std::uint64_t mask = expressions_.node(node.b).value;
  const std::uint64_t rest = ~mask & words::mask(node.width);
  const Sign sign = sign_of(node.a, node.a);
  const std::string a = view(node.a, sign == Sign::Signed);
  if ((mask & (mask + 1)) == 0) return {fmt::format("(mod {} {})", a, mask + 1), Sign::Either};
  if ((rest & (rest + 1)) == 0) return {fmt::format("(- {0} (mod {0} {1}))", a, rest + 1), sign};
  return unknown(id);
}

IntegerTerms::Made IntegerTerms::make_shift(ExprId id, const Node& node) {
  if (!expressions_.is_constant(node.b)) return unknown(id);
  const std::uint64_t amount = expressions_.node(node.b).value;
  if (amount >= node.width) return unknown(id);
  const std::string power = power_of_two(static_cast<unsigned>(amount));
  if (node.op == Op::ShiftRight)
    return {fmt::format("(div {} {})", view(node.a, false), power), Sign::Unsigned};
  if (node.op == Op::ShiftRightSigned)
    return {fmt::format("(div {} {})", view(node.a, true), power), Sign::Signed};
  return multiple(node.a, power);
}

/// By a constant; the solver's division never leaves a negative remainder.
IntegerTerms::Made IntegerTerms::make_division(ExprId id, const Node& node) {
  if (!expressions_.is_constant(node.b) || expressions_.is_constant(node.b, 0)) return unknown(id);
  const bool divides = node.op == Op::DivideSigned || node.op == Op::DivideUnsigned;
  if (node.op == Op::DivideUnsigned || node.op == Op::RemainderUnsigned)
    return {fmt::format("({} {} {})", divides ? "div" : "mod", view(node.a, false),
                        expressions_.node(node.b).value),
            Sign::Unsigned};
  const std::int64_t by = words::as_signed(expressions_.node(node.b).value, node.width);
  if (by <= 0) return unknown(id);
  return {fmt::format("(ite (>= {0} 0) ({1} {0} {2}) (- ({1} (- {0}) {2})))", view(node.a, true),
                      divides ? "div" : "mod", by),
          Sign::Signed};
}

/// Parts of words joined: with zeros behind the low part of a word, that is a multiple of it.
IntegerTerms::Made IntegerTerms::make_joined(const Node& node) {
  const Node& upper = expressions_.node(node.a);
  const std::string power = power_of_two(expressions_.width(node.b));
  if (expressions_.is_constant(node.b, 0) && upper.op == Op::Extract && upper.value == 0 &&
      expressions_.width(upper.a) == node.width)
    return multiple(upper.a, power);
  const Sign sign = made_.at(node.a).sign == Sign::Signed ? Sign::Signed : Sign::Unsigned;
  return {fmt::format("(+ (* {} {}) {})", power, view(node.a, sign == Sign::Signed),
                      view(node.b, false)),
          sign};
}

IntegerTerms::Made IntegerTerms::multiple(ExprId id, const std::string& factor) {
  const Sign sign = sign_of(id, id);
  const std::string product = fmt::format("(* {} {})", factor, view(id, sign == Sign::Signed));
  const Width width = expressions_.width(id);
  return {overflow_ == Overflow::Ends ? product : cut(product, width, sign), sign};
}

IntegerTerms::Made IntegerTerms::make_part(const Node& node) {
  switch (node.op) {
    case Op::ZeroExtend:
      return {view(node.a, false),
              expressions_.width(node.a) < node.width ? Sign::Either : Sign::Unsigned};
    case Op::SignExtend: return {view(node.a, true), Sign::Signed};
    case Op::Concatenate: return make_joined(node);
    default: break;
  }
  const Sign sign = sign_of(node.a, node.a);
  const std::string whole = view(node.a, sign == Sign::Signed);
  if (node.value == 0) return {cut(whole, node.width, sign), sign};
  const std::string upper =
      fmt::format("(div {} {})", whole, power_of_two(static_cast<unsigned>(node.value)));
  const bool is_all = node.value + node.width == expressions_.width(node.a);
  return {is_all ? upper : cut(upper, node.width, sign), sign};
}

}  // namespace hardbop::chc
