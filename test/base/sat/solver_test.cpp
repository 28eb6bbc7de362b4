// SPDX-License-Identifier: MIT
// Gates have the truth tables that they are named after.
#include "base/sat/solver.hpp"

#include <gtest/gtest.h>
#include <vector>

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

}  // namespace
}  // namespace hardbop::sat
