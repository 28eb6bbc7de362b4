// SPDX-License-Identifier: MIT
// An automaton over configurations that can be made part of a program: bits, and at each
// configuration a condition on its variables and on the bits before and after.
#pragma once

#include <stdexcept>
#include <vector>

#include "boolean/language/graph_editor.hpp"
#include "boolean/logic/propositions.hpp"

namespace hardbop::temporal {

struct AutomatonStep {
  /// The bits after are what Term::next says.
  bp::Term condition = bp::Term::constant(true);
  std::vector<bool> changes;  // by bit; the others keep their values
};

class Automaton {
 public:
  Automaton() = default;
  Automaton(const Automaton&) = delete;
  Automaton& operator=(const Automaton&) = delete;
  virtual ~Automaton() = default;

  [[nodiscard]] virtual std::size_t bits() const = 0;
  /// Whether the bit is 1 at the start.
  [[nodiscard]] virtual bool initial(std::size_t bit) const = 0;
  /// Whether a run is accepted only if the bit is 0 again and again.
  [[nodiscard]] virtual bool is_until(std::size_t bit) const = 0;
  /// For configurations that stand so; `bits` are the variables that the bits have become.
  [[nodiscard]] virtual AutomatonStep step(const Position& position,
                                           const std::vector<bp::VariableRef>& bits) = 0;
};

}  // namespace hardbop::temporal
