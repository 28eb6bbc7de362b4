// SPDX-License-Identifier: MIT
// CTL formulas that say the same as a formula of LTL: those of which one run is a counterexample.
#pragma once

#include <optional>

#include "boolean/logic/formula.hpp"

namespace hardbop::temporal {

/// The LTL formula that all runs satisfy if and only if all initial configurations satisfy the
/// CTL formula. Nothing where a counterexample could need more than one run.
[[nodiscard]] std::optional<Formula> as_ltl(Formula ctl);

}  // namespace hardbop::temporal
