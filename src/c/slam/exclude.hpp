// SPDX-License-Identifier: MIT
// A step of the Boolean program that is impossible for every state of the C program: predicates are
// abstracted one by one, so a step may be possible for each of them, but not for all together. Such
// a step is excluded from then on (the "constrain" of Das and Dill, in SLAM).
#pragma once

#include <optional>
#include <vector>

#include "base/util/budget.hpp"
#include "c/slam/abstraction.hpp"
#include "c/slam/implications.hpp"
#include "c/slam/path.hpp"
#include "c/slam/predicates.hpp"

namespace hardbop::slam {

class Excluder {
 public:
  /// Implications that are asked alone: else an exclusion would depend on what was asked before.
  Excluder(Procedures& procedures, const Predicates& predicates, Implications& implications,
           Budget& budget)
      : procedures_(procedures),
        predicates_(predicates),
        implications_(implications),
        budget_(budget) {}

  /// Looks at the path's steps up to `last`; whether there was anything new to exclude.
  bool run(const Path& path, std::size_t last, Exclusions& exclusions);

 private:
  struct Part {
    ExprId literal;
    ExprId constraint;
    bool is_after;
  };
  Procedures& procedures_;
  const Predicates& predicates_;
  Implications& implications_;
  Budget& budget_;

  [[nodiscard]] std::optional<Exclusion> look_at(const PathStep& step,
                                                 const std::vector<ExprId>& next);
  [[nodiscard]] bool is_carried(const PathStep& step, ExprId literal) const;
  [[nodiscard]] bool is_impossible(const std::vector<Part>& parts, ExprId guard);
  [[nodiscard]] Exclusion minimise(std::vector<Part> parts, ExprId guard);
};

}  // namespace hardbop::slam
