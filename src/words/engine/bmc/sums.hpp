// SPDX-License-Identifier: MIT
// Equations between sums, in one form: what is added on both sides is left out, and equal equations
// are one expression. A SAT solver would need many steps to see that of adders.
#pragma once

#include "base/expression/expression.hpp"

namespace hardbop::bmc {

/// Whether two words are equal; modulo 2^width, sums may be rearranged.
[[nodiscard]] words::ExprId equal_sums(words::Expressions& expressions, words::ExprId a,
                                       words::ExprId b);

}  // namespace hardbop::bmc
