// SPDX-License-Identifier: MIT
#include "words/graph/condition_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <utility>

namespace hardbop::words {

namespace {

constexpr std::size_t longest_text = 20'000;
constexpr unsigned deepest_nesting = 500;
constexpr Width widest = 64;

constexpr std::pair<Op, std::string_view> names[] = {
    {Op::Not, "not"},
    {Op::Negate, "negate"},
    {Op::And, "and"},
    {Op::Or, "or"},
    {Op::Xor, "xor"},
    {Op::Add, "add"},
    {Op::Subtract, "subtract"},
    {Op::Multiply, "multiply"},
    {Op::DivideUnsigned, "divide-unsigned"},
    {Op::DivideSigned, "divide-signed"},
    {Op::RemainderUnsigned, "remainder-unsigned"},
    {Op::RemainderSigned, "remainder-signed"},
    {Op::ShiftLeft, "shift-left"},
    {Op::ShiftRight, "shift-right"},
    {Op::ShiftRightSigned, "shift-right-signed"},
    {Op::Equal, "equal"},
    {Op::LessUnsigned, "less-unsigned"},
    {Op::LessSigned, "less-signed"},
    {Op::LessEqualUnsigned, "less-equal-unsigned"},
    {Op::LessEqualSigned, "less-equal-signed"},
    {Op::Conditional, "conditional"},
    {Op::ZeroExtend, "zero-extend"},  // to a width, which stands before the operand
    {Op::SignExtend, "sign-extend"},  // likewise
    {Op::Extract, "extract"},         // the lowest bit and the width stand before the operand
    {Op::Concatenate, "concatenate"},
    {Op::Select, "select"},  // of a whole array
};

class ConditionWriter {
 public:
  explicit ConditionWriter(const Expressions& expressions) : expressions_(expressions) {}

  [[nodiscard]] std::optional<std::string> write(ExprId id) {
    add(id, 0);
    if (is_too_much_) return std::nullopt;
    return std::move(out_);
  }

 private:
  const Expressions& expressions_;
  std::string out_;
  bool is_too_much_ = false;

  void add(ExprId id, unsigned depth) {
    is_too_much_ = is_too_much_ || out_.size() > longest_text || depth > deepest_nesting;
    if (is_too_much_) return;
    const Node& node = expressions_.node(id);
    if (node.op == Op::Constant) {
      out_ += fmt::format("{}:{}", node.value, node.width);
    } else if (node.op == Op::Variable) {
      out_ += fmt::format("v{}", node.value);
    } else if (node.op == Op::Array) {
      out_ += fmt::format("a{}", node.value);
    } else {
      add_operation(node, depth);
    }
  }

  void add_operation(const Node& node, unsigned depth) {
    const auto* const name =
        std::ranges::find(names, node.op, &std::pair<Op, std::string_view>::first);
    if (name == std::end(names)) {
      is_too_much_ = true;
      return;
    }
    out_ += fmt::format("({}", name->second);
    if (node.op == Op::Extract) out_ += fmt::format(" {}", node.value);
    if (node.op == Op::Extract || node.op == Op::ZeroExtend || node.op == Op::SignExtend)
      out_ += fmt::format(" {}", node.width);
    const std::array operands{node.a, node.b, node.c};
    for (unsigned i = 0; i < operand_count(node.op); ++i) {
      out_ += ' ';
      add(operands[i], depth + 1);
    }
    out_ += ')';
  }
};

/// Whatever does not fit is refused: the text may be anybody's.
class ConditionReader {
 public:
  ConditionReader(Graph& graph, std::string_view text)
      : graph_(graph), expressions_(graph.expressions), rest_(text) {}

  [[nodiscard]] std::optional<ExprId> read() {
    if (rest_.size() > longest_text + 1000) return std::nullopt;
    const std::optional<ExprId> out = term(0);
    if (!out || !rest_.empty() || expressions_.is_array(*out) || expressions_.width(*out) != 1)
      return std::nullopt;
    return out;
  }

 private:
  using Read = std::optional<ExprId>;

  Graph& graph_;
  Expressions& expressions_;
  std::string_view rest_;

  [[nodiscard]] bool take(char c) {
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }

