// SPDX-License-Identifier: MIT
// LTL of recursive programs: does every run satisfy a formula?
//
// The product of the program and a tableau of the formula's negation is a recursive program
// again. Its path edges and summaries are computed as for any other; then a violation is a
// cycle of reachable heads on which no until is put off for ever.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "boolean/engine/engine.hpp"
#include "boolean/engine/summary/options.hpp"
#include "boolean/logic/formula.hpp"
#include "boolean/trace/lasso.hpp"

namespace hardbop::temporal {

/// What is asked of a program, by whichever logic.
struct Setting {
  const bp::Graph& graph;
  std::vector<bp::ProcedureId> entries;
  bool want_traces = false;
  engine::Economies economies;
};

struct LtlFinding {
  engine::Outcome outcome = engine::Outcome::Unknown;  // Reached: violated
  std::string reason;                                  // of Unknown
  std::optional<trace::Lasso> lasso;                   // of Reached, where wanted
  /// Of Reached, where wanted: procedures of which some call never comes back on a run that
  /// violates the formula.
  std::vector<bp::ProcedureId> diverging;
};

[[nodiscard]] LtlFinding decide_ltl(const Setting& setting, Formula formula, Budget& budget,
                                    Statistics& statistics);

/// Every run reaches `terminated` or `failed`. The procedures that can diverge are always told.
[[nodiscard]] LtlFinding decide_termination(const Setting& setting, Budget& budget,
                                            Statistics& statistics);

}  // namespace hardbop::temporal
