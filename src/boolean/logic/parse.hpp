// SPDX-License-Identifier: MIT
// Text to formulas. The manual page docs/manual/temporal.md states the grammar.
#pragma once

#include <optional>

#include "base/util/diagnostic.hpp"
#include "boolean/logic/formula.hpp"
#include "boolean/logic/propositions.hpp"

namespace hardbop::temporal {

/// What the names in a formula stand for; nothing where that is a problem.
class Names {
 public:
  Names() = default;
  Names(const Names&) = delete;
  Names& operator=(const Names&) = delete;
  virtual ~Names() = default;

  [[nodiscard]] virtual std::optional<Atom> variable(std::string_view name,
                                                     NameProblem& problem) = 0;
  /// Without the '@'.
  [[nodiscard]] virtual std::optional<Atom> label(std::string_view name, NameProblem& problem) = 0;
  /// P of `in(P)`.
  [[nodiscard]] virtual std::optional<Atom> procedure(std::string_view name,
                                                      NameProblem& problem) = 0;
};

/// The formula that `span` of the text holds, about runs of that graph; nothing where it has
/// an error, which is in `diagnostics`.
[[nodiscard]] std::optional<Formula> parse_formula(const SourceFile& source, SourceSpan span,
                                                   Logic logic, const bp::Graph& graph,
                                                   Diagnostics& diagnostics);

/// The same for formulas about other things than Boolean programs.
[[nodiscard]] std::optional<Formula> parse_formula(const SourceFile& source, SourceSpan span,
                                                   Logic logic, Names& names,
                                                   Diagnostics& diagnostics);

/// A proposition: a formula without temporal operators, as the guards of monitors are. It is
/// added to `formula`, and its node returned.
[[nodiscard]] std::optional<NodeId> parse_proposition(const SourceFile& source, SourceSpan span,
                                                      const bp::Graph& graph, Formula& formula,
                                                      Diagnostics& diagnostics);

}  // namespace hardbop::temporal
