// SPDX-License-Identifier: MIT
// CTL of recursive programs: does every initial state satisfy a formula, quantifying over
// infinite runs only?
#pragma once

#include <optional>
#include <string>

#include "boolean/temporal/ltl.hpp"

namespace hardbop::temporal {

struct CtlFinding {
  engine::Outcome outcome = engine::Outcome::Unknown;  // Reached: violated
  std::string reason;                                  // of Unknown
  /// Where wanted: a run that violates the formula, or, of a formula that holds because of a
  /// run, that run. One of the two: a run without end; or one that leads to a configuration
  /// in which what stands behind the outermost AG is false, or behind EF true.
  std::optional<trace::Lasso> lasso;
  std::optional<trace::Trace> trace;
  /// Why there is no run, where one was wanted.
  std::string note;
};

/// `want_witness`: a run also of formulas that hold.
[[nodiscard]] CtlFinding decide_ctl(const Setting& setting, Formula formula, bool want_witness,
                                    Budget& budget, Statistics& statistics);

}  // namespace hardbop::temporal
