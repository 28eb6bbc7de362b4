// SPDX-License-Identifier: MIT
// Questions of the engine to the solver, within its budget.
#pragma once

#include <memory>
#include <vector>

#include "base/smt/solver.hpp"
#include "base/util/budget.hpp"
#include "words/certify/segments.hpp"

namespace hardbop::rank {

using words::ExprId;
using words::Segments;
using words::Values;

class Questions {
 public:
  /// There must be a solver (smt::has_solver).
  Questions(Segments& segments, Budget& budget);

  [[nodiscard]] Segments& segments() { return segments_; }
  [[nodiscard]] words::Expressions& expressions() { return segments_.expressions(); }
  [[nodiscard]] bool is_over() { return budget_.poll(asked_) != StopReason::None; }
  [[nodiscard]] std::uint64_t asked() const { return asked_; }

  /// Whether all can be true at once; Unknown, too, where the budget is used up.
  [[nodiscard]] smt::Satisfiable check(const std::vector<ExprId>& constraints);
  /// After Yes.
  [[nodiscard]] std::uint64_t value(ExprId word) { return solver_->value(word); }

 private:
  Segments& segments_;
  Budget& budget_;
  std::unique_ptr<smt::Solver> solver_;
  std::uint64_t asked_ = 0;
};

}  // namespace hardbop::rank
