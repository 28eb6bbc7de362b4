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
    default: return "";
  }
}

namespace {

/// What is still to be written, the next last.
using Pending = std::vector<std::variant<ExprId, std::string>>;

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
    default: then(S("("), node.a, fmt::format(" {} ", symbol(node.op)), node.b, S(")"));
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
    fmt::format_to(std::back_inserter(out), "  {} [label=\"{}\"];\n", b, label);
    for (const Edge& edge : graph.blocks[b].edges)
      fmt::format_to(std::back_inserter(out), "  {} -> {} [label=\"{}\"];\n", b, edge.to,
                     escaped(to_string(graph, edge.guard, 30)));
  }
  return out + "}\n";
}

}  // namespace hardbop::words
