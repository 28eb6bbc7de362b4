// SPDX-License-Identifier: MIT
#include "words/graph/print.hpp"

#include <fmt/format.h>
#include <iterator>
#include <string_view>
#include <variant>

namespace hardbop::words {

std::string_view symbol(Op op) {
  switch (op) {
    case Op::And: return "&";
    case Op::Or: return "|";
    case Op::Xor: return "^";
    case Op::Add: return "+";
    case Op::Subtract: return "-";
    case Op::Multiply: return "*";
    case Op::DivideUnsigned: return "/u";
    case Op::DivideSigned: return "/";
    case Op::RemainderUnsigned: return "%u";
    case Op::RemainderSigned: return "%";
    case Op::ShiftLeft: return "<<";
    case Op::ShiftRight: return ">>u";
    case Op::ShiftRightSigned: return ">>";
    case Op::Equal: return "==";
    case Op::LessUnsigned: return "<u";
    case Op::LessSigned: return "<";
    case Op::LessEqualUnsigned: return "<=u";
    case Op::LessEqualSigned: return "<=";
    case Op::Concatenate: return "++";
    case Op::FloatAdd: return "+.";
    case Op::FloatSubtract: return "-.";
    case Op::FloatMultiply: return "*.";
    case Op::FloatDivide: return "/.";
    case Op::FloatEqual: return "==.";
    case Op::FloatLess: return "<.";
    case Op::FloatLessEqual: return "<=.";
    default: return "";
  }
}

namespace {

/// What is still to be written, the next last.
using Pending = std::vector<std::variant<ExprId, std::string>>;

/// How a result is rounded, where it is not rounded as usual.
std::string_view rounding_suffix(const Node& node) {
  const bool to_integer = node.op == Op::FloatToSigned || node.op == Op::FloatToUnsigned;
  switch (static_cast<Rounding>(node.value)) {
    case Rounding::NearestEven: return to_integer ? "_even" : "";
    case Rounding::TowardZero: return to_integer ? "" : "_zero";
    case Rounding::Up: return "_up";
    case Rounding::Down: return "_down";
    case Rounding::NearestAway: break;
  }
  return "_away";
}

/// Of an operation of IEEE 754: "+.", "sqrt", "double" and the like.
std::string float_operator(const Node& node) {
  const auto name = [&]() -> std::string {
    switch (node.op) {
      case Op::FloatSquareRoot: return "sqrt";
      case Op::FloatRound: return "round";
      case Op::FloatConvert:
      case Op::FloatFromSigned: return node.width == 32 ? "float" : "double";
      case Op::FloatFromUnsigned: return node.width == 32 ? "float_u" : "double_u";
      case Op::FloatToSigned: return fmt::format("to_signed{}", node.width);
      case Op::FloatToUnsigned: return fmt::format("to_unsigned{}", node.width);
      default: return std::string(symbol(node.op));
    }
  };
  return fmt::format("{}{}", name(), rounding_suffix(node));
}

void expand(const Graph& graph, const Node& node, Pending& pending, std::string& out) {
  const auto then = [&](auto... parts) {
    const Pending all{std::variant<ExprId, std::string>(parts)...};
    pending.insert(pending.end(), all.rbegin(), all.rend());
  };
  using S = std::string;
  switch (node.op) {
    case Op::Constant: out += fmt::format("{}", node.value); break;
    case Op::Variable: out += graph.variables[node.value].name; break;
    case Op::Input: out += fmt::format("input{}", node.value); break;
    case Op::Not: then(S("~"), node.a); break;
    case Op::Negate: then(S("-"), node.a); break;
    case Op::ZeroExtend: then(fmt::format("unsigned{}(", node.width), node.a, S(")")); break;
    case Op::SignExtend: then(fmt::format("signed{}(", node.width), node.a, S(")")); break;
    case Op::Extract:
      then(node.a, fmt::format("[{}:{}]", node.value + node.width - 1, node.value));
      break;
    case Op::Conditional: then(S("("), node.a, S(" ? "), node.b, S(" : "), node.c, S(")")); break;
    case Op::Array: out += graph.arrays[node.value].name; break;
    case Op::ArrayInput: out += fmt::format("arrayinput{}", node.value); break;
    case Op::Fill: then(S("fill("), node.a, S(")")); break;
    case Op::Store: then(node.a, S("{"), node.b, S(" := "), node.c, S("}")); break;
    case Op::Select: then(node.a, S("["), node.b, S("]")); break;
    default: {
      const bool is_float = is_float_operation(node.op);
      const S name = is_float ? float_operator(node) : S(symbol(node.op));
      if (operand_count(node.op) == 1)
        then(name + "(", node.a, S(")"));
      else
        then(S("("), node.a, fmt::format(" {} ", name), node.b, S(")"));
    }
  }
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

}  // namespace

std::string to_string(const Graph& graph, ExprId id, std::size_t most) {
  std::string out;
  Pending pending{id};
  std::size_t written = 0;
  while (!pending.empty()) {
    const auto next = std::move(pending.back());
    pending.pop_back();
    if (const std::string* const text = std::get_if<std::string>(&next)) {
      out += *text;
    } else if (++written > most) {
      return out + "...";
    } else {
      expand(graph, graph.expressions.node(std::get<ExprId>(next)), pending, out);
    }
  }
  return out;
}

std::string to_string(const Graph& graph) {
  std::string out;
  for (BlockId b = 0; b < graph.blocks.size(); ++b) {
    fmt::format_to(std::back_inserter(out), "{}{}:\n", b, b == graph.entry ? " (entry)" : "");
    for (const Assignment& assignment : graph.blocks[b].assignments)
      fmt::format_to(std::back_inserter(out), "  {} := {}\n",
                     graph.variables[assignment.variable].name, to_string(graph, assignment.value));
    for (const ArrayAssignment& assignment : graph.blocks[b].array_assignments)
      fmt::format_to(std::back_inserter(out), "  {} := {}\n", graph.arrays[assignment.array].name,
                     to_string(graph, assignment.value));
    for (const Edge& edge : graph.blocks[b].edges)
      fmt::format_to(std::back_inserter(out), "  {} -> {}\n", to_string(graph, edge.guard),
                     edge.to);
  }
  return out;
}

std::string to_dot(const Graph& graph) {
  std::string out = "digraph ltg {\n  node [shape=box];\n";
  for (BlockId b = 0; b < graph.blocks.size(); ++b) {
    std::string label = fmt::format("{}", b);
    for (const Assignment& assignment : graph.blocks[b].assignments)
      label += fmt::format("\\l{} := {}", escaped(graph.variables[assignment.variable].name),
                           escaped(to_string(graph, assignment.value, 30)));
    for (const ArrayAssignment& assignment : graph.blocks[b].array_assignments)
      label += fmt::format("\\l{} := {}", escaped(graph.arrays[assignment.array].name),
                           escaped(to_string(graph, assignment.value, 30)));
    fmt::format_to(std::back_inserter(out), "  {} [label=\"{}\"];\n", b, label);
    for (const Edge& edge : graph.blocks[b].edges)
      fmt::format_to(std::back_inserter(out), "  {} -> {} [label=\"{}\"];\n", b, edge.to,
                     escaped(to_string(graph, edge.guard, 30)));
  }
  return out + "}\n";
}

}  // namespace hardbop::words
