// SPDX-License-Identifier: MIT
// A line is a number, what it declares or computes, its sort and operands, all named by the number
// of their line. What it is made of comes before it.
#include "words/export/btor2.hpp"

#include <array>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <unordered_map>

#include "base/expression/substitute.hpp"
#include "base/util/invariant.hpp"

namespace hardbop::words {

namespace {

/// Of an operator whose operands are all expressions; null for others.
const char* operator_name(Op op) {
  switch (op) {
    case Op::Not: return "not";
    case Op::Negate: return "neg";
    case Op::And: return "and";
    case Op::Or: return "or";
    case Op::Xor: return "xor";
    case Op::Add: return "add";
    case Op::Subtract: return "sub";
    case Op::Multiply: return "mul";
    case Op::DivideUnsigned: return "udiv";
    case Op::DivideSigned: return "sdiv";
    case Op::RemainderUnsigned: return "urem";
    case Op::RemainderSigned: return "srem";
    case Op::ShiftLeft: return "sll";
    case Op::ShiftRight: return "srl";
    case Op::ShiftRightSigned: return "sra";
    case Op::Equal: return "eq";
    case Op::LessUnsigned: return "ult";
    case Op::LessSigned: return "slt";
    case Op::LessEqualUnsigned: return "ulte";
    case Op::LessEqualSigned: return "slte";
    case Op::Conditional: return "ite";
    case Op::Concatenate: return "concat";
    default: return nullptr;
  }
}

class Btor2Writer {
 public:
  explicit Btor2Writer(const TransitionSystem& system) : system_(system) {}

  std::string run(const std::vector<std::string>& about) {
    for (const std::string& text : about) out_ += fmt::format("; {}\n", text);
    declare();
    std::vector<ExprId> roots = system_.next;
    for (const TransitionSystem::Bad& bad : system_.bad) roots.push_back(bad.condition);
    for_each_node(system_.expressions, roots, [&](ExprId id) { lines_[id] = write(id); });
    for (VariableId v = 0; v < system_.variables.size(); ++v)
      line("next {} {} {}", sort(system_.variables[v].width), states_[v],
           lines_.at(system_.next[v]));
    for (const TransitionSystem::Bad& bad : system_.bad)
      line("bad {} {}", lines_.at(bad.condition), symbol_text(bad.name));
    return std::move(out_);
  }

 private:
  const TransitionSystem& system_;
  std::string out_;
  std::size_t last_ = 0;
  std::map<Width, std::size_t> sorts_;
  std::map<std::pair<Width, std::uint64_t>, std::size_t> constants_;
  std::vector<std::size_t> inputs_;
  std::vector<std::size_t> states_;
  std::unordered_map<ExprId, std::size_t> lines_;

  template <typename... Arguments>
  std::size_t line(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(out_), "{} ", ++last_);
    fmt::format_to(std::back_inserter(out_), text, std::forward<Arguments>(arguments)...);
    out_ += '\n';
    return last_;
  }

  std::size_t sort(Width width) {
    std::size_t& known = sorts_[width];
    if (known == 0) known = line("sort bitvec {}", width);
    return known;
  }

  std::size_t constant(Width width, std::uint64_t value) {
    const std::size_t of = sort(width);
    std::size_t& known = constants_[{width, value}];
    if (known == 0) known = line("constd {} {}", of, value);
    return known;
  }

  /// A first value has to be there before the state.
  void declare() {
    for (const Variable& variable : system_.variables)
      if (variable.initial) constant(variable.width, *variable.initial);
    for (std::size_t i = 0; i < system_.inputs.size(); ++i) {
      const std::size_t of = sort(system_.inputs[i]);
      inputs_.push_back(line("input {} input{}", of, i));
    }
    for (const Variable& variable : system_.variables) {
      const std::size_t of = sort(variable.width);
      states_.push_back(line("state {} {}", of, symbol_text(variable.name)));
      if (variable.initial)
        line("init {} {} {}", of, states_.back(), constant(variable.width, *variable.initial));
    }
  }

  std::size_t write(ExprId id) {
    const Node& node = system_.expressions.node(id);
    switch (node.op) {
      case Op::Constant: return constant(node.width, node.value);
      case Op::Variable: return states_[node.value];
      case Op::Input: return inputs_[node.value];
      default: break;
    }
    const std::size_t of = sort(node.width);
    const std::size_t a = lines_.at(node.a);
    const unsigned added = node.width - system_.expressions.width(node.a);
    if (node.op == Op::ZeroExtend) return line("uext {} {} {}", of, a, added);
    if (node.op == Op::SignExtend) return line("sext {} {} {}", of, a, added);
    if (node.op == Op::Extract)
      return line("slice {} {} {} {}", of, a, node.value + node.width - 1, node.value);
    const char* const name = operator_name(node.op);
    HARDBOP_INVARIANT(name != nullptr, "only operators on words should be written as BTOR2");
    std::string operands;
    for (unsigned i = 0; i < operand_count(node.op); ++i)
      operands += fmt::format(" {}", lines_.at(std::array{node.a, node.b, node.c}[i]));
    return line("{} {}{}", name, of, operands);
  }
};

}  // namespace

std::string to_btor2(const TransitionSystem& system, const std::vector<std::string>& about) {
  return Btor2Writer(system).run(about);
}

}  // namespace hardbop::words
