// SPDX-License-Identifier: MIT
// Random formulas of random programs, against textbook algorithms on the unfolded program.
#include <gtest/gtest.h>

#include "bp/generate_random.hpp"
#include "flow/call_graph.hpp"
#include "temporal/asking.hpp"
#include "temporal/model.hpp"
#include "trace/replay.hpp"
#include "util/invariant.hpp"

namespace hardbop::test {
namespace {

constexpr std::size_t most_configurations = 1500;

/// Small ones, so that most have few configurations.
bp::RandomProgramSize small_size(std::uint64_t seed) {
  bp::RandomProgramSize size;
  size.globals = 1 + static_cast<std::uint32_t>(seed % 2);
  size.procedures = 3;
  size.formals = 1;
  size.locals = 1;
  size.results = 1;
  size.statements = 3 + static_cast<std::uint32_t>(seed % 3);
  return size;
}

/// A number from the environment, for longer runs than those of every day.
std::uint64_t setting(const char* name, std::uint64_t otherwise) {
  const char* const text = std::getenv(name);
  return text != nullptr ? std::stoull(text) : otherwise;
}

bool is_recursive(const bp::Graph& graph) {
  const flow::CallGraph calls(graph);
  for (bp::ProcedureId p = 0; p < graph.procedures().size(); ++p)
    for (const bp::VertexId call : calls.calls(p))
      if (calls.component(graph.vertex(call).callee) == calls.component(p)) return true;
  return false;
}

struct Counts {
  std::size_t programs = 0;
  std::size_t recursive = 0;
  std::size_t violated = 0;
  std::size_t holds = 0;
};

/// Every lasso is checked where it is found, so asking for traces checks them, too.
void compare_ltl(std::uint64_t seed, Counts& counts) {
  const Sample sample(bp::generate_random(seed, small_size(seed)));
  const auto model = unfold(sample.graph(), sample.procedure("main"), most_configurations);
  if (!model) return;
  ++counts.programs;
  counts.recursive += is_recursive(sample.graph()) ? 1 : 0;
  FormulaGenerator formulas(sample.graph(), seed);
  for (int i = 0; i < 3; ++i) {
    const Tree tree = formulas.ltl(1 + i % 3);
    const temporal::Formula formula =
        read_formula(sample.graph(), tree.text(), temporal::Logic::Ltl);
    Budget budget;
    Statistics statistics;
    temporal::Setting setting{sample.graph(), {sample.procedure("main")}, true, {}};
    setting.economies.live = seed % 4 != 0;
    setting.economies.mod_ref = seed % 3 != 0;
    const bool expected = satisfies_ltl(*model, tree);
    temporal::LtlFinding found;
    try {
      found = temporal::decide_ltl(setting, formula, budget, statistics);
    } catch (const InternalError& error) {
      FAIL() << "seed " << seed << ": " << tree.text() << ": " << error.what() << "\n"
             << bp::generate_random(seed, small_size(seed));
    }
    const auto wanted = expected ? engine::Outcome::Unreachable : engine::Outcome::Reached;
    ASSERT_EQ(found.outcome, wanted) << "seed " << seed << ": " << tree.text() << "\n"
                                     << bp::generate_random(seed, small_size(seed));
    ASSERT_EQ(found.lasso.has_value(), !expected) << "seed " << seed << ": " << tree.text();
    ++(expected ? counts.holds : counts.violated);
  }
}

void compare_ctl(std::uint64_t seed, Counts& counts) {
  const Sample sample(bp::generate_random(seed, small_size(seed)));
  const auto model = unfold(sample.graph(), sample.procedure("main"), most_configurations);
  if (!model) return;
  ++counts.programs;
  counts.recursive += is_recursive(sample.graph()) ? 1 : 0;
  FormulaGenerator formulas(sample.graph(), seed);
  for (int i = 0; i < 3; ++i) {
    const Tree tree = formulas.ctl(1 + i % 3);
    const temporal::Formula formula =
        read_formula(sample.graph(), tree.text(), temporal::Logic::Ctl);
    Budget budget;
    Statistics statistics;
    temporal::Setting setting{sample.graph(), {sample.procedure("main")}, true, {}};
    setting.economies.mod_ref = seed % 3 != 0;
    const bool expected = satisfies_ctl(*model, tree);
    temporal::CtlFinding found;
    try {
      found = temporal::decide_ctl(setting, formula, true, budget, statistics);
    } catch (const InternalError& error) {
      FAIL() << "seed " << seed << ": " << tree.text() << ": " << error.what() << "\n"
             << bp::generate_random(seed, small_size(seed));
    }
    const auto wanted = expected ? engine::Outcome::Unreachable : engine::Outcome::Reached;
    ASSERT_EQ(found.outcome, wanted) << "seed " << seed << ": " << tree.text() << "\n"
                                     << bp::generate_random(seed, small_size(seed));
    if (found.trace) {
      const auto objection = trace::replay(sample.graph(), *found.trace, setting.entries,
                                           {found.trace->innermost().end});
      ASSERT_FALSE(objection) << "seed " << seed << ": " << tree.text() << ": " << *objection;
    }
    ++(expected ? counts.holds : counts.violated);
  }
}

TEST(RandomTemporal, ctl_is_as_on_the_unfolded_program) {
  const std::uint64_t first = setting("HARDBOP_FIRST_SEED", 1);
  const std::uint64_t seeds = setting("HARDBOP_SEEDS", 200);
  Counts counts;
  for (std::uint64_t seed = first; seed < first + seeds && !HasFatalFailure(); ++seed)
    compare_ctl(seed, counts);
  std::printf("%zu programs, %zu of them recursive; %zu formulas violated, %zu hold\n",
              counts.programs, counts.recursive, counts.violated, counts.holds);
  EXPECT_GT(counts.programs, seeds / 3);
  EXPECT_GT(counts.violated, counts.programs / 4);
  EXPECT_GT(counts.holds, counts.programs / 4);
}

TEST(RandomTemporal, ltl_is_as_on_the_unfolded_program) {
  const std::uint64_t first = setting("HARDBOP_FIRST_SEED", 1);
  const std::uint64_t seeds = setting("HARDBOP_SEEDS", 200);
  Counts counts;
  for (std::uint64_t seed = first; seed < first + seeds && !HasFatalFailure(); ++seed)
    compare_ltl(seed, counts);
  RecordProperty("programs", static_cast<int>(counts.programs));
  std::printf("%zu programs, %zu of them recursive; %zu formulas violated, %zu hold\n",
              counts.programs, counts.recursive, counts.violated, counts.holds);
  EXPECT_GT(counts.programs, seeds / 3);
  EXPECT_GT(counts.violated, counts.programs / 4);
  EXPECT_GT(counts.holds, counts.programs / 4);
}

/// Programs with any recursion: LTL and CTL agree where both can say the same, and what runs
/// with a low stack show is so.
void compare_logics(std::uint64_t seed, Counts& counts) {
  const std::string text = bp::generate_random(seed, small_size(seed));
  const Sample sample(text);
  if (!is_recursive(sample.graph())) return;
  ++counts.programs;
  FormulaGenerator formulas(sample.graph(), seed);
  const Tree p = formulas.proposition(1);
  const Tree q = formulas.proposition(1);
  const std::string a = "(" + p.text() + ")";
  const std::string b = "(" + q.text() + ")";
  const std::pair<std::string, std::string> same[] = {
      {"G " + a, "AG " + a},
      {"F " + a, "AF " + a},
      {"X " + a, "AX " + a},
      {"G F " + a, "AG AF " + a},
      {a + " U " + b, "A[" + a + " U " + b + "]"},
      {"G(" + a + " => F " + b + ")", "AG(" + a + " => AF " + b + ")"},
      {"G(" + a + " => X " + b + ")", "AG(" + a + " => AX " + b + ")"},
      {"X X F " + a, "AX AX AF " + a},
  };
  for (const auto& [linear, branching] : same) {
    const engine::Outcome found = ask_ltl(sample, linear).outcome;
    ASSERT_EQ(found, ask_ctl(sample, branching).outcome)
        << "seed " << seed << ": " << linear << "\n"
        << text;
    ++(found == holds ? counts.holds : counts.violated);
  }
  const auto shallow = unfold_shallow(sample.graph(), sample.procedure("main"), 3000, 5);
  if (!shallow) return;
  for (int i = 0; i < 3; ++i) {
    const Tree tree = formulas.ltl(1 + i);
    if (satisfies_ltl(*shallow, tree)) continue;
    ASSERT_EQ(ask_ltl(sample, tree.text()).outcome, violated)
        << "seed " << seed << ": " << tree.text() << "\n"
        << text;
  }
}

TEST(RandomTemporal, ltl_and_ctl_agree_on_recursive_programs) {
  const std::uint64_t first = setting("HARDBOP_FIRST_SEED", 1);
  const std::uint64_t seeds = setting("HARDBOP_SEEDS", 200);
  Counts counts;
  for (std::uint64_t seed = first; seed < first + 2 * seeds && !HasFatalFailure(); ++seed)
    compare_logics(seed, counts);
  std::printf("%zu programs; %zu formulas violated, %zu hold\n", counts.programs, counts.violated,
              counts.holds);
  EXPECT_GT(counts.programs, seeds / 10);
  EXPECT_GT(counts.violated, counts.programs);
  EXPECT_GT(counts.holds, counts.programs);
}

}  // namespace
}  // namespace hardbop::test
