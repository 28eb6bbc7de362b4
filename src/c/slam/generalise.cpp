// SPDX-License-Identifier: MIT
#include "c/slam/generalise.hpp"

#include <cctype>

#include "words/graph/print.hpp"

namespace hardbop::slam {

using words::Node;
using words::Op;

namespace {

constexpr std::size_t most_variables = 4;
constexpr std::size_t most_constants = 6;

}  // namespace

Generaliser::Generaliser(Procedures& procedures) : procedures_(procedures) {
  const words::Expressions& e = procedures.expressions();
  for (const words::Block& block : procedures.graph().blocks) {
    for (const words::Edge& edge : block.edges)
      for (const ExprId atom : atoms(e, edge.guard)) note(atom);
    for (const words::Assignment& assignment : block.assignments)
      if (e.is_constant(assignment.value)) written_.insert(e.node(assignment.value).value);
  }
}

/// In the program's text, or said of a variable with a constant from there.
bool Generaliser::is_native(ExprId predicate) const {
  if (native_.contains(predicate)) return true;
  const words::Expressions& e = procedures_.expressions();
  const Node& node = e.node(predicate);
  return node.op == Op::Equal && e.node(node.a).op == Op::Variable && e.is_constant(node.b) &&
         written_.contains(e.node(node.b).value);
}

void Generaliser::note(ExprId atom) {
  const words::Expressions& e = procedures_.expressions();
  native_.insert(atom);
  const Node& node = e.node(atom);
  if (node.op != Op::Equal && node.op != Op::LessSigned && node.op != Op::LessUnsigned) return;
  const auto compare = [&](ExprId variable, ExprId other) {
    if (e.node(variable).op != Op::Variable) return;
    const auto v = static_cast<VariableId>(e.node(variable).value);
    if (node.op == Op::LessSigned) is_signed_.insert(v);
    if (!e.is_constant(other)) return;
    constants_[v].insert(other);
    written_.insert(e.node(other).value);
  };
  compare(node.a, node.b);
  compare(node.b, node.a);
}

/// Its text without its constants, and without what is added to variables.
std::string Generaliser::shape(ExprId predicate) const {
  const std::string text = words::to_string(procedures_.graph(), predicate);
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool in_name =
        !out.empty() &&
        (std::isalnum(static_cast<unsigned char>(out.back())) != 0 || out.back() == '_');
    if (std::isdigit(static_cast<unsigned char>(text[i])) == 0 || in_name) {
      out += text[i];
      continue;
    }
    while (i + 1 < text.size() && std::isdigit(static_cast<unsigned char>(text[i + 1])) != 0) ++i;
    out += '#';
  }
  constexpr std::string_view sum = " + #";
  for (std::size_t at = out.find(sum); at != std::string::npos; at = out.find(sum))
    out.erase(at, sum.size());
  std::erase_if(out, [](char c) { return c == '(' || c == ')'; });
  return out;
}

std::size_t Generaliser::alike(ExprId predicate) const {
  if (is_native(predicate)) return 0;
  const auto found = counts_.find(shape(predicate));
  return found == counts_.end() ? 0 : found->second;
}

void Generaliser::count(ExprId predicate) {
  if (!is_native(predicate)) ++counts_[shape(predicate)];
}

std::vector<ExprId> Generaliser::templates(ExprId predicate) {
  words::Expressions& e = procedures_.expressions();
  std::vector<ExprId> out;
  std::vector<VariableId> variables = procedures_.variables(predicate);
  std::erase_if(variables, [&](VariableId v) { return procedures_.is_array(v); });
  if (variables.size() > most_variables) variables.resize(most_variables);
  const auto leaf = [&](VariableId v) { return procedures_.leaf(v); };
  const auto add = [&](VariableId v, ExprId a, ExprId b) {
    const Op less = is_signed_.contains(v) ? Op::LessSigned : Op::LessUnsigned;
    out.push_back(e.binary(Op::Equal, a, b));
    out.push_back(e.binary(less, a, b));
    out.push_back(e.binary(less, b, a));
  };
  for (const VariableId v : variables) {
    std::size_t taken = 0;
    for (const VariableId w : variables)
      if (v != w)
        for (const ExprId constant : constants_[w])
          if (e.width(constant) == e.width(leaf(v)) && taken++ < most_constants)
            add(v, leaf(v), constant);
    for (const ExprId constant : constants_[v])
      if (taken++ < 2 * most_constants) add(v, leaf(v), constant);
    add(v, leaf(v), e.constant(e.width(leaf(v)), 0));
    for (const VariableId w : variables)
      if (v < w && e.width(leaf(v)) == e.width(leaf(w))) add(v, leaf(v), leaf(w));
  }
  return out;
}

}  // namespace hardbop::slam
