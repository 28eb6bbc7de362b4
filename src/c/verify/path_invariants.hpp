// SPDX-License-Identifier: MIT
// Invariants of the program that a path alone makes [beyer07]: its edges, taken any number of
// times. Where predicates from a path only count the rounds of a loop, these are about all rounds.
#pragma once

#include <vector>

#include "c/slam/path.hpp"
#include "c/slam/procedures.hpp"

namespace hardbop::verify {

/// Asks Spacer the fourth time that it is asked itself, and again whenever that number has doubled,
/// with more effort. What happens depends on counts and not on time: refinement is the same however
/// fast it is.
class PathInvariants {
 public:
  PathInvariants(slam::Procedures& procedures, Budget& budget)
      : procedures_(procedures), budget_(budget) {}

  /// Conditions at heads of the path's loops that may keep it from its end; none where it is not
  /// time to try again.
  [[nodiscard]] std::vector<words::ExprId> of(const slam::Path& path);
  [[nodiscard]] std::uint64_t found() const { return found_; }

 private:
  slam::Procedures& procedures_;
  Budget& budget_;
  std::uint64_t asked_ = 0;
  std::uint64_t tries_at_ = 4;  // most refinements end before they ask so often
  unsigned effort_ = 500'000;
  std::uint64_t found_ = 0;
};

}  // namespace hardbop::verify
