// SPDX-License-Identifier: MIT
// Questions as short as a test needs them.
#pragma once

#include <gtest/gtest.h>
#include <string>

#include "boolean/logic/parse.hpp"
#include "boolean/temporal/ctl.hpp"
#include "boolean/temporal/ltl.hpp"
#include "support.hpp"

namespace hardbop::test {

inline temporal::Formula read_formula(const bp::Graph& graph, const std::string& text,
                                      temporal::Logic logic) {
  const SourceFile source("formula", text);
  Diagnostics diagnostics;
  auto formula = temporal::parse_formula(source, {0, static_cast<SourceOffset>(text.size())}, logic,
                                         graph, diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.all())
    ADD_FAILURE() << render(diagnostic, source);
  return formula.value_or(temporal::Formula());
}

inline temporal::Setting setting_of(const Sample& sample) {
  return {sample.graph(), {sample.procedure("main")}, true, {}};
}

inline temporal::LtlFinding ask_ltl(const Sample& sample, const std::string& text,
                                    const engine::Economies& economies = {}) {
  Budget budget;
  Statistics statistics;
  temporal::Setting setting = setting_of(sample);
  setting.economies = economies;
  return temporal::decide_ltl(setting, read_formula(sample.graph(), text, temporal::Logic::Ltl),
                              budget, statistics);
}

inline temporal::CtlFinding ask_ctl(const Sample& sample, const std::string& text,
                                    const engine::Economies& economies = {}) {
  Budget budget;
  Statistics statistics;
  temporal::Setting setting = setting_of(sample);
  setting.economies = economies;
  return temporal::decide_ctl(setting, read_formula(sample.graph(), text, temporal::Logic::Ctl),
                              true, budget, statistics);
}

inline temporal::LtlFinding ask_termination(const Sample& sample) {
  Budget budget;
  Statistics statistics;
  return temporal::decide_termination(setting_of(sample), budget, statistics);
}

constexpr auto holds = engine::Outcome::Unreachable;
constexpr auto violated = engine::Outcome::Reached;

}  // namespace hardbop::test
