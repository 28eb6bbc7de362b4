// SPDX-License-Identifier: MIT
#include "boolean/temporal/tableau_automaton.hpp"

#include "base/bdd/limits.hpp"

namespace hardbop::temporal {

using bp::Term;
using bp::VariableRef;

AutomatonStep TableauAutomaton::step(const Position& position,
                                     const std::vector<VariableRef>& bits) {
  const TableauStep& step = steps_.at(position);
  return {term(step.relation, bits), step.changes};
}

/// A small diagram as an expression, which is a tree and can be far larger.
Term TableauAutomaton::term(const bdd::Bdd& f, const std::vector<VariableRef>& bits) {
  constexpr std::uint64_t most_nodes = 10'000'000;
  constexpr std::uint64_t nodes_per_poll = 1024;
  if (++nodes_ > most_nodes) throw bdd::LimitReached(bdd::Limit::Nodes);
  if (nodes_ % nodes_per_poll == 0 && budget_.poll(nodes_) != StopReason::None)
    throw bdd::LimitReached(bdd::Limit::Time);
  if (f.is_constant()) return Term::constant(f.is_true());
  const Term top = variable(f.top(), bits);
  const bdd::Bdd high = f.high();
  const bdd::Bdd low = f.low();
  if (high.is_true()) return low.is_false() ? top : top | term(low, bits);
  if (high.is_false()) return low.is_true() ? ~top : ~top & term(low, bits);
  if (low.is_true()) return ~top | term(high, bits);
  if (low.is_false()) return top & term(high, bits);
  return Term::choose(top, term(high, bits), term(low, bits));
}

Term TableauAutomaton::variable(bdd::Var var, const std::vector<VariableRef>& bits) const {
  const TableauSteps::Variable meant = steps_.variable(var);
  switch (meant.kind) {
    case TableauSteps::Variable::Kind::Bit: return Term::of(bits[meant.number]);
    case TableauSteps::Variable::Kind::NextBit: return Term::next(bits[meant.number]);
    case TableauSteps::Variable::Kind::Slot: break;
  }
  const bool global = meant.number < graph_.globals();
  using Scope = VariableRef::Scope;
  return Term::of({global ? Scope::Shared : Scope::Local,
                   global ? meant.number : meant.number - graph_.globals()});
}

}  // namespace hardbop::temporal
