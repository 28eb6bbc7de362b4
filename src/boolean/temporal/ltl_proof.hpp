// SPDX-License-Identifier: MIT
// Why all runs satisfy an LTL formula, for others to check: the invariant of the product of the
// program and the textbook's automaton, and a rank of each of its heads.
#pragma once

#include "boolean/engine/summary/proof.hpp"
#include "boolean/logic/ltl_product.hpp"

namespace hardbop::temporal {

/// Of the product with an automaton of a formula that holds; the invariant has ranks.
[[nodiscard]] engine::Proof prove_ltl(const LtlProduct& product, Budget& budget);

}  // namespace hardbop::temporal
