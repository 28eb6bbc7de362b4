// SPDX-License-Identifier: MIT
// A tableau as an automaton that can be made part of a program. Private to the layer.
#pragma once

#include "base/util/budget.hpp"
#include "boolean/logic/automaton.hpp"
#include "boolean/temporal/tableau_step.hpp"

namespace hardbop::temporal {

class TableauAutomaton final : public Automaton {
 public:
  TableauAutomaton(const bp::Graph& graph, const Formula& formula, const Tableau& tableau,
                   Budget& budget)
      : graph_(graph), tableau_(tableau), budget_(budget), steps_(formula, tableau) {}

  [[nodiscard]] std::size_t bits() const override { return tableau_.bits(); }
  [[nodiscard]] bool initial(std::size_t bit) const override { return tableau_.initial(bit); }
  [[nodiscard]] bool is_until(std::size_t bit) const override { return tableau_.is_until(bit); }
  /// Throws bdd::LimitReached where the budget ends, or where steps are too large.
  [[nodiscard]] AutomatonStep step(const Position& position,
                                   const std::vector<bp::VariableRef>& bits) override;

 private:
  const bp::Graph& graph_;
  const Tableau& tableau_;
  Budget& budget_;
  TableauSteps steps_;
  std::uint64_t nodes_ = 0;  // of all expressions

  [[nodiscard]] bp::Term term(const bdd::Bdd& f, const std::vector<bp::VariableRef>& bits);
  [[nodiscard]] bp::Term variable(bdd::Var var, const std::vector<bp::VariableRef>& bits) const;
};

}  // namespace hardbop::temporal
