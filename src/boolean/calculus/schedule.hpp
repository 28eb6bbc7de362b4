// SPDX-License-Identifier: MIT
// In which order to multiply the operands of a product, and which variables each step may
// quantify: those that no later operand depends on (early quantification, [burch94]).
#pragma once

#include <utility>
#include <vector>

#include "base/bdd/types.hpp"
#include "boolean/calculus/syntax.hpp"

namespace hardbop::calculus {

/// Operands, each with the variables that are quantified along with it.
using Schedule = std::vector<std::pair<Index, std::vector<bdd::Var>>>;

/// For each operand one that starts there, then one that starts where it is best.
[[nodiscard]] std::vector<Schedule> schedules(const std::vector<std::vector<bdd::Var>>& supports,
                                              const std::vector<bdd::Var>& quantified);

}  // namespace hardbop::calculus
