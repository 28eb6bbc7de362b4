// SPDX-License-Identifier: MIT
// Unlike the expressions in formulas, which Clang reads (api/c_ltl.hpp), predicates are about the
// variables of the model: results, cells, locals that hide others. What the loop found can be read
// again, and is the same.
#include "c/slam/read_predicates.hpp"

#include <array>
#include <fmt/format.h>
#include <limits>
#include <optional>
#include <string_view>

#include "c/slam/names.hpp"
#include "c/slam/predicates.hpp"

namespace hardbop::slam {

namespace {

using words::Op;
using words::Width;

constexpr WordType int_type;

/// A comparison's value is a truth value until it is used as a number.
struct Value {
  ExprId id = 0;
  WordType type;
  bool is_truth = false;
};

struct BinaryOperator {
  std::string_view symbol;
  int level;
};
/// Longer symbols come before those that they start with.
constexpr std::array operators{
    BinaryOperator{"||", 1}, BinaryOperator{"&&", 2}, BinaryOperator{"==", 6},
    BinaryOperator{"!=", 6}, BinaryOperator{"<<", 8}, BinaryOperator{">>", 8},
    BinaryOperator{"<=", 7}, BinaryOperator{">=", 7}, BinaryOperator{"<", 7},
    BinaryOperator{">", 7},  BinaryOperator{"|", 3},  BinaryOperator{"^", 4},
    BinaryOperator{"&", 5},  BinaryOperator{"+", 9},  BinaryOperator{"-", 9},
    BinaryOperator{"*", 10}, BinaryOperator{"/", 10}, BinaryOperator{"%", 10},
};

bool is_digit(char letter) {
  return letter >= '0' && letter <= '9';
}
/// What the front end made up is called $1.
bool starts_word(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || letter == '_' ||
         letter == '$';
}
bool is_word(char letter) {
  return starts_word(letter) || is_digit(letter);
}

class Reader {
 public:
  Reader(const SourceFile& file, Procedures& procedures, Diagnostics& diagnostics)
      : text_(file.text()),
        procedures_(procedures),
        diagnostics_(diagnostics),
        names_(procedures),
        predicates_(procedures) {}

  [[nodiscard]] std::vector<ExprId> run() {
    std::vector<ExprId> out;
    for (std::size_t start = 0; start < text_.size();) {
      const std::size_t newline = std::min(text_.find('\n', start), text_.size());
      at_ = start;
      end_ = without_comment(start, newline);
      skip_space();
      if (at_ < end_)
        if (const auto condition = line()) out.push_back(*condition);
      start = newline + 1;
    }
    return out;
  }

 private:
  static constexpr int deepest = 200;
  std::string_view text_;
  Procedures& procedures_;
  Diagnostics& diagnostics_;
  VariableNames names_;
  Predicates predicates_;
  std::size_t at_ = 0;
  std::size_t end_ = 0;
  FunctionId scope_ = everybody;
  int depth_ = 0;

  using Read = std::optional<Value>;

  // Text

