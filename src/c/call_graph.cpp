// SPDX-License-Identifier: MIT
#include "c/call_graph.hpp"

#include <algorithm>

namespace hardbop::c {

CallGraph::CallGraph(const Program& program, const PointsTo& points_to)
    : callees_(program.functions.size()),
      component_(program.functions.size(), none),
      recursive_(program.functions.size()) {
  for (FunctionId f = 0; f < program.functions.size(); ++f) {
    if (!points_to.reached()[f]) continue;
    for (const StatementId s : program.functions[f].statements) {
      const Statement& statement = program.statements[s];
      if (statement.kind != Statement::Kind::Call) continue;
      for (const FunctionId g : points_to.callees(statement)) callees_[f].push_back(g);
    }
  }
  find_components();
}

/// Tarjan's algorithm, with a stack of our own: chains of calls can be long.
void CallGraph::find_components() {
  struct Visit {
    FunctionId function;
    std::size_t next;
  };
  const auto count = static_cast<FunctionId>(callees_.size());
  std::vector<std::uint32_t> number(count, none);
  std::vector<std::uint32_t> lowest(count, none);
  std::vector<bool> is_open(count);
  std::vector<FunctionId> open;
  std::uint32_t next_number = 0;
  const auto enter = [&](std::vector<Visit>& stack, FunctionId f) {
    number[f] = lowest[f] = next_number++;
    open.push_back(f);
    is_open[f] = true;
    stack.push_back({f, 0});
  };
  const auto close = [&](FunctionId root) {
    std::size_t size = 0;
    FunctionId f = none;
    do {
      f = open.back();
      open.pop_back();
      is_open[f] = false;
      component_[f] = root;
      ++size;
    } while (f != root);
    const auto& own = callees_[root];
    const bool calls_itself = std::find(own.begin(), own.end(), root) != own.end();
    if (size == 1 && !calls_itself) return;
    for (FunctionId g = 0; g < callees_.size(); ++g)
      if (component_[g] == root) recursive_[g] = true;
  };
  for (FunctionId start = 0; start < count; ++start) {
    if (number[start] != none) continue;
    std::vector<Visit> stack;
    enter(stack, start);
    while (!stack.empty()) {
      Visit& top = stack.back();
      const FunctionId f = top.function;
      if (top.next < callees_[f].size()) {
        const FunctionId g = callees_[f][top.next++];
        if (number[g] == none) {
          enter(stack, g);
        } else if (is_open[g]) {
          lowest[f] = std::min(lowest[f], number[g]);
        }
        continue;
      }
      if (lowest[f] == number[f]) close(f);
      stack.pop_back();
      if (!stack.empty())
        lowest[stack.back().function] = std::min(lowest[stack.back().function], lowest[f]);
    }
  }
}

}  // namespace hardbop::c
