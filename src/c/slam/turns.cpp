// SPDX-License-Identifier: MIT
#include "c/slam/turns.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "base/util/invariant.hpp"

namespace hardbop::slam {

Turns::Turns(const Procedures& procedures) : procedures_(procedures) {
  const c::Schedule& schedule = procedures.program().schedule;
  if (schedule.threads.empty()) return;
  const std::vector<c::BlockMeaning>& meanings = procedures.model().blocks;
  for (BlockId b = 0; b < meanings.size(); ++b)
    if (meanings[b].statement != c::none) blocks_.try_emplace(meanings[b].statement, b);
  if (schedule.first != c::none) scheduler_ = blocks_.at(schedule.first);
  find_ways();
  for (const c::Schedule::Thread& thread : schedule.threads) add_thread(thread);
  add_scheduler();
}

/// There is one way at most to each place.
void Turns::find_ways() {
  if (scheduler_ == c::none) return;
  std::set<BlockId> targets;
  for (const c::Schedule::Thread& thread : procedures_.program().schedule.threads) {
    if (thread.start != c::none) targets.insert(blocks_.at(thread.start));
    for (const c::Schedule::Stop& stop : thread.stops) targets.insert(blocks_.at(stop.resumes));
  }
  ways_[scheduler_] = {{}, scheduler_};
  std::vector<BlockId> open{scheduler_};
  while (!open.empty()) {
    const BlockId b = open.back();
    open.pop_back();
    if (targets.contains(b)) continue;
    const std::vector<words::Edge>& edges = procedures_.graph().blocks[b].edges;
    for (std::size_t i = 0; i < edges.size(); ++i) {
      const auto [way, is_new] = ways_.try_emplace(edges[i].to, ways_.at(b));
      if (edges[i].to == scheduler_) continue;
      HARDBOP_INVARIANT(is_new, "there should be one way through the scheduler to each place");
      way->second.steps.push_back({b, i});
      way->second.to = edges[i].to;
      open.push_back(edges[i].to);
    }
  }
}

const Way* Turns::way_to(c::StatementId statement) const {
  const auto found = statement == c::none ? ways_.end() : ways_.find(blocks_.at(statement));
  return found == ways_.end() ? nullptr : &found->second;
}

/// Without the scheduler.
std::vector<BlockId> Turns::reached(BlockId first) const {
  std::set<BlockId> seen{first};
  std::vector<BlockId> open{first};
  while (!open.empty()) {
    const BlockId b = open.back();
    open.pop_back();
    for (const words::Edge& edge : procedures_.graph().blocks[b].edges)
      if (edge.to != scheduler_ && seen.insert(edge.to).second) open.push_back(edge.to);
  }
  return {seen.begin(), seen.end()};
}

void Turns::add_thread(const c::Schedule::Thread& thread) {
  ThreadTurns out;
  const bool is_main = threads_.empty();
  const c::Program& program = procedures_.program();
  const Way* const start = is_main ? nullptr : way_to(thread.start);
  if (!is_main && start == nullptr) return;  // nobody creates it
  std::set<BlockId> blocks;
  const auto add_blocks = [&](BlockId first) {
    for (const BlockId b : reached(first)) blocks.insert(b);
  };
  const BlockId first = is_main ? procedures_.of(procedures_.main()).entry : start->to;
  add_blocks(first);
  if (!is_main) out.starts.push_back(*start);
  for (const c::Schedule::Stop& stop : thread.stops) {
    const Way* const way = way_to(stop.resumes);
    if (way == nullptr) continue;
    add_blocks(way->to);
    if (thread.is_crowd)
      out.starts.push_back(*way);
    else if (stop.leaves != c::none)
      out.goes_on[blocks_.at(stop.leaves)] = *way;
  }
  out.starts_again = thread.is_reused;
  out.name = is_main ? "main"
                     : fmt::format("{{{}@{}}}", program.functions[thread.function].name,
                                   &thread - program.schedule.threads.data());
  out.blocks = {first};
  blocks.erase(first);
  out.blocks.insert(out.blocks.end(), blocks.begin(), blocks.end());
  threads_.push_back(std::move(out));
}

/// It arrives at sinks by ways of its own.
void Turns::add_scheduler() {
  ThreadTurns out;
  out.name = "scheduler";
  for (const auto& [to, way] : ways_) {
    if (procedures_.sink(to) == nullptr) continue;
    out.starts.push_back(way);
    out.blocks.push_back(to);
  }
  if (!out.blocks.empty()) threads_.push_back(std::move(out));
}

}  // namespace hardbop::slam
