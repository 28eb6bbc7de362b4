// SPDX-License-Identifier: MIT
#include "boolean/certify/texts.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "boolean/certify/names.hpp"

namespace hardbop::certify {

using horn::Term;
using horn::Terms;
using trace::DiagramRef;

namespace {

/// Nested terms longer than this get a name.
constexpr std::size_t inline_length = 60;

}  // namespace

std::string to_text(const Constant& constant) {
  return fmt::format("{}{}{}", names::decisions[static_cast<std::size_t>(constant.decision.kind)],
                     constant.decision.index, names::suffix(constant.instance));
}

std::string to_text(DiagramRef ref, Instance instance) {
  if (ref.node() == 0) return ref.negated() ? "false" : "true";
  std::string name = fmt::format("{}{}{}", names::node, ref.node(), names::suffix(instance));
  return ref.negated() ? fmt::format("(not {})", name) : name;
}

std::string place_text(const bp::Graph& graph, bp::VertexId v) {
  const LineColumn at = graph.program().source->locate(graph.vertex(v).at);
  switch (graph.vertex(v).kind) {
    case bp::VertexKind::Exit: return "exit";
    case bp::VertexKind::Error: return fmt::format("{}:{} fails", at.line, at.column);
    default: return fmt::format("{}:{} {}", at.line, at.column, graph.statement_text(v));
  }
}

std::string TermWriter::write(Term root, const Name& name) {
  texts_.resize(terms_.size());
  uses_.resize(terms_.size());
  const std::vector<std::uint32_t> order = parts(root, name);
  std::string lets;
  std::size_t let_count = 0;
  for (const std::uint32_t node : order) {
    if (!texts_[node].empty()) continue;
    std::string text = node_text(node);
    if (text.front() == '(' && (uses_[node] > 1 || text.size() > inline_length)) {
      lets += fmt::format("(let ((t{} {})) ", node, text);
      ++let_count;
      text = fmt::format("t{}", node);
    }
    texts_[node] = std::move(text);
  }
  std::string out = lets + text_of(root) + std::string(let_count, ')');
  for (const std::uint32_t node : order) {
    uses_[node] = 0;
    texts_[node].clear();
  }
  return out;
}

/// The nodes of a term, parts first, with their uses counted; those that have a name get it.
std::vector<std::uint32_t> TermWriter::parts(Term root, const Name& name) {
  std::vector<std::uint32_t> order;
  std::vector<std::uint32_t> open{root.node()};
  while (!open.empty()) {
    const std::uint32_t node = open.back();
    open.pop_back();
    if (uses_[node]++ != 0) continue;
    order.push_back(node);
    const Terms::Node& content = terms_.node({node, false});
    if (content.kind == Terms::Kind::True) continue;
    texts_[node] = name(node);
    if (!texts_[node].empty()) continue;
    open.push_back(content.a.node());
    open.push_back(content.b.node());
    if (content.kind == Terms::Kind::Ite) open.push_back(content.c.node());
  }
  std::ranges::sort(order);
  return order;
}

std::string TermWriter::text_of(Term term) const {
  if (term == horn::never) return "false";
  const std::string& text = texts_[term.node()];
  return term.negated() ? fmt::format("(not {})", text) : text;
}

std::string TermWriter::node_text(std::uint32_t node) const {
  const Terms::Node& content = terms_.node({node, false});
  const auto part = [&](Term term) { return text_of(term); };
  switch (content.kind) {
    case Terms::Kind::True:
    case Terms::Kind::Variable: break;  // which have a name
    case Terms::Kind::And: return fmt::format("(and {} {})", part(content.a), part(content.b));
    case Terms::Kind::Iff: return fmt::format("(= {} {})", part(content.a), part(content.b));
    case Terms::Kind::Ite:
      return fmt::format("(ite {} {} {})", part(content.a), part(content.b), part(content.c));
  }
  return "true";
}

}  // namespace hardbop::certify
