// SPDX-License-Identifier: MIT
// Greedy: next comes the operand after which the fewest variables are left, among those that
// share a variable with what was multiplied so far.
#include "boolean/calculus/schedule.hpp"

#include <algorithm>

namespace hardbop::calculus {

namespace {

using bdd::Var;

class Scheduler {
 public:
  /// Variables are numbered one after the other here, so that no set has to be searched.
  Scheduler(const std::vector<std::vector<Var>>& supports, const std::vector<Var>& quantified) {
    for (const std::vector<Var>& support : supports)
      variables_.insert(variables_.end(), support.begin(), support.end());
    std::ranges::sort(variables_);
    variables_.erase(std::unique(variables_.begin(), variables_.end()), variables_.end());
    uses_of_all_.assign(variables_.size(), 0);
    is_quantified_.assign(variables_.size(), false);
    for (const std::vector<Var>& support : supports) {
      std::vector<Index>& own = supports_.emplace_back();
      for (const Var var : support) ++uses_of_all_[own.emplace_back(number(var))];
    }
    for (const Var var : quantified)
      if (std::ranges::binary_search(variables_, var)) is_quantified_[number(var)] = true;
  }

  Schedule from(Index start) {
    is_waiting_.assign(supports_.size(), true);
    is_present_.assign(variables_.size(), false);
    uses_ = uses_of_all_;
    Schedule out;
    for (Index next = start; true; next = best()) {
      out.emplace_back(next, take(next));
      if (out.size() == supports_.size()) return out;
    }
  }

  /// The operand with the fewest variables.
  [[nodiscard]] Index smallest() const {
    Index out = 0;
    for (Index i = 1; i < supports_.size(); ++i)
      if (supports_[i].size() < supports_[out].size()) out = i;
    return out;
  }

 private:
  std::vector<Var> variables_;  // by number, ascending
  std::vector<std::vector<Index>> supports_;
  std::vector<Index> uses_of_all_;
  std::vector<bool> is_quantified_;
  // Of one schedule:
  std::vector<bool> is_waiting_;
  std::vector<bool> is_present_;
  std::vector<Index> uses_;  // by operands that wait

  [[nodiscard]] Index number(Var var) const {
    return static_cast<Index>(std::ranges::lower_bound(variables_, var) - variables_.begin());
  }

  std::vector<Var> take(Index operand) {
    is_waiting_[operand] = false;
    std::vector<Var> done;
    for (const Index var : supports_[operand]) {
      const bool ends = --uses_[var] == 0 && is_quantified_[var];
      is_present_[var] = !ends;
      if (ends) done.push_back(variables_[var]);
    }
    return done;
  }

  [[nodiscard]] Index best() const {
    Index out = no_index;
    std::pair<bool, long> best_cost{true, 0};
    for (Index operand = 0; operand < supports_.size(); ++operand) {
      if (!is_waiting_[operand]) continue;
      bool apart = true;
      long growth = 0;
      for (const Index var : supports_[operand]) {
        const bool ends = uses_[var] == 1 && is_quantified_[var];
        if (is_present_[var]) apart = false;
        growth += (is_present_[var] ? 0 : 1) - (ends ? 1 : 0);
      }
      const std::pair<bool, long> cost{apart && !supports_[operand].empty(), growth};
      if (out == no_index || cost < best_cost) {
        best_cost = cost;
        out = operand;
      }
    }
    return out;
  }
};

}  // namespace

std::vector<Schedule> schedules(const std::vector<std::vector<Var>>& supports,
                                const std::vector<Var>& quantified) {
  Scheduler scheduler(supports, quantified);
  std::vector<Schedule> out;
  for (Index start = 0; start < supports.size(); ++start) out.push_back(scheduler.from(start));
  out.push_back(scheduler.from(scheduler.smallest()));
  return out;
}

}  // namespace hardbop::calculus
