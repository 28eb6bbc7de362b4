// SPDX-License-Identifier: MIT
// Gates have the truth tables that they are named after; answers are solutions or refutations.
#include "base/sat/solver.hpp"

#include <gtest/gtest.h>
#include <vector>

#include "base/sat/refutations.hpp"
#include "base/sat/trim.hpp"
#include "repetitions.hpp"

namespace hardbop::sat {
namespace {

class Gates : public testing::TestWithParam<unsigned> {
 protected:
  Budget budget_;
  Solver solver_{budget_};
  Literal a_ = solver_.fresh();
  Literal b_ = solver_.fresh();
  Literal c_ = solver_.fresh();

  /// The truth of a gate's output where the bits of the parameter are a, b and c.
  [[nodiscard]] bool truth(Literal gate) {
    const auto bit = [](Literal literal, unsigned number) {
      return ((GetParam() >> number) & 1U) != 0 ? literal : -literal;
    };
    std::vector<Literal> facts{bit(a_, 0), bit(b_, 1), bit(c_, 2), gate};
    const Satisfiable with = solver_.solve(facts);
    facts.back() = -gate;
    EXPECT_NE(with, solver_.solve(facts)) << "the inputs decide the output";
    return with == Satisfiable::Yes;
  }
};

TEST_P(Gates, follow_from_their_inputs) {
  const bool a = (GetParam() & 1U) != 0;
  const bool b = (GetParam() & 2U) != 0;
  const bool c = (GetParam() & 4U) != 0;
  EXPECT_EQ(truth(solver_.conjunction(a_, b_)), a && b);
  EXPECT_EQ(truth(solver_.iff(a_, b_)), a == b);
  EXPECT_EQ(truth(solver_.choice(a_, b_, c_)), a ? b : c);
  EXPECT_TRUE(truth(solver_.always()));
}

INSTANTIATE_TEST_SUITE_P(All, Gates, testing::Range(0U, 8U));

TEST(Solver, assumptions_bind_in_one_call_and_clauses_in_all) {
  Budget budget;
  Solver solver(budget);
  const Literal a = solver.fresh();
  EXPECT_EQ(solver.solve(std::vector{a}), Satisfiable::Yes);
  EXPECT_EQ(solver.solve(std::vector{-a}), Satisfiable::Yes);
  solver.clause({-a});
  EXPECT_EQ(solver.solve(std::vector{a}), Satisfiable::No);
}

TEST(Solver, tells_the_values_of_a_solution) {
  Budget budget;
  Solver solver(budget);
  const Literal a = solver.fresh();
  const Literal b = solver.fresh();
  const Literal unused = solver.fresh();
  solver.clause({a, b});
  ASSERT_EQ(solver.solve(std::vector{-a}), Satisfiable::Yes);
  EXPECT_FALSE(solver.value(a));
  EXPECT_TRUE(solver.value(-a));
  EXPECT_TRUE(solver.value(b));
  EXPECT_FALSE(solver.value(-b));
  EXPECT_TRUE(solver.value(solver.always()));
  EXPECT_NE(solver.value(unused), solver.value(-unused));
}

/// Questions with assumptions, between which clauses and gates are added, up to one whose
/// refutation is taken: clauses that the solver has eliminated come back on the way.
TEST(Solver, refutes_the_last_of_many_questions) {
  unsigned with_assumptions = 0;
  for (unsigned seed = 0; seed < test::repetitions(50); ++seed) {
    std::mt19937 random(seed);
    Budget budget;
    Solver solver(budget, Solver::Recording::Proofs);
    for (int i = 0; i < 100; ++i) static_cast<void>(solver.fresh());
    Literal last = solver.fresh();
    const auto any = [&] { return random_literal(last, random); };
    std::vector<Literal> assumptions;
    do {
      for (int i = 0; i < 3; ++i) last = solver.choice(any(), any(), any());
      for (int i = 0; i < 25; ++i) solver.clause({any(), any(), any()});
      assumptions.assign(random() % 4, any());
      for (Literal& literal : assumptions) literal = any();
    } while (solver.solve(assumptions) == Satisfiable::Yes);
    with_assumptions += assumptions.empty() ? 0 : 1;
    const Refutation refutation = solver.take_refutation();
    const Trimmed trimmed = trim(refutation.formula, refutation.proof, budget);
    ASSERT_EQ(trimmed.verdict.status, RupVerdict::Status::Valid) << "seed " << seed;
    EXPECT_EQ(check_rup(refutation.formula, trimmed.proof, budget).status,
              RupVerdict::Status::Valid);
  }
  EXPECT_GT(with_assumptions, 0U);
}

TEST(Solver, a_memory_limit_is_no_answer) {
  Limits limits;
  limits.memory_bytes = 1;
  Budget budget(limits);
  Solver solver(budget);
  const Clauses formula = pigeonhole(12);
  for (std::size_t i = 0; i < formula.size(); ++i) solver.clause(formula[i]);
  EXPECT_EQ(solver.solve({}), Satisfiable::Unknown);
  EXPECT_EQ(budget.stopped(), StopReason::Memory);
}

}  // namespace
}  // namespace hardbop::sat
