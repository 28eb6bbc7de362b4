// SPDX-License-Identifier: MIT
// Words have widths, and operators know whether they are signed; in C, types say both. So each text
// has the type that C gives it, and says what its value means: it always equals the word modulo
// 2^width; if it is `exact`, it is the word as a number, signed or unsigned. If an operator needs
// more than that, a cast is added.
#include "c/slam/print_predicate.hpp"

#include <fmt/format.h>
#include <limits>

#include "base/expression/substitute.hpp"

namespace hardbop::slam {

namespace {

using words::Node;
using words::Op;

/// How tightly operators bind.
enum Level : int {
  choice = 3,
  disjunction,
  conjunction,
  bit_or,
  bit_xor,
  bit_and,
  equality,
  relation,
  shift,
  sum,
  product,
  prefix,
  whole,
};

struct Written {
  std::string text;
  int level = whole;
  WordType type;
  bool exact_signed = false;
  bool exact_unsigned = false;

  [[nodiscard]] bool is_exact(bool is_signed) const {
    return is_signed ? exact_signed : exact_unsigned;
  }
};

/// The smallest of C's types that holds it.
unsigned container(unsigned bits) {
  return bits <= 8 ? 8 : bits <= 16 ? 16 : bits <= 32 ? 32 : 64;
}

std::string type_name(WordType type) {
  switch (type.bits) {
    case 8: return type.is_signed ? "signed char" : "unsigned char";
    case 16: return type.is_signed ? "short" : "unsigned short";
    case 32: return type.is_signed ? "int" : "unsigned";
    default: return type.is_signed ? "long long" : "unsigned long long";
  }
}

std::string inside(const Written& operand, int level) {
  return operand.level >= level ? operand.text : fmt::format("({})", operand.text);
}

Written cast(const Written& operand, WordType type) {
  return {fmt::format("({}){}", type_name(type), inside(operand, prefix)), prefix, type,
          type.is_signed, !type.is_signed};
}

Written truth(std::string text, int level) {
  return {std::move(text), level, {}, false, true};
}

bool is_less(Op op) {
  return op == Op::LessUnsigned || op == Op::LessSigned || op == Op::LessEqualUnsigned ||
         op == Op::LessEqualSigned;
}

/// C has no operator for numbers that are given by their bits.
const char* function_name(Op op) {
  switch (op) {
    case Op::FloatAdd: return "float_add";
    case Op::FloatSubtract: return "float_subtract";
    case Op::FloatMultiply: return "float_multiply";
    case Op::FloatDivide: return "float_divide";
    case Op::FloatSquareRoot: return "float_square_root";
    case Op::FloatRound: return "float_round";
    case Op::FloatConvert: return "float_convert";
    case Op::FloatFromSigned: return "float_from_signed";
    case Op::FloatFromUnsigned: return "float_from_unsigned";
    case Op::FloatToSigned: return "float_to_signed";
    case Op::FloatToUnsigned: return "float_to_unsigned";
    case Op::FloatEqual: return "float_equal";
    case Op::FloatLess: return "float_less";
    default: return "float_less_equal";
  }
}

class Writer {
 public:
  Writer(const Procedures& procedures, const VariableNames& names, FunctionId scope,
         bool is_defined)
      : procedures_(procedures),
        expressions_(procedures.expressions()),
        names_(names),
        scope_(scope),
        is_defined_(is_defined) {}

