// SPDX-License-Identifier: MIT
// Random formulas of random programs, against textbook algorithms on the unfolded program.
#include <gtest/gtest.h>

#include "bp/generate_random.hpp"
#include "flow/call_graph.hpp"
#include "support.hpp"
#include "temporal/ctl.hpp"
#include "temporal/ltl.hpp"
#include "temporal/model.hpp"
#include "temporal/parse.hpp"
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

temporal::Formula read(const bp::Graph& graph, const std::string& text, temporal::Logic logic) {
  const SourceFile source("formula", text);
  Diagnostics diagnostics;
  auto formula = temporal::parse_formula(source, {0, static_cast<SourceOffset>(text.size())}, logic,
                                         graph, diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.all())
    ADD_FAILURE() << render(diagnostic, source);
  return formula.value_or(temporal::Formula());
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
    const temporal::Formula formula = read(sample.graph(), tree.text(), temporal::Logic::Ltl);
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
    const temporal::Formula formula = read(sample.graph(), tree.text(), temporal::Logic::Ctl);
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

}  // namespace
}  // namespace hardbop::test
