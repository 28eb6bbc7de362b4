// SPDX-License-Identifier: MIT
// Runs with random inputs: for states that are seen in them, and for errors that they get to.
#pragma once

#include <map>
#include <optional>
#include <random>
#include <vector>

#include "base/expression/evaluator.hpp"
#include "base/util/budget.hpp"
#include "words/analysis/execution.hpp"
#include "words/graph/graph.hpp"

namespace hardbop::words {

/// Constants that a graph's guards and assignments mention, by width, ascending.
[[nodiscard]] std::map<Width, std::vector<std::uint64_t>> constants_of(const Graph& graph);

/// Inputs are small numbers, those near what the graph mentions, and any; with every other seed,
/// all are the same after the first few. The same seed gives the same runs.
class RandomWalk {
 public:
  explicit RandomWalk(const Graph& graph);

  void seed(std::uint64_t number);
  [[nodiscard]] std::uint64_t below(std::uint64_t end) { return random_() % end; }
  /// The entry.
  [[nodiscard]] Point start();
  /// Inputs of the point's block.
  void choose(Point& point);
  /// To the next point, with these inputs; whether there is one.
  [[nodiscard]] bool step(Point& point);

 private:
  const Graph& graph_;
  std::map<Width, std::vector<std::uint64_t>> constants_;
  Evaluator values_;
  std::mt19937_64 random_;
  std::vector<BlockId> ways_;
  std::vector<std::uint64_t> words_;
  std::vector<ArrayValue> arrays_;

  std::map<Width, std::uint64_t> repeated_;  // the last input of a width
  std::optional<std::uint64_t> new_inputs_;  // before they repeat; nothing where they do not

  [[nodiscard]] std::uint64_t word(Width width);
  [[nodiscard]] std::uint64_t input(Width width);
  [[nodiscard]] ArrayValue array(const ArraySort& sort);
};

/// Looks for a run to a target by many walks, short and long ones.
class RandomRuns {
 public:
  /// Walks that arrive at one of `ends` are counted.
  RandomRuns(const Graph& graph, const std::vector<BlockId>& targets,
             const std::vector<BlockId>& ends = {});

  /// Until one is found, or the budget is spent; another call goes on.
  [[nodiscard]] std::optional<Run> search(Budget& budget);
  [[nodiscard]] std::uint64_t tried() const { return tried_; }
  [[nodiscard]] std::uint64_t ended() const { return ended_; }

 private:
  std::vector<bool> is_target_;
  std::vector<bool> is_end_;
  RandomWalk walk_;
  Execution execution_;
  std::uint64_t long_steps_;  // of the next long walk
  std::uint64_t tried_ = 0;
  std::uint64_t ended_ = 0;
  std::optional<std::uint64_t> steps_{};  // of the walk that the last call did not end

  [[nodiscard]] bool gets_there(Budget& budget);
  [[nodiscard]] std::optional<Run> repeated(Budget& budget);
};

}  // namespace hardbop::words
