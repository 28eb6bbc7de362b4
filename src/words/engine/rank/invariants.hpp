// SPDX-License-Identifier: MIT
// Invariants of cut points and of the ends of procedures: of all guesses, those that are true
// together. Guesses are dropped as the solver shows runs that make them false, until it shows none
// (words/engine/houdini.hpp).
#pragma once

#include <deque>
#include <map>
#include <set>
#include <vector>

#include "words/engine/rank/guesses.hpp"
#include "words/engine/rank/questions.hpp"

namespace hardbop::rank {

using words::BlockId;
using words::Segment;

/// Many guesses cost time that most programs do not need.
enum class Guessing : std::uint8_t { Few, Many };

class Invariants {
 public:
  Invariants(Questions& questions, Guessing guessing);

  /// False where the budget was used up; then nothing is known.
  [[nodiscard]] bool find();

  [[nodiscard]] bool is_reached(BlockId cut) const { return cuts_.at(cut).is_reached; }
  [[nodiscard]] bool is_left(std::size_t procedure) const { return exits_[procedure].is_reached; }
  /// What is true whenever a run arrives at a cut point, or a procedure is left.
  [[nodiscard]] const std::vector<ExprId>& at(BlockId cut) const { return cuts_.at(cut).known; }
  [[nodiscard]] const std::vector<ExprId>& at_exit(std::size_t procedure) const {
    return exits_[procedure].known;
  }
  [[nodiscard]] const std::vector<Segment>& from(BlockId cut) const {
    return ways_.at(cut).segments;
  }
  /// All that is known of a segment: it can be gone only if these can be true at once.
  [[nodiscard]] std::vector<ExprId> conditions(const Segment& segment);
  /// What the procedure compares, and constants that its variables can be.
  [[nodiscard]] const std::set<Compared>& compared(std::size_t procedure) const {
    return compared_[procedure];
  }

 private:
  struct Place {
    bool is_reached = false;
    std::vector<ExprId> known;
  };
  Questions& questions_;
  Guessing guessing_;
  Segments& segments_;
  const words::Subject& subject_;
  words::Expressions& e_;
  std::map<BlockId, Segments::Ways> ways_;
  std::map<BlockId, Place> cuts_;
  std::vector<Place> exits_;                   // by procedure
  std::vector<std::set<Compared>> compared_;   // by procedure
  std::vector<std::set<Compared>> constants_;  // by procedure: what its variables are given
  std::vector<std::set<BlockId>> dependents_;  // by procedure: cut points from which it is called
  std::deque<BlockId> work_;
  std::set<BlockId> waiting_;

  void guess();
  void guess_at_cuts(std::size_t procedure);
  void guess_on_the_way(const Segment& segment);
  [[nodiscard]] bool is_seen_by(std::size_t callee, words::VariableId v) const;
  void guess_at_exit(std::size_t procedure);
  [[nodiscard]] std::set<Compared> arriving(const Values& values);
  void add(const std::set<Compared>& compared, bool is_exit, std::size_t procedure, Place& place);
  void add_cases(const Values& values, Place& place);
  void add(ExprId condition, Place& place);
  void start();
  void enqueue(BlockId cut);
  void process(BlockId cut);
  [[nodiscard]] Place* target(const Segment& segment);
  [[nodiscard]] bool weaken(const std::vector<ExprId>& conditions, const Values& after,
                            Place& place);
};

}  // namespace hardbop::rank
