// SPDX-License-Identifier: MIT
#include "words/engine/bmc/relevance.hpp"

#include <algorithm>

#include "words/analysis/liveness.hpp"

namespace hardbop::bmc {

namespace {

constexpr std::uint32_t nobody = ~std::uint32_t{0};
constexpr std::uint32_t several = nobody - 1;
/// Where there are more blocks times variables, everything matters.
constexpr std::size_t largest_table = std::size_t{1} << 28U;

}  // namespace

Relevance::Relevance(const Program& program)
    : program_(program),
      graph_(program.graph),
      owners_(graph_.blocks.size(), nobody),
      readers_(graph_.variables.size(), nobody),
      successors_(graph_.blocks.size()),
      live_(graph_.blocks.size()) {
  const std::size_t procedures = program.procedures.size();
  if (graph_.blocks.size() * graph_.variables.size() + procedures * procedures > largest_table)
    return;
  find_owners();
  find_readers();
  find_calls();
  find_live();
  find_others(kept_between_calls());
}

/// What each procedure reads of its own.
void Relevance::find_live() {
  for (Set& live : live_) live.assign(graph_.variables.size(), false);
  for (bool grows = true; grows;) {
    const std::vector<Set> kept = kept_between_calls();
    grows = false;
    for (bool changes = true; changes;) {
      changes = false;
      for (BlockId b = static_cast<BlockId>(graph_.blocks.size()); b-- > 0;)
        if (update(b, kept)) changes = true;
      grows = grows || changes;
    }
  }
}

/// What others read, too, and what somebody reads who calls himself.
void Relevance::find_others(const std::vector<Set>& kept) {
  for (BlockId b = 0; b < graph_.blocks.size(); ++b) {
    const std::uint32_t here = owners_[b];
    for (words::VariableId v = 0; v < graph_.variables.size(); ++v) {
      const std::uint32_t reader = readers_[v];
      if (reader == nobody) continue;
      if (here == nobody || reader == several || reaches_[reader][here])
        live_[b][v] = true;
      else if (reader != here)
        live_[b][v] = kept[reader][v];
    }
  }
}

void Relevance::find_calls() {
  const std::size_t count = program_.procedures.size();
  std::vector<std::vector<std::uint32_t>> callees(count);
  for (const Call& call : program_.calls)
    if (owners_[call.block] != nobody) callees[owners_[call.block]].push_back(call.callee);
  reaches_.assign(count, std::vector<bool>(count));
  for (std::uint32_t p = 0; p < count; ++p) {
    std::vector<std::uint32_t> stack = callees[p];
    while (!stack.empty()) {
      const std::uint32_t top = stack.back();
      stack.pop_back();
      if (reaches_[p][top]) continue;
      reaches_[p][top] = true;
      stack.insert(stack.end(), callees[top].begin(), callees[top].end());
    }
  }
}

void Relevance::find_owners() {
  for (BlockId b = 0; b < graph_.blocks.size(); ++b)
    for (const words::Edge& edge : graph_.blocks[b].edges) successors_[b].push_back(edge.to);
  for (const Call& call : program_.calls)
    for (BlockId& to : successors_[call.block])
      if (to == program_.procedures[call.callee].entry) to = call.continuation;
  for (std::uint32_t p = 0; p < program_.procedures.size(); ++p) {
    std::vector<BlockId> stack{program_.procedures[p].entry};
    if (p == 0) stack.push_back(graph_.entry);
    while (!stack.empty()) {
      const BlockId b = stack.back();
      stack.pop_back();
      if (owners_[b] != nobody) continue;
      owners_[b] = p;
      stack.insert(stack.end(), successors_[b].begin(), successors_[b].end());
    }
  }
}

void Relevance::find_readers() {
  read_.assign(graph_.blocks.size(), Set(graph_.variables.size()));
  for (BlockId b = 0; b < graph_.blocks.size(); ++b) {
    const words::Block& block = graph_.blocks[b];
    std::vector<words::ExprId> roots;
    for (const words::Assignment& assignment : block.assignments) roots.push_back(assignment.value);
    for (const words::ArrayAssignment& assignment : block.array_assignments)
      roots.push_back(assignment.value);
    for (const words::Edge& edge : block.edges) roots.push_back(edge.guard);
    for (const words::VariableId v : words::variables_of(graph_.expressions, roots)) {
      read_[b][v] = true;
      if (readers_[v] != owners_[b]) readers_[v] = readers_[v] == nobody ? owners_[b] : several;
    }
  }
}

/// By procedure, what it reads as it starts and not every call of it writes: that lasts from one
/// call to the next.
std::vector<Relevance::Set> Relevance::kept_between_calls() const {
  std::vector<Set> out;
  for (const Procedure& procedure : program_.procedures) out.push_back(live_[procedure.entry]);
  std::vector<std::vector<std::uint32_t>> written(
      program_.procedures.size(), std::vector<std::uint32_t>(graph_.variables.size()));
  std::vector<std::uint32_t> calls(program_.procedures.size());
  for (const Call& call : program_.calls) {
    ++calls[call.callee];
    for (const words::Assignment& assignment : graph_.blocks[call.block].assignments)
      ++written[call.callee][assignment.variable];
  }
  for (std::size_t p = 0; p < out.size(); ++p)
    for (words::VariableId v = 0; v < graph_.variables.size(); ++v)
      if (calls[p] > 0 && written[p][v] == calls[p]) out[p][v] = false;
  return out;
}

/// Whether more matters at the block than was known.
bool Relevance::update(BlockId b, const std::vector<Set>& kept) {
  if (owners_[b] == nobody) return false;
  Set now(graph_.variables.size());
  const auto add = [&](const Set& more) {
    for (words::VariableId v = 0; v < now.size(); ++v)
      if (more[v]) now[v] = true;
  };
  for (const BlockId to : successors_[b]) add(live_[to]);
  if (successors_[b].empty()) add(kept[owners_[b]]);
  for (const words::Assignment& assignment : graph_.blocks[b].assignments)
    now[assignment.variable] = false;
  add(read_[b]);
  if (now == live_[b]) return false;
  live_[b] = std::move(now);
  return true;
}

}  // namespace hardbop::bmc
