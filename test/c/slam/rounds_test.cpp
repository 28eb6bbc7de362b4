// SPDX-License-Identifier: MIT
// What rounds share changes how long they take, and nothing else.
#include "c/slam/loop.hpp"
#include "c/slam/programs.hpp"

namespace hardbop::slam {
namespace {

constexpr const char* locks = R"(
extern int any(void);
extern void reach_error(void);
static int locked;
void lock(void) { if (locked) reach_error(); locked = 1; }
void unlock(void) { if (!locked) reach_error(); locked = 0; }
int main(void) {
  int old, n = any();
  do {
    lock();
    old = n;
    if (any()) { unlock(); n = n + 1; }
  } while (n != old);
  unlock();
  return 0;
})";

/// Some questions about its steps are so hard that the solver may give up, or not.
constexpr const char* loops = R"(
extern int any(void);
extern void reach_error(void);
int main(void) {
  int x = any(), y = any(), i, j;
  for (i = 0; i < x; i++)
    for (j = i + 1; j < y; j++)
      if (j <= i) reach_error();
  return 0;
})";

struct Refined {
  LoopResult result;
  std::uint64_t solved = 0;
};

Refined refine(const char* text, bool forgets) {
  const Lowered lowered(text);
  Procedures& procedures = *lowered.procedures;
  const auto solver = smt::make_solver(procedures.expressions(), smt::Integers::Machine);
  std::vector<BlockId> sinks;
  for (const c::Sink& sink : procedures.model().sinks)
    if (sink.kind == c::Sink::Kind::Error) sinks.push_back(sink.block);
  LoopOptions options;
  options.forgets = forgets;
  Budget budget;
  Statistics statistics;
  Loop loop(
      procedures, *solver, options, [](const c::Position&) { return std::string(); }, budget,
      statistics);
  Refined out{loop.run(sinks)};
  for (const auto& [name, value] : statistics.entries())
    if (name == "slam.questions_solved") out.solved = std::get<std::uint64_t>(value);
  return out;
}

class Rounds : public testing::TestWithParam<const char*> {};

TEST_P(Rounds, are_the_same_with_and_without_what_they_share) {
  NEEDS_Z3();
  const Refined with = refine(GetParam(), false);
  const Refined without = refine(GetParam(), true);
  EXPECT_EQ(with.result.kind, without.result.kind);
  EXPECT_EQ(with.result.iterations, without.result.iterations);
  EXPECT_EQ(with.result.predicates, without.result.predicates);
  EXPECT_EQ(with.result.abstraction.text(), without.result.abstraction.text());
  EXPECT_GT(with.result.iterations, 2U);
  EXPECT_LT(with.solved, without.solved);
}

INSTANTIATE_TEST_SUITE_P(Programs, Rounds, testing::Values(locks, loops));

}  // namespace
}  // namespace hardbop::slam
