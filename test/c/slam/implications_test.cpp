// SPDX-License-Identifier: MIT
#include "c/slam/implications.hpp"

#include "c/slam/programs.hpp"

namespace hardbop::slam {
namespace {

/// Never knows, and counts questions.
class IdleSolver : public smt::Solver {
 public:
  IdleSolver() : Solver(smt::Integers::Machine) {}

  smt::Satisfiable check(const std::vector<ExprId>&, unsigned) override {
    ++asked;
    return smt::Satisfiable::Unknown;
  }
  void interrupt() override {}
  std::uint64_t value(ExprId) override { return 0; }
  words::ArrayValue array_value(ExprId) override { return words::ArrayValue(1); }
  std::vector<std::size_t> core() override { return {}; }

  std::size_t asked = 0;
};

struct Implying : testing::Test {
  const Lowered lowered{"extern int any(void); int x; int main(void) { x = any(); return x; }"};
  IdleSolver idle;
  Budget budget;
};

TEST_F(Implying, a_question_that_was_given_up_is_not_asked_again) {
  NEEDS_CLANG();
  const std::vector<ExprId> read = lowered.read("x < 4\nx < 5");
  Implications implications(*lowered.procedures, idle, budget);
  EXPECT_FALSE(implications.holds({read[0]}, read[1]));
  EXPECT_FALSE(implications.holds({read[0]}, read[1]));
  EXPECT_EQ(idle.asked, 1U);
}

TEST_F(Implying, what_is_asked_alone_is_asked_of_a_solver_that_was_asked_nothing_else) {
  NEEDS_Z3();
  const std::vector<ExprId> read = lowered.read("x < 4\nx < 5\nx < 6");
  Implications implications(*lowered.procedures, idle, budget, nullptr, Asking::Alone);
  EXPECT_TRUE(implications.holds({read[0]}, read[1]));
  EXPECT_FALSE(implications.holds({read[1]}, read[0]));
  EXPECT_EQ(implications.solved(), 2U);
  EXPECT_EQ(idle.asked, 0U);
}

TEST_F(Implying, nothing_is_concluded_from_what_was_asked_before_a_beginning) {
  NEEDS_Z3();
  const std::vector<ExprId> read = lowered.read("x < 4\nx < 5\nx < 6");
  Implications implications(*lowered.procedures, idle, budget, nullptr, Asking::Alone);
  EXPECT_TRUE(implications.holds({read[0]}, read[1]));
  EXPECT_TRUE(implications.holds({read[0], read[2]}, read[1]));
  EXPECT_EQ(implications.solved(), 1U);  // with more constraints it is still impossible
  implications.begin();
  EXPECT_TRUE(implications.holds({read[0], read[2]}, read[1]));
  EXPECT_EQ(implications.solved(), 2U);
}

}  // namespace
}  // namespace hardbop::slam