  [[nodiscard]] std::size_t without_comment(std::size_t start, std::size_t end) const {
    for (std::size_t i = start; i < end; ++i) {
      if (text_[i] == '\'') {  // '#' is a character
        i += text_[std::min(i + 1, end - 1)] == '\\' ? 2 : 1;
        continue;
      }
      if (text_[i] == '/' && i + 1 < end && text_[i + 1] == '/') return i;
      if (text_[i] == '#' && (i == start || !is_name_end(text_[i - 1]))) return i;
    }
    return end;
  }
  [[nodiscard]] static bool is_name_end(char letter) { return is_word(letter) || letter == ']'; }

  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < end_ ? text_[at_ + ahead] : '\0';
  }
  void skip_space() {
    while (at_ < end_ && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\r')) ++at_;
  }
  bool take(std::string_view symbol) {
    skip_space();
    if (text_.substr(at_, end_ - at_).substr(0, symbol.size()) != symbol) return false;
    at_ += symbol.size();
    return true;
  }
  [[nodiscard]] std::string_view word() {
    const std::size_t start = at_;
    while (is_word(peek())) ++at_;
    return text_.substr(start, at_ - start);
  }

  std::nullopt_t error(std::size_t from, std::string text, std::string hint = "") {
    const std::size_t to = std::min(std::max(at_, from + 1), std::max(end_, from));
    diagnostics_.error({static_cast<SourceOffset>(from), static_cast<SourceOffset>(to)},
                       std::move(text), std::move(hint));
    return std::nullopt;
  }

  // Words

  [[nodiscard]] words::Expressions& e() { return procedures_.expressions(); }

  [[nodiscard]] ExprId converted(const Value& value, WordType type) {
    const bool is_signed = !value.is_truth && value.type.is_signed;
    return e().resize(value.id, static_cast<Width>(type.bits), is_signed);
  }
  [[nodiscard]] ExprId truth(const Value& value) {
    if (value.is_truth) return value.id;
    const ExprId zero = e().constant(e().width(value.id), 0);
    return e().unary(Op::Not, e().binary(Op::Equal, value.id, zero));
  }
  [[nodiscard]] static Value made_truth(ExprId id) { return {id, int_type, true}; }

  // Lines

  std::optional<ExprId> line() {
    const std::size_t start = at_;
    scope_ = everybody;
    depth_ = 0;
    if (!function_prefix()) return std::nullopt;
    const Read value = choice();
    if (!value) return std::nullopt;
    skip_space();
    if (at_ < end_) return unexpected();
    const ExprId condition = truth(*value);
    at_ = end_;
    if (!predicates_.scope(condition))
      return error(start, "this is about the variables of more than one function");
    return condition;
  }

  /// `f:`, but not the start of `f::x`.
  bool function_prefix() {
    const std::size_t start = at_;
    while (is_word(peek()) || peek() == '.') ++at_;
    const std::string_view name = text_.substr(start, at_ - start);
    skip_space();
    if (name.empty() || is_digit(name[0]) || peek() != ':' || peek(1) == ':') {
      at_ = start;
      return true;
    }
    SpellingHint hint(name);
    for (const Procedure& procedure : procedures_.all()) {
      if (procedure.name == name) scope_ = procedure.function;
      hint.offer(procedure.name);
    }
    at_ = start + name.size();
    if (scope_ == everybody) {
      error(start, fmt::format("no function {} that is called", quote_name(name)), hint.hint());
      return false;
    }
    return take(":");
  }

  std::nullopt_t unexpected() {
    skip_space();
    const std::size_t start = at_;
    if (at_ >= end_) return error(start, "the predicate ends where an expression should go on");
    if (take("->")) return error(start, no_pointers);
    if (take("++") || take("--") || take("=")) return error(start, "a predicate cannot assign");
    if (take("(")) return error(start, "calls of functions are not supported in predicates");
    if (take("["))
      return error(start, "an index in a predicate is a constant, without spaces, as in a[3]");
    ++at_;
    return error(start, fmt::format("'{}' is not expected here", text_[start]));
  }
  static constexpr const char* no_pointers =
      "what a pointer points to is not supported in predicates; name the variable itself";

  // Expressions

  Read choice() {
    const Read condition = binary(1);
    if (!condition || !take("?")) return condition;
    const Read yes = nested([&] { return choice(); });
    if (!yes) return yes;
    if (!take(":")) return unexpected();
    const Read no = nested([&] { return choice(); });
    if (!no) return no;
    const ExprId which = truth(*condition);
    if (yes->is_truth && no->is_truth) return made_truth(e().conditional(which, yes->id, no->id));
    const WordType type = common_type(yes->type, no->type);
    return Value{e().conditional(which, converted(*yes, type), converted(*no, type)), type};
  }

  template <typename Parse>
  Read nested(const Parse& parse) {
    if (depth_ >= deepest) return error(at_, "an expression is nested too deeply");
    ++depth_;
    const Read out = parse();
    --depth_;
    return out;
  }

  Read binary(int level) {
    Read left = unary();
    while (left) {
      skip_space();
      const std::string_view rest = text_.substr(at_, end_ - at_);
      const BinaryOperator* found = nullptr;
      for (const BinaryOperator& one : operators)
        if (found == nullptr && rest.starts_with(one.symbol)) found = &one;
      const bool is_other =
          rest.starts_with("->") || rest.starts_with("++") || rest.starts_with("--");
      if (found == nullptr || found->level < level || is_other) return left;
      const std::size_t start = at_;
      at_ += found->symbol.size();
      if (peek() == '=' && found->level != 6) {
        ++at_;
        return error(start, "a predicate cannot assign");
      }
      const Read right = nested([&] { return binary(found->level + 1); });
      if (!right) return right;
      const bool divides = found->symbol == "/" || found->symbol == "%";
      // A predicate that was discovered may divide a variable so, and must be read again.
      if (divides && e().is_constant(left->id) && e().is_constant(right->id, 0))
        return error(start, "this divides by zero");
      left = apply(found->symbol, *left, *right);
    }
    return left;
  }

  [[nodiscard]] Value apply(std::string_view symbol, const Value& a, const Value& b) {
    if (symbol == "&&") return made_truth(e().binary(Op::And, truth(a), truth(b)));
    if (symbol == "||") return made_truth(e().binary(Op::Or, truth(a), truth(b)));
    if (symbol == "<<" || symbol == ">>") return shifted(symbol == "<<", a, b);
    const bool is_equality = symbol == "==" || symbol == "!=";
    if (is_equality && a.is_truth && b.is_truth)
      return made_truth(symbol == "==" ? e().binary(Op::Equal, a.id, b.id)
                                       : e().binary(Op::Xor, a.id, b.id));
    const WordType type = common_type(a.type, b.type);
    const ExprId x = converted(a, type);
    const ExprId y = converted(b, type);
    const auto compared = [&](Op of_signed, Op of_unsigned, bool is_swapped) {
      const Op op = type.is_signed ? of_signed : of_unsigned;
      return made_truth(is_swapped ? e().binary(op, y, x) : e().binary(op, x, y));
    };
    if (symbol == "==") return made_truth(e().binary(Op::Equal, x, y));
    if (symbol == "!=") return made_truth(e().unary(Op::Not, e().binary(Op::Equal, x, y)));
    if (symbol == "<") return compared(Op::LessSigned, Op::LessUnsigned, false);
    if (symbol == ">") return compared(Op::LessSigned, Op::LessUnsigned, true);
    if (symbol == "<=") return compared(Op::LessEqualSigned, Op::LessEqualUnsigned, false);
    if (symbol == ">=") return compared(Op::LessEqualSigned, Op::LessEqualUnsigned, true);
    return {e().binary(arithmetic(symbol[0], type.is_signed), x, y), type};
  }

  [[nodiscard]] static Op arithmetic(char symbol, bool is_signed) {
    switch (symbol) {
      case '|': return Op::Or;
      case '^': return Op::Xor;
      case '&': return Op::And;
      case '+': return Op::Add;
      case '-': return Op::Subtract;
      case '*': return Op::Multiply;
      case '/': return is_signed ? Op::DivideSigned : Op::DivideUnsigned;
      default: return is_signed ? Op::RemainderSigned : Op::RemainderUnsigned;
    }
  }

  /// By more than there are bits: what words do then (base/expression/expression.hpp).
  [[nodiscard]] Value shifted(bool is_left, const Value& a, const Value& b) {
    const WordType type = promoted(a.type);
    const WordType by_type = promoted(b.type);
    ExprId by = converted(b, by_type);
    if (by_type.bits > type.bits) {
      const ExprId most = e().constant(static_cast<Width>(by_type.bits), type.bits);
      by = e().conditional(e().binary(Op::LessUnsigned, by, most), by, most);
    }
    by = e().resize(by, static_cast<Width>(type.bits), by_type.is_signed);
    const Op op = is_left ? Op::ShiftLeft : type.is_signed ? Op::ShiftRightSigned : Op::ShiftRight;
    return {e().binary(op, converted(a, type), by), type};
  }

  Read unary() {
    skip_space();
    const std::size_t start = at_;
    if (peek() == '!' && peek(1) != '=') {
      ++at_;
      const Read operand = nested([&] { return unary(); });
      if (!operand) return operand;
      return made_truth(e().unary(Op::Not, truth(*operand)));
    }
    if (take("++") || take("--")) return error(start, "a predicate cannot assign");
    if (peek() == '-' || peek() == '~' || peek() == '+') {
      const char symbol = text_[at_++];
      const Read operand = nested([&] { return unary(); });
      if (!operand) return operand;
      const WordType type = promoted(operand->type);
      const ExprId word = converted(*operand, type);
      if (symbol == '+') return Value{word, type};
      return Value{e().unary(symbol == '-' ? Op::Negate : Op::Not, word), type};
    }
    if (take("*")) return error(start, no_pointers);
    if (take("&")) return error(start, "addresses are not supported in predicates");
    return primary();
  }

  Read primary() {
    skip_space();
    const std::size_t start = at_;
    if (is_digit(peek())) return number();
    if (peek() == '\'') return character();
    if (take("(")) {
      if (const std::optional<Cast> type = type_name()) {
        if (!take(")")) return unexpected();
        const Read operand = nested([&] { return unary(); });
        if (!operand) return operand;
        if (type->is_bool) return made_truth(truth(*operand));
        return Value{converted(*operand, type->type), type->type};
      }
      const Read inner = nested([&] { return choice(); });
      if (!inner) return inner;
      if (!take(")")) return unexpected();
      if (peek() == '.' || text_.substr(at_, end_ - at_).starts_with("->"))
        return error(start, no_pointers);
      return inner;
    }
    if (starts_word(peek()) || (peek() == ':' && peek(1) == ':')) return variable();
    return unexpected();
  }

  struct Cast {
    WordType type;
    bool is_bool = false;
  };
  /// Nothing, and nothing read, where it is none.
  std::optional<Cast> type_name() {
    const std::size_t start = at_;
    Cast out;
    bool is_type = false;
    unsigned longs = 0;
    for (;; is_type = true) {
      skip_space();
      const std::size_t before = at_;
      const std::string_view name = word();
      if (name == "unsigned") {
        out.type.is_signed = false;
      } else if (name == "char") {
        out.type.bits = 8;
      } else if (name == "short") {
        out.type.bits = 16;
      } else if (name == "long") {
        ++longs;
      } else if (name == "_Bool") {
        out.is_bool = true;
      } else if (name != "signed" && name != "int") {
        at_ = is_type ? before : start;
        break;
      }
    }
    if (!is_type) return std::nullopt;
    if (longs > 0) out.type.bits = longs > 1 ? 64 : procedures_.program().data_model.pointer_bits;
    return out;
  }

  Read number() {
    const std::size_t start = at_;
    const bool is_hex = peek() == '0' && (peek(1) == 'x' || peek(1) == 'X');
    const bool is_octal = !is_hex && peek() == '0';
    std::string_view digits = word();
    bool is_unsigned = false;
    unsigned longs = 0;
    for (;
         !digits.empty() && std::string_view("uUlL").find(digits.back()) != std::string_view::npos;
         digits.remove_suffix(1)) {
      const bool is_u = digits.back() == 'u' || digits.back() == 'U';
      is_unsigned = is_unsigned || is_u;
      if (!is_u) ++longs;
    }
    if (is_hex) digits.remove_prefix(2);
    const unsigned base = is_hex ? 16 : is_octal ? 8 : 10;
    std::uint64_t value = 0;
    for (const char digit : digits) {
      const unsigned one = is_digit(digit) ? static_cast<unsigned>(digit - '0')
                                           : static_cast<unsigned>((digit | 32) - 'a') + 10;
      if (one >= base) return error(start, "this is no number of C's integers");
      if (value > (std::numeric_limits<std::uint64_t>::max() - one) / base)
        return error(start, "this number needs more than 64 bits");
      value = value * base + one;
    }
    if (digits.empty() || longs > 2) return error(start, "this is no number of C's integers");
    const WordType type = number_type(value, is_unsigned, longs, base == 10);
    return Value{e().constant(static_cast<Width>(type.bits), value), type};
  }

  /// The first type that it fits into.
  [[nodiscard]] WordType number_type(std::uint64_t value, bool is_unsigned, unsigned longs,
                                     bool is_decimal) const {
    const unsigned long_bits = procedures_.program().data_model.pointer_bits;
    unsigned bits = longs == 0 ? 32 : longs == 1 ? long_bits : 64;
    for (;; bits = 64) {
      const std::uint64_t most = words::mask(static_cast<Width>(bits));
      if (!is_unsigned && value <= most / 2) return {bits, true};
      if ((is_unsigned || !is_decimal || bits == 64) && value <= most) return {bits, false};
    }
  }

  Read character() {
    const std::size_t start = at_++;
    char letter = peek();
    ++at_;
    if (letter == '\\') {
      constexpr std::string_view names = "ntr0\\'\"abfv";
      constexpr std::string_view letters("\n\t\r\0\\'\"\a\b\f\v", 11);
      const std::size_t which = peek() == '\0' ? std::string_view::npos : names.find(peek());
      if (which == std::string_view::npos) return error(start, "this character is not known");
      letter = letters[which];
      ++at_;
    }
    if (peek() != '\'' || at_ - start < 2) return error(start, "this character does not end");
    ++at_;
    const auto code = static_cast<std::uint64_t>(static_cast<signed char>(letter));
    return Value{e().constant(32, code), int_type};
  }

  /// The name with its cells, as far as it goes.
  [[nodiscard]] std::string_view path() {
    const std::size_t start = at_;
    for (;;) {
      if (is_word(peek())) {
        ++at_;
      } else if (peek() == ':' && peek(1) == ':' && starts_word(peek(2))) {
        at_ += 2;
      } else if ((peek() == '.' && is_word(peek(1))) || (peek() == '#' && is_digit(peek(1)))) {
        ++at_;
      } else if (peek() == '[' && is_digit(peek(1))) {
        std::size_t length = 1;
        while (is_digit(peek(length))) ++length;
        if (peek(length) != ']') break;
        at_ += length + 1;
      } else {
        break;
      }
    }
    return text_.substr(start, at_ - start);
  }

  Read variable() {
    const std::size_t start = at_;
    const std::string_view name = path();
    const std::size_t after = at_;
    skip_space();
    if (peek() == '(' || peek() == '[') return unexpected();
    if (peek() == '-' && peek(1) == '>') return unexpected();
    at_ = after;
    if (const auto found = names_.find(name, scope_)) {
      const WordType type = names_.type(*found);
      return Value{e().variable(*found, static_cast<Width>(type.bits)), type};
    }
    if (name == "sizeof") return error(start, "sizeof is not supported in predicates");
    if (names_.has_parts(name, scope_))
      return error(start, fmt::format("{} is no number; name a part of it, such as {}[0] or {}.f",
                                      quote_name(name), name, name));
    SpellingHint hint(name);
    names_.offer(hint, scope_);
    if (scope_ == everybody)
      return error(
          start,
          fmt::format("no global variable {}; those of a function f are f::x", quote_name(name)),
          hint.hint());
    return error(start,
                 fmt::format("no variable {} in {}, nor a global one", quote_name(name),
                             procedures_.of(scope_).name),
                 hint.hint());
  }
};

}  // namespace

std::vector<ExprId> read_predicates(const SourceFile& file, Procedures& procedures,
                                    Diagnostics& diagnostics) {
  return Reader(file, procedures, diagnostics).run();
}

}  // namespace hardbop::slam
