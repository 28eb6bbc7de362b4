// SPDX-License-Identifier: MIT
// An LTL formula as an automaton over configurations. Its states are sets of obligations: bit i
// says that elementary formula i must hold for the run from the current configuration on.
// Elementary formulas are postponed untils and releases, and the operands of a next.
//
// Obligations are met step by step. For example, an until is met now, or its left side is met now
// and the until is an obligation for the next configuration. Fewer obligations are always easier to
// meet, so only minimal sets of obligations for the next configuration need to be tried [gerth95].
// An until that is postponed forever is not met, so its bit must be 0 infinitely often. A formula
// that must hold always, such as an outermost G p, needs no bit.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "boolean/logic/formula.hpp"

namespace hardbop::temporal {

/// A positive combination of propositions and of obligations for the next configuration.
struct Obligation {
  enum class Kind : std::uint8_t { Proposition, Next, And, Or };
  Kind kind = Kind::Proposition;
  NodeId proposition = 0;    // Proposition: a node of the formula
  std::uint32_t number = 0;  // Next: of a bit; And, Or: of the first operand
  std::uint32_t second = 0;  // And, Or: of the second
};

class Tableau {
 public:
  /// For runs that do not satisfy the formula, to which negations are added.
  explicit Tableau(Formula& formula);

  /// How many bits there are.
  [[nodiscard]] std::size_t bits() const { return expansions_.size(); }
  /// What bit i asks of a configuration and the next bits: an index into `obligations`.
  [[nodiscard]] std::uint32_t expansion(std::size_t bit) const { return expansions_[bit]; }
  [[nodiscard]] const std::vector<Obligation>& obligations() const { return obligations_; }
  /// Whether the bit says that an until is put off.
  [[nodiscard]] bool is_until(std::size_t bit) const { return is_until_[bit]; }
  /// Whether the bit holds at the start.
  [[nodiscard]] bool initial(std::size_t bit) const { return initial_[bit]; }
  /// A proposition that must hold at every configuration.
  [[nodiscard]] NodeId always() const { return always_; }

 private:
  Formula& formula_;
  std::vector<Obligation> obligations_;
  std::vector<std::pair<NodeId, bool>> elementary_;  // by bit: in negation normal form
  std::vector<std::uint32_t> expansions_;
  std::vector<bool> is_until_;
  std::vector<bool> initial_;
  NodeId always_ = 0;
  std::map<std::pair<NodeId, bool>, NodeId> normal_forms_;
  std::map<NodeId, std::uint32_t> expanded_;

  [[nodiscard]] NodeId normal_form(NodeId id, bool negated);
  void require(NodeId id);
  [[nodiscard]] std::size_t bit_of(NodeId id, bool under_next);
  [[nodiscard]] std::uint32_t expand(NodeId id);
  [[nodiscard]] std::uint32_t add(Obligation obligation);
};

}  // namespace hardbop::temporal
