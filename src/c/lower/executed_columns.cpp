// SPDX-License-Identifier: MIT
#include "c/lower/executed_columns.hpp"

namespace hardbop::c {

bool ExecutedColumns::count(const ExplainedStep& step, StatementId statement, const Position& at,
                            std::uint32_t activation) {
  const Place place{at.file, at.line, at.column};
  std::uint64_t& in_call = in_calls_[{step.thread, activation, place}];
  if (++statements_[{step.thread, statement}] <= in_call) return false;
  ++in_call;
  std::uint64_t& line = lines_[{at.file, at.line}];
  if (++places_[place] <= line) return false;
  ++line;
  return true;
}

void ExecutedColumns::add(ExplainedStep& step, StatementId statement, const Position& at,
                          bool is_new_step, std::uint32_t activation) {
  if (is_new_step) {
    last_ = none;
    repeats_ = false;
    follows_.clear();
  }
  if (statement == last_ || at.file != step.at.file || at.line != step.at.line) return;
  if (count(step, statement, at, activation)) ++step.times;
  const bool is_known = !follows_.emplace(last_, statement).second;
  if (is_known && !repeats_) step.columns.push_back(0);
  if (is_known && repeats_)
    step.columns.back() = at.column;
  else if (step.columns.empty() || step.columns.back() != at.column)
    step.columns.push_back(at.column);
  repeats_ = is_known;
  last_ = statement;
}

}  // namespace hardbop::c