  [[nodiscard]] std::optional<std::uint64_t> number() {
    std::uint64_t out = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), out);
    if (error != std::errc()) return std::nullopt;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return out;
  }

  [[nodiscard]] std::optional<Width> width() {
    const auto out = number();
    if (!out || *out < 1 || *out > widest) return std::nullopt;
    return static_cast<Width>(*out);
  }

  [[nodiscard]] Read term(unsigned depth) {
    if (depth > deepest_nesting) return std::nullopt;
    if (take('(')) return operation(depth);
    if (take('v')) return variable();
    if (take('a')) return array();
    const auto value = number();
    if (!value || !take(':')) return std::nullopt;
    const auto bits = width();
    if (!bits || *value > mask(*bits)) return std::nullopt;
    return expressions_.constant(*bits, *value);
  }

  [[nodiscard]] Read variable() {
    const auto which = number();
    if (!which || *which >= graph_.variables.size()) return std::nullopt;
    const auto v = static_cast<VariableId>(*which);
    return expressions_.variable(v, graph_.variables[v].width);
  }

  [[nodiscard]] Read array() {
    const auto which = number();
    if (!which || *which >= graph_.arrays.size()) return std::nullopt;
    const auto a = static_cast<ArrayId>(*which);
    return expressions_.array(a, graph_.arrays[a].sort);
  }

  [[nodiscard]] Read operation(unsigned depth) {
    const std::string_view name = rest_.substr(0, rest_.find_first_of(" ()"));
    const auto* const found =
        std::ranges::find(names, name, &std::pair<Op, std::string_view>::second);
    if (found == std::end(names)) return std::nullopt;
    rest_.remove_prefix(name.size());
    const Op op = found->first;
    std::uint64_t lowest = 0;
    Width bits = 1;
    if (op == Op::Extract) {
      const auto read = take(' ') ? number() : std::nullopt;
      if (!read || *read >= widest) return std::nullopt;
      lowest = *read;
    }
    if (op == Op::Extract || op == Op::ZeroExtend || op == Op::SignExtend) {
      const auto read = take(' ') ? width() : std::nullopt;
      if (!read) return std::nullopt;
      bits = *read;
    }
    std::array<ExprId, 3> operands{};
    for (unsigned i = 0; i < operand_count(op); ++i) {
      const Read read = take(' ') ? term(depth + 1) : std::nullopt;
      if (!read) return std::nullopt;
      operands[i] = *read;
    }
    if (!take(')')) return std::nullopt;
    return make(op, operands, static_cast<Width>(lowest), bits);
  }

  [[nodiscard]] Read make(Op op, const std::array<ExprId, 3>& operands, Width lowest, Width bits) {
    const auto [a, b, c] = operands;
    if (op == Op::Select) return element(a, b);
    for (unsigned i = 0; i < operand_count(op); ++i)
      if (expressions_.is_array(operands[i])) return std::nullopt;
    const Width first = expressions_.width(a);
    switch (op) {
      case Op::Not:
      case Op::Negate: return expressions_.unary(op, a);
      case Op::Conditional:
        if (first != 1 || expressions_.width(b) != expressions_.width(c)) return std::nullopt;
        return expressions_.conditional(a, b, c);
      case Op::ZeroExtend:
      case Op::SignExtend:
        if (bits < first) return std::nullopt;
        return expressions_.extend(op, a, bits);
      case Op::Extract:
        if (lowest + bits > first) return std::nullopt;
        return expressions_.extract(a, lowest, bits);
      case Op::Concatenate:
        if (first + expressions_.width(b) > widest) return std::nullopt;
        return expressions_.concatenate(a, b);
      default:
        if (first != expressions_.width(b)) return std::nullopt;
        return expressions_.binary(op, a, b);
    }
  }

  [[nodiscard]] Read element(ExprId array, ExprId index) {
    if (!expressions_.is_array(array) || expressions_.is_array(index) ||
        expressions_.sort(array).index != expressions_.width(index))
      return std::nullopt;
    return expressions_.select(array, index);
  }
};

}  // namespace

std::optional<std::string> condition_text(const Expressions& expressions, ExprId id) {
  return ConditionWriter(expressions).write(id);
}

std::optional<ExprId> read_condition(Graph& graph, std::string_view text) {
  return ConditionReader(graph, text).read();
}

}  // namespace hardbop::words
