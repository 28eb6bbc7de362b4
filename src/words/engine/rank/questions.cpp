// SPDX-License-Identifier: MIT
#include "words/engine/rank/questions.hpp"

namespace hardbop::rank {

namespace {

/// Most questions are easy. One that is not is about a guess that is better given up.
constexpr unsigned question_effort = smt::usual_effort;

}  // namespace

Questions::Questions(Segments& segments, Budget& budget)
    : segments_(segments),
      budget_(budget),
      solver_(smt::make_solver(segments.expressions(), smt::Integers::Machine)) {}

smt::Satisfiable Questions::check(const std::vector<ExprId>& constraints) {
  std::vector<ExprId> open;
  for (const ExprId one : constraints) {
    if (expressions().is_constant(one, 0)) return smt::Satisfiable::No;
    if (!expressions().is_constant(one)) open.push_back(one);
  }
  ++asked_;
  if (is_over()) return smt::Satisfiable::Unknown;
  return solver_->check(open, question_effort);
}

}  // namespace hardbop::rank
