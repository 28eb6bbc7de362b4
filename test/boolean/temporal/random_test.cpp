// SPDX-License-Identifier: MIT
// Random formulas of random programs, against textbook algorithms on the unfolded program.
#include <gtest/gtest.h>

#include "base/util/invariant.hpp"
#include "boolean/analysis/call_graph.hpp"
#include "boolean/engine/explicit/explicit_engine.hpp"
#include "boolean/engine/summary/summary_engine.hpp"
#include "boolean/language/generate_random.hpp"
#include "boolean/temporal/asking.hpp"
#include "boolean/temporal/model.hpp"
#include "boolean/temporal/monitor_check.hpp"
#include "boolean/trace/replay.hpp"

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
  const analysis::CallGraph calls(graph);
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

constexpr std::uint64_t state_limit = 300'000;

engine::Outcome reach(const Sample& sample, const std::vector<bp::VertexId>& targets) {
  Budget budget;
  Statistics statistics;
  engine::Query query;
  query.entries = {sample.procedure("main")};
  query.targets = {targets};
  return engine::make_explicit_engine({state_limit})
      ->run(sample.graph(), query, budget, statistics)
      .front()
      .outcome;
}

/// AG against reachability by points and arrows. A run that arrives at a label may be blocked
/// later, and then it is none; where an assertion has failed it goes on for ever.
void compare_with_reachability(std::uint64_t seed, Counts& counts) {
  const std::string text = bp::generate_random(seed, small_size(seed));
  const Sample sample(text);
  ++counts.programs;
  counts.recursive += is_recursive(sample.graph()) ? 1 : 0;
  const std::vector<bp::VertexId> errors = sample.errors();
  if (!errors.empty()) {
    const engine::Outcome found = ask_ctl(sample, "AG !failed").outcome;
    ASSERT_EQ(found, reach(sample, errors)) << "seed " << seed << "\n" << text;
    ASSERT_EQ(found, ask_ltl(sample, "G !failed").outcome) << "seed " << seed << "\n" << text;
    ++(found == holds ? counts.holds : counts.violated);
  }
  for (const bp::GraphLabel& label : sample.graph().labels()) {
    const std::string name = "@" + std::string(sample.graph().procedure_name(label.procedure)) +
                             "." + std::string(sample.graph().program().text(label.name));
    const engine::Outcome found = ask_ctl(sample, "AG !" + name).outcome;
    if (reach(sample, {label.vertex}) == engine::Outcome::Unreachable) {
      ASSERT_EQ(found, holds) << "seed " << seed << ": " << name << "\n" << text;
    }
    ++(found == holds ? counts.holds : counts.violated);
  }
}

/// A monitor that looks for p and then not p: both engines find the same, and all that LTL finds.
void compare_monitors(std::uint64_t seed, Counts& counts) {
  const std::string text = bp::generate_random(seed, small_size(seed));
  const Sample sample(text);
  ++counts.programs;
  counts.recursive += is_recursive(sample.graph()) ? 1 : 0;
  FormulaGenerator formulas(sample.graph(), seed);
  const Tree p = formulas.proposition(2);
  const SourceFile source(
      "m", "initial s\nerror e\ns: when " + p.text() + " go t\nt: when !(" + p.text() + ") go e\n");
  Diagnostics diagnostics;
  const auto monitor = temporal::parse_monitor(source, sample.graph(), diagnostics);
  ASSERT_TRUE(monitor);
  bool expected = false;
  // On an infinite run it would be a violation of this; blocked runs count as well.
  const std::string formula = "G(" + p.text() + " => G " + p.text() + ")";
  const bool on_infinite_runs = ask_ltl(sample, formula).outcome == violated;
  for (const bool is_explicit : {false, true}) {
    const char* const name = is_explicit ? "explicit" : "summary";
    const auto engine =
        is_explicit ? engine::make_explicit_engine({state_limit}) : engine::make_summary_engine();
    Budget budget;
    Statistics statistics;
    engine::Query query;
    query.entries = {sample.procedure("main")};
    query.want_traces = true;
    const auto found =
        temporal::decide_monitor(sample.graph(), *monitor, *engine, query, budget, statistics);
    if (on_infinite_runs) {
      ASSERT_EQ(found.outcome, violated) << name << ", seed " << seed << "\n" << text;
    }
    if (!is_explicit) expected = found.outcome == violated;
    ASSERT_EQ(found.outcome == violated, expected) << name << ", seed " << seed << "\n" << text;
  }
  ++(expected ? counts.violated : counts.holds);
}

template <typename Compare>
void repeat(Compare compare, std::uint64_t seeds, Counts& counts) {
  const std::uint64_t first = setting("HARDBOP_FIRST_SEED", 1);
  for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
    compare(seed, counts);
    if (testing::Test::HasFatalFailure()) return;
  }
  std::printf("%zu programs, %zu of them recursive; %zu formulas violated, %zu hold\n",
              counts.programs, counts.recursive, counts.violated, counts.holds);
  EXPECT_GT(counts.programs, seeds / 10);
  EXPECT_GT(counts.violated, counts.programs / 5);
  EXPECT_GT(counts.holds, counts.programs / 5);
}

TEST(RandomTemporal, ag_is_as_reachability) {
  Counts counts;
  repeat(compare_with_reachability, setting("HARDBOP_SEEDS", repetitions(200)), counts);
}

TEST(RandomTemporal, monitors_are_as_ltl_and_as_every_engine) {
  Counts counts;
  repeat(compare_monitors, setting("HARDBOP_SEEDS", repetitions(200)), counts);
}

TEST(RandomTemporal, ltl_and_ctl_agree_on_recursive_programs) {
  Counts counts;
  repeat(compare_logics, setting("HARDBOP_SEEDS", repetitions(200)), counts);
}

TEST(RandomTemporal, ltl_is_as_on_the_unfolded_program) {
  Counts counts;
  repeat(compare_ltl, setting("HARDBOP_SEEDS", repetitions(200)), counts);
}

TEST(RandomTemporal, ctl_is_as_on_the_unfolded_program) {
  Counts counts;
  repeat(compare_ctl, setting("HARDBOP_SEEDS", repetitions(200)), counts);
}

}  // namespace
}  // namespace hardbop::test