  [[nodiscard]] Written write(ExprId id) {
    if (++written_ > most_written) return truth("...", whole);
    const Node node = expressions_.node(id);
    switch (node.op) {
      case Op::Constant:
        return constant(node.value, node.width, node.width == container(node.width));
      case Op::Variable: {
        const auto v = static_cast<VariableId>(node.value);
        const WordType type = names_.type(v);
        return {names_.name(v, scope_), whole, type, type.is_signed, !type.is_signed};
      }
      case Op::Input: return truth(fmt::format("input{}", node.value), whole);
      case Op::ZeroExtend: {
        Written out = required(node.a, false);
        out.exact_signed = true;
        return out;
      }
      case Op::SignExtend: {
        Written out = required(node.a, true);
        out.exact_unsigned = false;
        return out;
      }
      case Op::Select: return element(node);
      case Op::Extract: return extract(node);
      case Op::Concatenate: return concatenate(node);
      case Op::Conditional: return conditional(node);
      case Op::Equal:
      case Op::LessUnsigned:
      case Op::LessSigned:
      case Op::LessEqualUnsigned:
      case Op::LessEqualSigned: return comparison(node, false);
      case Op::DivideUnsigned: return division(node, "/", false);
      case Op::DivideSigned: return division(node, "/", true);
      case Op::RemainderUnsigned: return division(node, "%", false);
      case Op::RemainderSigned: return division(node, "%", true);
      case Op::ShiftLeft:
      case Op::ShiftRight:
      case Op::ShiftRightSigned: return shifted(node);
      default: break;
    }
    if (words::is_float_operation(node.op)) return function(node);
    return node.width == 1 ? connective(node) : arithmetic(node);
  }
  /// Of any width, as the number that it is.
  [[nodiscard]] Written required(ExprId id, bool is_signed) {
    const Node& node = expressions_.node(id);
    if (node.op == Op::Constant && (is_signed || node.width > 1))
      return constant(node.value, node.width, is_signed);
    return exactly(write(id), node.width, is_signed);
  }
  [[nodiscard]] bool is_complete() const { return written_ <= most_written; }

 private:
  static constexpr std::size_t most_written = 500;
  const Procedures& procedures_;
  const words::Expressions& expressions_;
  const VariableNames& names_;
  FunctionId scope_;
  bool is_defined_;  // nothing may overflow
  std::size_t written_ = 0;

  /// The index is the word modulo 2^width, as it is read.
  [[nodiscard]] Written element(const Node& node) {
    std::string text = fmt::format("{}[{}]", array(node.a), write(node.b).text);
    const auto v = procedures_.variable(expressions_.node(node.a));
    const WordType type = v ? names_.type(*v) : WordType{container(node.width), false};
    return {std::move(text), whole, type, type.is_signed, !type.is_signed};
  }

  /// C has no text for an array but its name.
  [[nodiscard]] std::string array(ExprId id) {
    if (++written_ > most_written) return "...";
    const Node node = expressions_.node(id);
    if (const auto v = procedures_.variable(node)) return names_.name(*v, scope_);
    switch (node.op) {
      case Op::Fill: return fmt::format("array_of({})", write(node.a).text);
      case Op::Store:
        return fmt::format("array_with({}, {}, {})", array(node.a), write(node.b).text,
                           write(node.c).text);
      case Op::Conditional:
        return fmt::format("({} ? {} : {})", inside(required(node.a, false), choice + 1),
                           array(node.b), array(node.c));
      default: return fmt::format("array_input{}", node.value);
    }
  }

  [[nodiscard]] Written function(const Node& node) {
    std::string arguments = required(node.a, false).text;
    if (words::operand_count(node.op) > 1) arguments += ", " + required(node.b, false).text;
    return {fmt::format("{}({})", function_name(node.op), arguments),
            whole,
            {container(node.width), false},
            false,
            true};
  }

  [[nodiscard]] static Written constant(std::uint64_t value, words::Width width, bool is_signed) {
    const std::int64_t number = words::as_signed(value, width);
    constexpr std::int64_t largest = std::numeric_limits<std::int32_t>::max();
    Written out;
    out.exact_signed = is_signed || number >= 0;
    out.exact_unsigned = !is_signed || number >= 0;
    if (is_signed && number < 0) {
      const bool is_long = number < -largest - 1;
      const bool is_least =
          number == -largest - 1 || number == std::numeric_limits<std::int64_t>::min();
      const std::int64_t shown = is_least ? number + 1 : number;
      out.text = fmt::format("{}{}{}", shown, is_long ? "ll" : "", is_least ? " - 1" : "");
      out.level = is_least ? sum : prefix;
      out.type.bits = is_long ? 64 : 32;
      return out;
    }
    const bool is_int = value <= static_cast<std::uint64_t>(largest);
    out.type = is_int ? WordType() : WordType{width <= 32 ? 32U : 64U, is_signed};
    out.text = fmt::format("{}{}{}", value, out.type.is_signed ? "" : "u",
                           out.type.bits == 64 ? "ll" : "");
    return out;
  }

