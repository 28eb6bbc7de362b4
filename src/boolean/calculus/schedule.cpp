// SPDX-License-Identifier: MIT
// Greedy: next comes the operand after which the fewest variables are left, among those that
// share a variable with what was multiplied so far.
#include "boolean/calculus/schedule.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace hardbop::calculus {

namespace {

using bdd::Var;

class Scheduler {
 public:
  Scheduler(const std::vector<std::vector<Var>>& supports, const std::vector<Var>& quantified)
      : supports_(supports), quantified_(quantified.begin(), quantified.end()) {}

  Schedule from(Index start) {
    waiting_.clear();
    have_.clear();
    uses_.clear();
    for (Index i = 0; i < supports_.size(); ++i) {
      waiting_.insert(i);
      for (const Var var : supports_[i]) ++uses_[var];
    }
    Schedule out;
    for (Index next = start; true; next = best()) {
      out.emplace_back(next, take(next));
      if (waiting_.empty()) return out;
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
  const std::vector<std::vector<Var>>& supports_;
  std::set<Var> quantified_;
  std::set<Index> waiting_;
  std::set<Var> have_;
  std::map<Var, std::size_t> uses_;  // by operands that wait

  std::vector<Var> take(Index operand) {
    waiting_.erase(operand);
    std::vector<Var> done;
    for (const Var var : supports_[operand]) {
      have_.insert(var);
      if (--uses_[var] == 0 && quantified_.contains(var)) done.push_back(var);
    }
    for (const Var var : done) have_.erase(var);
    return done;
  }

  [[nodiscard]] Index best() const {
    Index out = *waiting_.begin();
    std::pair<bool, long> best_cost{true, 0};
    bool first = true;
    for (const Index operand : waiting_) {
      bool apart = true;
      long growth = 0;
      for (const Var var : supports_[operand]) {
        const bool known = have_.contains(var);
        const bool ends = uses_.at(var) == 1 && quantified_.contains(var);
        if (known) apart = false;
        growth += (known ? 0 : 1) - (ends ? 1 : 0);
      }
      const std::pair<bool, long> cost{apart && !supports_[operand].empty(), growth};
      if (first || cost < best_cost) {
        best_cost = cost;
        out = operand;
      }
      first = false;
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
