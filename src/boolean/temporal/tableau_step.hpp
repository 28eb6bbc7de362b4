// SPDX-License-Identifier: MIT
// One step of a tableau at a place of the program: which obligations for the next
// configuration meet those of this one. Private to the layer.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "base/bdd/manager.hpp"
#include "boolean/logic/propositions.hpp"
#include "boolean/temporal/tableau.hpp"

namespace hardbop::temporal {

/// A relation between this configuration's variables and bits and the next bits.
struct TableauStep {
  bdd::Bdd relation;
  std::vector<bool> changes;  // by bit; the others keep their values

  [[nodiscard]] bool changes_something() const {
    return std::ranges::find(changes, true) != changes.end();
  }
  [[nodiscard]] bool is_nothing() const { return relation.is_true() && !changes_something(); }
};

/// A few small diagrams, in a manager of their own.
class TableauSteps {
 public:
  TableauSteps(const Formula& formula, const Tableau& tableau);

  /// For configurations that stand so. Steps of equal meaning are made once.
  [[nodiscard]] const TableauStep& at(const Position& position);

  /// What a variable of a relation stands for.
  struct Variable {
    enum class Kind : std::uint8_t { Slot, Bit, NextBit } kind = Kind::Slot;
    std::uint32_t number = 0;
  };
  [[nodiscard]] Variable variable(bdd::Var var) const { return variables_[var]; }

 private:
  const Formula& formula_;
  const Tableau& tableau_;
  bdd::Manager manager_;
  std::vector<Variable> variables_;
  std::vector<bdd::Var> bits_;
  std::vector<bdd::Var> next_bits_;
  std::vector<bdd::Var> other_bits_;  // another choice of next bits
  std::map<bp::Slot, bdd::Var> slots_;
  std::optional<bdd::Renaming> to_other_;
  bdd::Bdd fewer_;  // the other choice is a proper part of the next bits
  std::map<std::vector<int>, TableauStep> steps_;  // by the meanings of the atoms

  [[nodiscard]] bdd::Var add(Variable variable);
  [[nodiscard]] std::vector<bdd::Bdd> propositions(const std::vector<Meaning>& meanings);
  [[nodiscard]] TableauStep make(const std::vector<Meaning>& meanings);
};

}  // namespace hardbop::temporal
