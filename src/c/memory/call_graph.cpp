// SPDX-License-Identifier: MIT
#include "c/memory/call_graph.hpp"

#include <algorithm>

#include "base/util/components.hpp"

namespace hardbop::c {

CallGraph::CallGraph(const Program& program, const PointsTo& points_to)
    : callees_(program.functions.size()),
      component_(program.functions.size()),
      recursive_(program.functions.size()) {
  for (const FunctionId f : program.functions.ids()) {
    if (!points_to.reached()[f]) continue;
    for (const StatementId s : program.functions[f].statements) {
      const Statement& statement = program.statements[s];
      if (statement.kind == Statement::Kind::Environment)
        for (const Pointee& known : points_to.known())
          if (known.kind == Pointee::Kind::Function) callees_[f].push_back(known.function());
      if (statement.kind != Statement::Kind::Call) continue;
      for (const FunctionId g : points_to.callees(statement)) callees_[f].push_back(g);
    }
  }
  find_components();
}

ById<FunctionId, bool> CallGraph::callers(FunctionId f) const {
  ById<FunctionId, bool> out(callees_.size());
  const auto leads = [&](FunctionId g) { return g == f || out[g]; };
  for (bool changed = true; changed;) {
    changed = false;
    for (const FunctionId g : callees_.ids()) {
      if (out[g] || std::ranges::none_of(callees_[g], leads)) continue;
      out[g] = changed = true;
    }
  }
  return out;
}

void CallGraph::find_components() {
  const auto count = static_cast<std::uint32_t>(callees_.size());
  const auto callee = [&](std::uint32_t f, std::size_t i) -> std::optional<std::uint32_t> {
    const auto& own = callees_[FunctionId(f)];
    if (i == own.size()) return std::nullopt;
    return own[i].index();
  };
  for (const auto& members : strong_components(count, callee)) {
    const FunctionId first(members.front());
    const auto& own = callees_[first];
    const bool recurses = members.size() > 1 || std::ranges::find(own, first) != own.end();
    for (const std::uint32_t f : members) {
      component_[FunctionId(f)] = first;
      recursive_[FunctionId(f)] = recurses;
    }
  }
}

}  // namespace hardbop::c