  [[nodiscard]] static Written exactly(const Written& out, unsigned width, bool is_signed) {
    if (out.is_exact(is_signed)) return out;
    if (width == container(width)) return cast(out, {width, is_signed});
    const WordType type{std::max(container(width), 32U), true};
    if (is_signed) {
      const unsigned up = type.bits - width;
      return {fmt::format("{} << {} >> {}", inside(cast(out, type), shift), up, up), shift, type,
              true, false};
    }
    const Written mask = constant(words::mask(static_cast<words::Width>(width)), 64, true);
    return {fmt::format("{} & {}", inside(out, bit_and), mask.text), bit_and,
            common_type(out.type, mask.type), false, true};
  }

  /// What C's operators make of operands in that type equals the word modulo 2^width.
  [[nodiscard]] static Written result(std::string text, int level, WordType type, unsigned width) {
    const bool fits = type.bits == width;
    return {std::move(text), level, type, fits && type.is_signed, fits && !type.is_signed};
  }

  [[nodiscard]] static Written at_least(const Written& operand, unsigned bits) {
    if (promoted(operand.type).bits >= bits) return operand;
    Written out = cast(operand, {container(bits), promoted(operand.type).is_signed});
    out.exact_signed = operand.exact_signed;
    out.exact_unsigned = operand.exact_unsigned;
    return out;
  }

  /// The first operand of what may overflow where C makes it of that type.
  [[nodiscard]] Written wrapping(const Written& operand, WordType type) const {
    return is_defined_ && type.is_signed ? cast(operand, {type.bits, false}) : operand;
  }

  struct Pair {
    Written a;
    Written b;
  };
  /// Both as numbers, and such that C's conversions keep them.
  [[nodiscard]] Pair numbers(ExprId a, ExprId b, bool is_signed) {
    Pair out{required(a, is_signed), required(b, is_signed)};
    if (!is_signed || common_type(out.a.type, out.b.type).is_signed) return out;
    const WordType type{std::max(container(expressions_.width(a)), 32U), true};
    for (Written* const one : {&out.a, &out.b})
      if (!promoted(one->type).is_signed) *one = cast(*one, type);
    return out;
  }

  /// What most of it is; where it does not matter, this needs the fewest casts.
  [[nodiscard]] bool leans_signed(ExprId id) const {
    for (;;) {
      const Node& node = expressions_.node(id);
      if (node.op == Op::Variable)
        return names_.type(static_cast<VariableId>(node.value)).is_signed;
      if (node.op == Op::SignExtend) return true;
      if (node.op == Op::Select) {
        const auto v = procedures_.variable(expressions_.node(node.a));
        return v && names_.type(*v).is_signed;
      }
      if (words::operand_count(node.op) == 0) return true;
      const bool is_second = node.op == Op::Conditional || (words::operand_count(node.op) > 1 &&
                                                            expressions_.is_constant(node.a));
      id = is_second ? node.b : node.a;
    }
  }
  [[nodiscard]] bool better_signed(ExprId a, ExprId b) const {
    const unsigned width = expressions_.width(a);
    return width == container(width) && leans_signed(a) && leans_signed(b);
  }

  /// Whether both are sums with the same second operand.
  [[nodiscard]] bool add_the_same(const Node& node) const {
    const Node& a = expressions_.node(node.a);
    const Node& b = expressions_.node(node.b);
    return a.op == Op::Add && b.op == Op::Add && a.b == b.b;
  }

