// SPDX-License-Identifier: MIT
#include "boolean/certify/read_diagrams.hpp"

#include "boolean/certify/names.hpp"

namespace hardbop::certify {

using trace::Decision;
using trace::DiagramRef;

namespace {

/// Of a name without what says which instance it is of.
std::string_view without_suffix(std::string_view name) {
  while (!name.empty() && (name.back() == '+' || name.back() == '!')) name.remove_suffix(1);
  return name;
}

Decision decision(Tokens& tokens) {
  const std::string_view name = without_suffix(tokens.next());
  const std::size_t kind =
      name.empty() ? std::string_view::npos : names::decisions.find(name.front());
  if (kind == std::string_view::npos) tokens.fail_missing("a variable", name);
  return {static_cast<Decision::Kind>(kind), tokens.number(name.substr(1))};
}

}  // namespace

void DiagramReader::node(std::string_view name, Tokens& tokens) {
  const std::uint32_t index = tokens.number(without_suffix(name).substr(1));
  for (const std::string_view token : {"(", "ite"}) tokens.expect(token);
  trace::DiagramNode node;
  node.decision = decision(tokens);
  node.high = reference(tokens);
  node.low = reference(tokens);
  tokens.expect(")");
  if (index == 0 || index > most_) tokens.fail("no such node");
  if (index < nodes_.size()) return;  // another instance of it
  nodes_.resize(index);               // those between are not used
  nodes_.push_back(node);
}

DiagramRef DiagramReader::reference(Tokens& tokens) const {
  bool is_negated = false;
  std::string_view token = tokens.next();
  std::size_t open = 0;
  for (; token == "("; token = tokens.next(), ++open) {
    tokens.expect("not");
    is_negated = !is_negated;
  }
  const DiagramRef inner = leaf(token, tokens);
  for (; open != 0; --open) tokens.expect(")");
  return is_negated ? !inner : inner;
}

DiagramRef DiagramReader::leaf(std::string_view token, const Tokens& tokens) const {
  if (token == "true") return trace::diagram_true;
  if (token == "false") return trace::diagram_false;
  token = without_suffix(token);
  if (!token.starts_with(names::node)) tokens.fail_missing("a node", token);
  const std::uint32_t node = tokens.number(token.substr(1));
  if (node == 0 || node >= nodes_.size()) tokens.fail("a node must be defined before it is used");
  return {node, false};
}

}  // namespace hardbop::certify
