// SPDX-License-Identifier: MIT
// Invariants of the program that a path alone makes [beyer07]: its edges, taken any number of
// times. Where predicates from a path only count the rounds of a loop, these are about all rounds.
#pragma once

#include <vector>

#include "c/slam/path.hpp"
#include "c/slam/procedures.hpp"
#include "c/verify/attempts.hpp"

namespace hardbop::verify {

/// Asks Spacer again and again, for a share of the time.
class PathInvariants {
 public:
  PathInvariants(slam::Procedures& procedures, Budget& budget)
      : procedures_(procedures), budget_(budget), attempts_(0.5, 3) {}

  /// Conditions at heads of the path's loops that may keep it from its end; none where the last
  /// attempt was a short while ago.
  [[nodiscard]] std::vector<words::ExprId> of(const slam::Path& path);
  [[nodiscard]] std::uint64_t found() const { return found_; }

 private:
  slam::Procedures& procedures_;
  Budget& budget_;
  Attempts attempts_;
  std::uint64_t found_ = 0;
};

}  // namespace hardbop::verify
