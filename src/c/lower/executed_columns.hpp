// SPDX-License-Identifier: MIT
// Which parts of their lines the steps of a run execute, and how often lines are.
#pragma once

#include <map>
#include <set>
#include <tuple>

#include "c/lower/explain.hpp"

namespace hardbop::c {

/// Notes what steps execute, statement by statement. What a loop does again is not listed again.
class ExecutedColumns {
 public:
  /// `activation`: of a program whose threads' calls are expanded.
  void add(ExplainedStep& step, StatementId statement, const Position& at, bool is_new_step,
           std::uint32_t activation = none);

 private:
  using Place = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;  // file, line, column

  StatementId last_ = none;                                // of this step
  bool repeats_ = false;                                   // likewise
  std::set<std::pair<StatementId, StatementId>> follows_;  // likewise
  // How often, in all steps: a statement by a thread; the statements of a place in a call, of which
  // there may be several, that of them which is executed most; a place; a line.
  std::map<std::pair<std::uint32_t, StatementId>, std::uint64_t> statements_;
  std::map<std::tuple<std::uint32_t, std::uint32_t, Place>, std::uint64_t> in_calls_;
  std::map<Place, std::uint64_t> places_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> lines_;

  /// Whether the line has been executed more often than before.
  bool count(const ExplainedStep& step, StatementId statement, const Position& at,
             std::uint32_t activation);
};

}  // namespace hardbop::c
