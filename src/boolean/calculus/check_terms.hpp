// SPDX-License-Identifier: MIT
// Terms and their types. Private to the checker.
#pragma once

#include <map>
#include <optional>
#include <utility>

#include "base/util/diagnostic.hpp"
#include "boolean/calculus/system.hpp"

namespace hardbop::calculus {

/// The variables that can be named, innermost last.
struct Scope {
  std::vector<VariableId> variables;
  std::map<TypeId, std::uint32_t> live;  // how many of a type

  void clear() { variables.clear(), live.clear(); }
  /// The colour of a new variable of that type.
  std::uint32_t enter(TypeId type) { return live[type]++; }
  void leave(TypeId type) { --live[type]; }
};

class TermChecker {
 public:
  TermChecker(const Syntax& syntax, System& system, const Scope& scope, Diagnostics& diagnostics)
      : syntax_(syntax), system_(system), scope_(scope), diagnostics_(diagnostics) {}

  /// A term of a Boolean type.
  [[nodiscard]] Index truth(Index written);
  /// An argument for a parameter of that type.
  [[nodiscard]] Index argument(Index written, TypeId type);
  [[nodiscard]] std::pair<std::vector<Index>, Comparison> compare(const FormulaSyntax& in);

 private:
  const Syntax& syntax_;
  System& system_;
  const Scope& scope_;
  Diagnostics& diagnostics_;

  /// `wanted` decides what a constant means; no_index where nothing is known.
  [[nodiscard]] Term term(Index written, TypeId wanted);
  [[nodiscard]] Term path(const TermSyntax& in, TypeId wanted);
  [[nodiscard]] std::optional<Term> value(const TermSyntax& in, TypeId wanted);
  [[nodiscard]] bool select(Term& term, const TermSyntax::Selector& selector);
  void check_sum(const Term& term);
  /// Types are told apart by name, except that all names for bool mean the same.
  [[nodiscard]] bool same_type(TypeId a, TypeId b) const;
  [[nodiscard]] bool is_constant(Index written) const;
  void unknown_name(const Word& name);
  Index add(Term term);
};

}  // namespace hardbop::calculus
