// SPDX-License-Identifier: MIT
#include "c/memory/call_graph.hpp"

#include <algorithm>
#include <ranges>

#include "base/util/components.hpp"

namespace hardbop::c {

CallGraph::CallGraph(const Program& program, const PointsTo& points_to)
    : callees_(program.functions.size()),
      component_(program.functions.size(), none),
      recursive_(program.functions.size()) {
  for (FunctionId f = 0; f < program.functions.size(); ++f) {
    if (!points_to.reached()[f]) continue;
    for (const StatementId s : program.functions[f].statements) {
      const Statement& statement = program.statements[s];
      if (statement.kind == Statement::Kind::Environment)
        for (const Pointee& known : points_to.known())
          if (known.kind == Pointee::Kind::Function) callees_[f].push_back(known.id);
      if (statement.kind != Statement::Kind::Call) continue;
      for (const FunctionId g : points_to.callees(statement)) callees_[f].push_back(g);
    }
  }
  find_components();
}

std::vector<bool> CallGraph::callers(FunctionId f) const {
  std::vector<bool> out(callees_.size());
  const auto leads = [&](FunctionId g) { return g == f || out[g]; };
  for (bool changed = true; changed;) {
    changed = false;
    for (FunctionId g = 0; g < callees_.size(); ++g) {
      if (out[g] || std::ranges::none_of(callees_[g], leads)) continue;
      out[g] = changed = true;
    }
  }
  return out;
}

void CallGraph::find_components() {
  const auto count = static_cast<FunctionId>(callees_.size());
  const auto callee = [&](FunctionId f, std::size_t i) -> std::optional<FunctionId> {
    if (i == callees_[f].size()) return std::nullopt;
    return callees_[f][i];
  };
  for (const auto& members :
       strong_components(count, std::views::iota(FunctionId{0}, count), callee)) {
    const FunctionId first = members.front();
    const auto& own = callees_[first];
    const bool recurses = members.size() > 1 || std::ranges::find(own, first) != own.end();
    for (const FunctionId f : members) {
      component_[f] = first;
      recursive_[f] = recurses;
    }
  }
}

}  // namespace hardbop::c
