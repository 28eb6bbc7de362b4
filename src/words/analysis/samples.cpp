// SPDX-License-Identifier: MIT
#include "words/analysis/samples.hpp"

#include <chrono>

#include "words/analysis/random_walk.hpp"
#include "words/analysis/shrunk.hpp"

namespace hardbop::words {

namespace {

class Sampler {
 public:
  Sampler(const Graph& graph, const Liveness& liveness, const std::vector<BlockId>& where,
          const SampleLimits& limits)
      : graph_(graph), limits_(limits), walk_(graph), seen_(graph.blocks.size(), nullptr) {
    for (const BlockId b : where) {
      Sampled& sampled = out_[b];
      for (VariableId v = 0; v < graph.variables.size(); ++v)
        if (liveness.live(b, v) && sampled.variables.size() < limits.variables)
          sampled.variables.push_back(v);
      for (ArrayId a = 0; a < graph.arrays.size(); ++a)
        if (liveness.array_live(b, a) && sampled.arrays.size() < limits.arrays)
          sampled.arrays.push_back(a);
      seen_[b] = &sampled;
    }
  }

  std::map<BlockId, Sampled> run() {
    const auto end =
        std::chrono::steady_clock::now() + std::chrono::duration<double>(limits_.seconds);
    while (steps_ < limits_.steps && std::chrono::steady_clock::now() < end) run_once();
    return std::move(out_);
  }

 private:
  const Graph& graph_;
  const SampleLimits& limits_;
  RandomWalk walk_;
  std::vector<Sampled*> seen_;  // by block
  std::map<BlockId, Sampled> out_;
  std::vector<std::size_t> kept_;  // of this run, by block
  std::uint64_t steps_ = 0;

  void run_once() {
    Point point = walk_.start();
    kept_.assign(graph_.blocks.size(), 0);
    ++steps_;
    for (std::uint64_t i = 0; i < limits_.run && steps_ < limits_.steps; ++i) {
      if (seen_[point.block] != nullptr) keep(point, *seen_[point.block]);
      ++steps_;
      walk_.choose(point);
      if (!walk_.step(point)) return;
    }
  }

  /// No run has more than a few; where there are enough, later ones take the place of others.
  void keep(const Point& point, Sampled& sampled) {
    std::size_t& kept = kept_[point.block];
    const bool is_rare = kept >= limits_.states / 20 && walk_.below(50) != 0;
    if (is_rare || kept >= limits_.states / 10) return;
    std::vector<std::uint64_t> state;
    for (const VariableId v : sampled.variables) state.push_back(point.variables[v]);
    std::vector<ArrayValue> contents;
    for (const ArrayId a : sampled.arrays) contents.push_back(point.arrays[a]);
    ++kept;
    if (sampled.states.size() < limits_.states) {
      sampled.states.push_back(std::move(state));
      sampled.contents.push_back(std::move(contents));
    } else {
      const std::uint64_t place = walk_.below(limits_.states);
      sampled.states[place] = std::move(state);
      sampled.contents[place] = std::move(contents);
    }
  }
};

}  // namespace

std::map<BlockId, Sampled> sample(const Graph& graph, const Liveness& liveness,
                                  const std::vector<BlockId>& where, const SampleLimits& limits) {
  std::map<BlockId, Sampled> out = Sampler(graph, liveness, where, limits).run();
  std::vector<BlockId> missed;
  for (const auto& [block, sampled] : out)
    if (sampled.states.empty()) missed.push_back(block);
  if (missed.empty()) return out;
  const Graph smaller = shrunk(graph);
  for (auto& [block, sampled] : Sampler(smaller, liveness, missed, limits).run()) {
    sampled.has_smaller_numbers = true;
    out[block] = std::move(sampled);
  }
  return out;
}

}  // namespace hardbop::words
