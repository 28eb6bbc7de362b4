// SPDX-License-Identifier: MIT
// BDD variables for frames. Only one procedure's locals are in scope at a time, so the
// locals of all procedures share variables, slot by slot: the number of variables depends
// on the widest frame, and equal procedures have equal diagrams. That is what makes T(N)
// of [ball00 §4] linear.
//
// A slot has up to four copies, on neighbouring levels: argument A (a formal's value as the
// caller sees it), entry E (when the procedure was entered), current C and next N. Results
// R have one copy each.
#pragma once

#include <vector>

#include "base/bdd/manager.hpp"
#include "boolean/language/graph.hpp"

namespace hardbop::encode {

class Slots {
 public:
  Slots(const bp::Graph& graph, bdd::Manager& manager);
  /// `order` has every slot once: globals, formals and locals.
  Slots(const bp::Graph& graph, bdd::Manager& manager, const std::vector<bp::Slot>& order);

  [[nodiscard]] bdd::Manager& manager() const { return manager_; }
  [[nodiscard]] bdd::Var argument(std::uint32_t formal) const { return arguments_[formal]; }
  [[nodiscard]] bdd::Var entry(bp::Slot slot) const { return entries_[slot]; }
  [[nodiscard]] bdd::Var current(bp::Slot slot) const { return currents_[slot]; }
  [[nodiscard]] bdd::Var next(bp::Slot slot) const { return nexts_[slot]; }
  [[nodiscard]] bdd::Var result(std::uint32_t result) const { return results_[result]; }

 private:
  bdd::Manager& manager_;
  std::vector<bdd::Var> arguments_;
  std::vector<bdd::Var> entries_;
  std::vector<bdd::Var> currents_;
  std::vector<bdd::Var> nexts_;
  std::vector<bdd::Var> results_;
};

/// An order of the slots 0 … count-1 that brings those together which statements mention
/// together.
[[nodiscard]] std::vector<bp::Slot> static_order(const bp::Graph& graph, std::uint32_t count);

}  // namespace hardbop::encode