  [[nodiscard]] Written comparison(Node node, bool is_negated) {
    const bool is_equal = node.op == Op::Equal;
    if (is_defined_ && is_equal && add_the_same(node)) {
      node.a = expressions_.node(node.a).a;
      node.b = expressions_.node(node.b).a;
    }
    const bool is_signed = is_equal ? better_signed(node.a, node.b)
                                    : node.op == Op::LessSigned || node.op == Op::LessEqualSigned;
    Pair operands = numbers(node.a, node.b, is_signed);
    const bool is_strict = node.op == Op::LessSigned || node.op == Op::LessUnsigned;
    std::string symbol = is_equal                  ? (is_negated ? "!=" : "==")
                         : is_strict != is_negated ? "<"
                                                   : "<=";
    const bool turns = expressions_.is_constant(node.a);
    if (turns) std::swap(operands.a, operands.b);
    if (!is_equal && turns != is_negated) symbol[0] = '>';
    const int level = is_equal ? equality : relation;
    return truth(fmt::format("{} {} {}", inside(operands.a, level + 1), symbol,
                             inside(operands.b, level + 1)),
                 level);
  }

  [[nodiscard]] Written connective(const Node& node) {
    if (node.op == Op::Not) {
      const Node inner = expressions_.node(node.a);
      if (inner.op == Op::Equal || (is_defined_ && is_less(inner.op)))
        return comparison(inner, true);
      return truth("!" + inside(required(node.a, false), prefix), prefix);
    }
    if (node.op == Op::Negate) return required(node.a, false);
    const bool is_and = node.op == Op::And || node.op == Op::Multiply;
    const int level = is_and ? conjunction : node.op == Op::Or ? disjunction : equality;
    const char* const symbol = is_and ? "&&" : node.op == Op::Or ? "||" : "!=";
    return truth(fmt::format("{} {} {}", inside(required(node.a, false), level + 1), symbol,
                             inside(required(node.b, false), level + 1)),
                 level);
  }

  [[nodiscard]] Written arithmetic(const Node& node) {
    Written a = at_least(write(node.a), node.width);
    if (node.op == Op::Negate) a = wrapping(a, promoted(a.type));
    if (node.op == Op::Not || node.op == Op::Negate) {
      const std::string operand = inside(a, whole);
      return result((node.op == Op::Not ? "~" : "-") + operand, prefix, promoted(a.type),
                    node.width);
    }
    const Written b = write(node.b);
    int level = sum;
    char symbol = '+';
    switch (node.op) {
      case Op::Add: break;
      case Op::Subtract: symbol = '-'; break;
      case Op::Multiply:
        symbol = '*';
        level = product;
        break;
      case Op::And:
        symbol = '&';
        level = bit_and;
        break;
      case Op::Or:
        symbol = '|';
        level = bit_or;
        break;
      default: symbol = '^'; level = bit_xor;
    }
    if (level >= sum) a = wrapping(a, common_type(a.type, b.type));
    return result(fmt::format("{} {} {}", inside(a, level), symbol, inside(b, level + 1)), level,
                  common_type(a.type, b.type), node.width);
  }

  [[nodiscard]] Written division(const Node& node, const char* symbol, bool is_signed) {
    Pair operands = numbers(node.a, node.b, is_signed);
    if (common_type(operands.a.type, operands.b.type).bits < node.width)
      operands.a = cast(operands.a, {container(node.width), is_signed});
    return result(
        fmt::format("{} {} {}", inside(operands.a, product), symbol, inside(operands.b, prefix)),
        product, common_type(operands.a.type, operands.b.type), node.width);
  }

