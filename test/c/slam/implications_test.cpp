// SPDX-License-Identifier: MIT
#include "c/slam/implications.hpp"

#include "c/slam/programs.hpp"

namespace hardbop::slam {
namespace {

/// Needs an effort before it knows that constraints are impossible, and counts questions.
class SlowSolver : public smt::Solver {
 public:
  explicit SlowSolver(unsigned needed) : Solver(smt::Integers::Machine), needed_(needed) {}

  smt::Satisfiable check(const std::vector<ExprId>& constraints, unsigned effort) override {
    ++asked;
    core_.resize(constraints.size());
    for (std::size_t i = 0; i < core_.size(); ++i) core_[i] = i;
    return effort < needed_ ? smt::Satisfiable::Unknown : smt::Satisfiable::No;
  }
  void interrupt() override {}
  std::uint64_t value(ExprId) override { return 0; }
  words::ArrayValue array_value(ExprId) override { return words::ArrayValue(1); }
  std::vector<std::size_t> core() override { return core_; }

  std::size_t asked = 0;

 private:
  unsigned needed_;
  std::vector<std::size_t> core_;
};

TEST(Implications, a_question_that_was_given_up_is_asked_again_with_more_effort) {
  NEEDS_CLANG();
  const Lowered lowered("extern int any(void); int x; int main(void) { x = any(); return x; }");
  const std::vector<ExprId> read = lowered.read("x < 4\nx < 5");
  const std::vector<ExprId> premises{read[0]};
  SlowSolver solver(400'000);
  Budget budget;
  Implications implications(*lowered.procedures, solver, budget);
  EXPECT_FALSE(implications.holds(premises, read[1], 5));
  EXPECT_FALSE(implications.holds(premises, read[1], 5));
  EXPECT_EQ(solver.asked, 1U);  // the same effort says the same
  EXPECT_TRUE(implications.holds(premises, read[1]));
  EXPECT_EQ(solver.asked, 2U);
  EXPECT_TRUE(implications.holds(premises, read[1], 5));  // what is known is known
  EXPECT_EQ(solver.asked, 2U);
}

}  // namespace
}  // namespace hardbop::slam
