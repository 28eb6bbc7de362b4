// SPDX-License-Identifier: MIT
#include "words/engine/horn/needed.hpp"

#include <algorithm>
#include <array>

namespace hardbop::chc {

using words::Node;
using words::Op;
using words::Subject;

Needed::Needed(const Subject& subject, const std::vector<bool>& is_target, Arrays arrays)
    : subject_(subject),
      graph_(subject.graph),
      arrays_(arrays),
      leads_(is_target),
      needed_(graph_.blocks.size()),
      is_returned_to_(graph_.blocks.size()),
      procedures_(graph_.blocks.size()),
      calls_(subject.procedures.size()),
      assignments_(graph_.blocks.size()) {
  for (std::size_t p = 0; p < subject.procedures.size(); ++p)
    for (const BlockId b : subject.procedures[p].blocks) procedures_[b] = p;
  for (const auto& [block, call] : subject.calls) calls_[call.callee].push_back(block);
  for (BlockId b = 0; b < graph_.blocks.size(); ++b) {
    const Subject::Call* const call = subject.call(b);
    for (const words::Edge& edge : graph_.blocks[b].edges)
      if (!subject.enters(call, edge.to)) is_returned_to_[edge.to] = true;
    if (call != nullptr) is_returned_to_[call->continuation] = true;
  }
  for (BlockId b = 0; b < graph_.blocks.size(); ++b) {
    for (const words::Assignment& one : graph_.blocks[b].assignments)
      assignments_[b].emplace(Cell{false, one.variable}, one.value);
    for (const words::ArrayAssignment& one : graph_.blocks[b].array_assignments)
      assignments_[b].emplace(Cell{true, one.array}, one.value);
  }
  const std::vector<std::vector<BlockId>> from = sources();
  find_leading(is_target, from);
  find_needed(from);
}

std::optional<ExprId> Needed::assigned(BlockId b, Cell cell) const {
  const auto found = assignments_[b].find(cell);
  if (found == assignments_[b].end()) return std::nullopt;
  return found->second;
}

bool Needed::is_global(Cell cell) const {
  return cell.is_array ? subject_.is_global_array[cell.number] : subject_.is_global[cell.number];
}

bool Needed::is_kept(const Subject::Procedure& callee, Cell cell) const {
  const auto& modified = cell.is_array ? callee.modified_arrays : callee.modified;
  const auto& parameters = cell.is_array ? callee.array_parameters : callee.parameters;
  return !modified.contains(cell.number) && (is_global(cell) || parameters.contains(cell.number));
}

bool Needed::is_result(const Subject::Procedure& callee, Cell cell) const {
  return !cell.is_array && callee.results.contains(cell.number);
}

bool Needed::is_passed(const Subject::Procedure& callee, Cell cell) const {
  const auto& parameters = cell.is_array ? callee.array_parameters : callee.parameters;
  return is_global(cell) || parameters.contains(cell.number);
}

bool Needed::is_first(BlockId b) const {
  return subject_.procedures[procedures_[b]].entry == b && !is_returned_to_[b];
}

/// By block, along edges, and to where a call goes on from where it is made and its callee left.
std::vector<std::vector<BlockId>> Needed::sources() const {
  std::vector<std::vector<BlockId>> out(graph_.blocks.size());
  for (BlockId b = 0; b < graph_.blocks.size(); ++b)
    for (const words::Edge& edge : graph_.blocks[b].edges) out[edge.to].push_back(b);
  for (const auto& [block, call] : subject_.calls) {
    out[call.continuation].push_back(block);
    for (const BlockId leave : subject_.procedures[call.callee].leaves)
      out[call.continuation].push_back(leave);
  }
  return out;
}

void Needed::find_leading(const std::vector<bool>& is_target,
                          const std::vector<std::vector<BlockId>>& from) {
  std::vector<BlockId> stack;
  for (BlockId b = 0; b < is_target.size(); ++b)
    if (is_target[b]) stack.push_back(b);
  while (!stack.empty()) {
    const BlockId top = stack.back();
    stack.pop_back();
    for (const BlockId b : from[top]) {
      if (leads_[b] || subject_.sinks.contains(b)) continue;
      leads_[b] = true;
      stack.push_back(b);
    }
  }
}

const std::set<Cell>& Needed::cells(ExprId id) {
  if (const auto known = cells_.find(id); known != cells_.end()) return known->second;
  const words::Expressions& e = graph_.expressions;
  std::set<Cell> out;
  std::set<ExprId> seen;
  std::vector<ExprId> stack{id};
  while (!stack.empty()) {
    const ExprId top = stack.back();
    stack.pop_back();
    if (!seen.insert(top).second) continue;
    const Node& node = e.node(top);
    if (node.op == Op::Variable) out.insert({false, static_cast<std::uint32_t>(node.value)});
    if (node.op == Op::Array) out.insert({true, static_cast<std::uint32_t>(node.value)});
    const bool is_unknown = node.op == Op::Select || words::is_float_operation(node.op);
    if (is_unknown && arrays_ == Arrays::Unknown) continue;
    const std::array operands{node.a, node.b, node.c};
    for (unsigned i = 0; i < words::operand_count(node.op); ++i) stack.push_back(operands[i]);
  }
  return cells_.emplace(id, std::move(out)).first->second;
}

/// What a block needs depends on what those need that it leads to.
void Needed::find_needed(const std::vector<std::vector<BlockId>>& from) {
  std::set<BlockId, std::greater<>> work;
  for (BlockId b = 0; b < graph_.blocks.size(); ++b)
    if (leads_[b]) work.insert(b);
  while (!work.empty()) {
    const BlockId b = *work.begin();
    work.erase(work.begin());
    std::set<Cell> now = before(b);
    if (now == needed_[b]) continue;
    needed_[b] = std::move(now);
    for (const BlockId user : from[b])
      if (leads_[user]) work.insert(user);
  }
}

std::set<Cell> Needed::before(BlockId b) {
  if (subject_.sinks.contains(b)) return {};
  const Subject::Procedure& own = subject_.procedures[procedures_[b]];
  if (std::ranges::find(own.leaves, b) != own.leaves.end()) return before_leave(b);
  std::set<Cell> out = needed_[b];
  const Subject::Call* const call = subject_.call(b);
  for (const words::Edge& edge : graph_.blocks[b].edges) {
    const bool calls = subject_.enters(call, edge.to);
    if (!leads_[edge.to] && !(calls && leads_[call->continuation])) continue;
    const std::set<Cell>& read = cells(edge.guard);
    out.insert(read.begin(), read.end());
    if (calls)
      add_before_call(b, *call, out);
    else
      add_before_step(b, needed_[edge.to], out);
  }
  return out;
}

void Needed::add_before_step(BlockId b, const std::set<Cell>& after, std::set<Cell>& out) {
  for (const Cell cell : after) {
    const std::optional<ExprId> value = assigned(b, cell);
    if (!value) {
      out.insert(cell);
      continue;
    }
    const std::set<Cell>& read = cells(*value);
    out.insert(read.begin(), read.end());
  }
}

/// Arguments and globals are needed, and what the callee does not change but its caller needs
/// later. The callee's other locals are not.
void Needed::add_before_call(BlockId b, const Subject::Call& call, std::set<Cell>& out) {
  const Subject::Procedure& callee = subject_.procedures[call.callee];
  std::set<Cell> passed;
  for (const Cell cell : needed_[callee.entry])
    if (is_passed(callee, cell)) passed.insert(cell);
  for (const Cell cell : needed_[call.continuation]) {
    if (is_result(callee, cell)) continue;
    if (!is_global(cell))
      out.insert(cell);
    else if (is_kept(callee, cell))
      passed.insert(cell);
  }
  add_before_step(b, passed, out);
}

std::set<Cell> Needed::before_leave(BlockId b) const {
  std::set<Cell> out = needed_[b];
  const std::size_t own = procedures_[b];
  const Subject::Procedure& callee = subject_.procedures[own];
  for (const BlockId caller : calls_[own])
    for (const Cell cell : needed_[subject_.calls.at(caller).continuation])
      if (is_result(callee, cell) || (is_global(cell) && !is_kept(callee, cell))) out.insert(cell);
  return out;
}

}  // namespace hardbop::chc
