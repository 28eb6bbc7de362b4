// SPDX-License-Identifier: MIT
// A step of the Boolean program that no state of C can take: predicates are abstracted one by one,
// so that a step may well be possible for each of them, but not for all together. What was seen to
// be impossible is excluded from then on (the "constrain" of Das and Dill, in SLAM).
#pragma once

#include <optional>
#include <set>
#include <vector>

#include "slam/path.hpp"
#include "slam/predicates.hpp"
#include "slam/solver.hpp"
#include "util/budget.hpp"

namespace hardbop::slam {

class Excluder {
 public:
  Excluder(Procedures& procedures, const Predicates& predicates, Solver& solver, Budget& budget)
      : procedures_(procedures), predicates_(predicates), solver_(solver), budget_(budget) {}

  /// Looks at the path's steps up to `last`; whether there was anything new to exclude.
  bool run(const Path& path, std::size_t last, Exclusions& exclusions);

 private:
  struct Part {
    ExprId literal;
    ExprId constraint;
    bool is_after;
  };
  /// A step between abstract states, as all that has to be true of it.
  using Question = std::vector<ExprId>;

  Procedures& procedures_;
  const Predicates& predicates_;
  Solver& solver_;
  Budget& budget_;
  std::set<Question> possible_;  // that were looked at before

  [[nodiscard]] std::optional<Exclusion> look_at(const PathStep& step,
                                                 const std::vector<ExprId>& next);
  [[nodiscard]] bool is_carried(const PathStep& step, ExprId literal) const;
  [[nodiscard]] bool is_impossible(const std::vector<Part>& parts, ExprId guard);
  [[nodiscard]] Exclusion minimise(std::vector<Part> core, ExprId guard);
};

}  // namespace hardbop::slam
