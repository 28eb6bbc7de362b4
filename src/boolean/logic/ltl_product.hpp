// SPDX-License-Identifier: MIT
// The product of a program and an automaton of a formula: a run of it that goes on for ever, with
// every until's bit 0 again and again, is a run of the program that violates the formula.
#pragma once

#include <vector>

#include "boolean/analysis/liveness.hpp"
#include "boolean/logic/automaton.hpp"
#include "boolean/logic/product.hpp"

namespace hardbop::temporal {

struct LtlProduct : Product {
  /// By until: its bit. At any vertex, 0 means that the until is not put off there.
  std::vector<bp::Slot> untils;
  /// By until: a global that says, just after a call, whether the bit was 0 inside.
  std::vector<bp::Slot> seen;
  /// By vertex of the product: whether it stands just after a call.
  std::vector<bool> after_call;
  /// What the acceptance looks at.
  std::vector<analysis::Watch> watches;
};

/// Whatever the automaton throws is passed on.
[[nodiscard]] LtlProduct make_product(const bp::Graph& graph, Automaton& automaton,
                                      const std::vector<bp::ProcedureId>& entries);

}  // namespace hardbop::temporal