  [[nodiscard]] Written shifted(const Node& node) {
    const bool is_left = node.op == Op::ShiftLeft;
    const bool is_signed = node.op == Op::ShiftRightSigned;
    Written a = is_left ? write(node.a) : required(node.a, is_signed);
    if (is_signed && !promoted(a.type).is_signed)
      a = cast(a, {std::max(container(node.width), 32U), true});
    a = at_least(a, node.width);
    Written by = write(node.b);
    const bool is_alike =
        promoted(by.type).bits == node.width && promoted(a.type).bits == node.width;
    if (!is_alike) by = required(node.b, false);
    a = at_least(a, promoted(by.type).bits);
    if (is_left) a = wrapping(a, promoted(a.type));
    const std::string text =
        fmt::format("{} {} {}", inside(a, shift), is_left ? "<<" : ">>", inside(by, sum));
    Written out = result(text, shift, promoted(a.type), node.width);
    if (!is_left) {
      out.exact_signed = is_signed;
      out.exact_unsigned = !is_signed;
    }
    return out;
  }

  [[nodiscard]] Written extract(const Node& node) {
    if (node.value == 0) {
      Written out = write(node.a);
      const bool fits = promoted(out.type).bits == node.width;
      out.exact_signed = fits && promoted(out.type).is_signed;
      out.exact_unsigned = fits && !promoted(out.type).is_signed;
      return out;
    }
    const Written from = required(node.a, false);
    const bool is_top = node.value + node.width == expressions_.width(node.a);
    return {fmt::format("{} >> {}", inside(from, shift), node.value), shift, promoted(from.type),
            false, is_top};
  }

  [[nodiscard]] Written concatenate(const Node& node) {
    const WordType type{std::max(container(node.width), 32U), false};
    const Written upper = cast(required(node.a, false), type);
    const Written lower = required(node.b, false);
    return {fmt::format("{} << {} | {}", upper.text, expressions_.width(node.b),
                        inside(lower, bit_or + 1)),
            bit_or, type, false, true};
  }

  [[nodiscard]] Written conditional(const Node& node) {
    const bool is_signed = node.width > 1 && better_signed(node.b, node.c);
    const Written condition = required(node.a, false);
    const Pair operands = numbers(node.b, node.c, is_signed);
    return {fmt::format("{} ? {} : {}", inside(condition, choice + 1),
                        inside(operands.a, choice + 1), inside(operands.b, choice)),
            choice, common_type(operands.a.type, operands.b.type), is_signed, !is_signed};
  }
};

/// Whether C has the operator for such words, whatever values the operands have.
bool has_counterpart(const words::Expressions& expressions, const VariableNames& names, ExprId id) {
  const Node& node = expressions.node(id);
  if (words::is_float_operation(node.op)) return false;
  if (node.op == Op::Variable && names.is_float(static_cast<VariableId>(node.value))) return false;
  if (node.width != 1 && node.width != container(node.width)) return false;
  switch (node.op) {
    case Op::Input:
    case Op::Select:
    case Op::Concatenate: return false;
    case Op::DivideUnsigned:
    case Op::DivideSigned:
    case Op::RemainderUnsigned:
    case Op::RemainderSigned:
      return expressions.is_constant(node.b) && !expressions.is_constant(node.b, 0) &&
             !expressions.is_constant(node.b, words::mask(node.width));
    case Op::ShiftLeft:
    case Op::ShiftRight:
    case Op::ShiftRightSigned:
      return expressions.is_constant(node.b) && expressions.node(node.b).value < node.width;
    default: return true;
  }
}

}  // namespace

std::string to_c(const Procedures& procedures, const VariableNames& names, ExprId id,
                 FunctionId scope) {
  Writer writer(procedures, names, scope, false);
  std::string out = writer.required(id, false).text;
  return writer.is_complete() ? out : out + "...";
}

std::string to_defined_c(const Procedures& procedures, const VariableNames& names, ExprId id,
                         FunctionId scope) {
  bool is_defined = true;
  words::for_each_node(procedures.expressions(), {id}, [&](ExprId one) {
    is_defined = is_defined && has_counterpart(procedures.expressions(), names, one);
  });
  if (!is_defined) return "";
  Writer writer(procedures, names, scope, true);
  std::string out = writer.required(id, false).text;
  return writer.is_complete() ? out : "";
}

}  // namespace hardbop::slam
