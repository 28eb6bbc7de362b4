// SPDX-License-Identifier: MIT
#include "c/slam/predicates.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "c/slam/print_predicate.hpp"

namespace hardbop::slam {

using words::Node;
using words::Op;

ExprId positive(const words::Expressions& expressions, ExprId condition) {
  const Node& node = expressions.node(condition);
  return node.op == Op::Not ? positive(expressions, node.a) : condition;
}

namespace {

bool connects(const words::Expressions& expressions, const Node& node) {
  switch (node.op) {
    case Op::Not:
    case Op::And:
    case Op::Or:
    case Op::Xor:
    case Op::Conditional: return true;
    case Op::Equal: return expressions.width(node.a) == 1;
    default: return false;
  }
}

}  // namespace

std::vector<ExprId> atoms(const words::Expressions& expressions, ExprId condition) {
  std::vector<ExprId> out;
  std::vector<ExprId> stack{condition};
  std::set<ExprId> seen;
  while (!stack.empty()) {
    const ExprId id = stack.back();
    stack.pop_back();
    if (!seen.insert(id).second) continue;
    const Node& node = expressions.node(id);
    if (node.op == Op::Constant) continue;
    if (!connects(expressions, node)) {
      out.push_back(id);
      continue;
    }
    stack.push_back(node.a);
    if (operand_count(node.op) > 1) stack.push_back(node.b);
    if (operand_count(node.op) > 2) stack.push_back(node.c);
  }
  return out;
}

std::optional<FunctionId> Predicates::scope(ExprId condition) const {
  if (procedures_.has_inputs(condition)) return std::nullopt;
  FunctionId out = everybody;
  for (const VariableId v : procedures_.variables(condition)) {
    const FunctionId one = procedures_.scope(v);
    if (one == everybody || one == out) continue;
    if (out != everybody) return std::nullopt;
    out = one;
  }
  return out;
}

bool Predicates::add(ExprId condition) {
  const ExprId predicate = positive(procedures_.expressions(), condition);
  if (scopes_.contains(predicate) || procedures_.expressions().is_constant(predicate)) return false;
  const std::optional<FunctionId> where = scope(predicate);
  if (!where) return false;
  scopes_[predicate] = *where;
  by_scope_[*where].push_back(predicate);
  return true;
}

void Predicates::remove(ExprId predicate) {
  const auto found = scopes_.find(predicate);
  if (found == scopes_.end()) return;
  std::erase(by_scope_[found->second], predicate);
  scopes_.erase(found);
}

const std::vector<ExprId>& Predicates::of(FunctionId scope) const {
  static const std::vector<ExprId> no_predicates;
  const auto found = by_scope_.find(scope);
  return found == by_scope_.end() ? no_predicates : found->second;
}

bool Predicates::is_formal(FunctionId f, ExprId predicate) const {
  const std::set<VariableId>& parameters = procedures_.of(f).parameters;
  const std::vector<VariableId> variables = procedures_.variables(predicate);
  return std::ranges::all_of(variables, [&](VariableId v) {
    return procedures_.scope(v) == everybody || parameters.contains(v);
  });
}

bool Predicates::is_result(FunctionId f, ExprId predicate) const {
  const Procedure& procedure = procedures_.of(f);
  bool has_result = false;
  for (const VariableId v : procedures_.variables(predicate)) {
    const bool is_passed = procedure.parameters.contains(v) && !procedure.modified.contains(v);
    const bool is_result = procedures_.result_of(v) == f;
    has_result = has_result || is_result;
    if (!is_result && !is_passed && procedures_.scope(v) != everybody) return false;
  }
  return has_result;
}

bool Predicates::is_stale(ExprId predicate, BlockId b) const {
  const Call* const call = procedures_.continues(b);
  if (call == nullptr || scope(predicate) == everybody) return false;
  const std::set<VariableId>& modified = procedures_.of(call->callee).modified;
  const std::vector<VariableId> variables = procedures_.variables(predicate);
  return std::ranges::any_of(variables, [&](VariableId v) {
    return procedures_.result_of(v) == call->callee ||
           (modified.contains(v) && procedures_.scope(v) == everybody);
  });
}

std::string Predicates::text(ExprId condition) const {
  return to_c(procedures_, names_, condition, scope(condition).value_or(everybody));
}

std::vector<std::string> Predicates::texts() const {
  std::vector<std::string> out;
  for (const ExprId predicate : of(everybody)) out.push_back(text(predicate));
  for (const Procedure& procedure : procedures_.all())
    for (const ExprId predicate : of(procedure.function))
      out.push_back(fmt::format("{}: {}", procedure.name, text(predicate)));
  return out;
}

}  // namespace hardbop::slam
