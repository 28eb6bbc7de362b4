// SPDX-License-Identifier: MIT
// Text to formulas. The manual page docs/manual/temporal.md states the grammar.
#pragma once

#include <optional>

#include "temporal/formula.hpp"
#include "util/diagnostic.hpp"

namespace hardbop::temporal {

/// The formula that `span` of the text holds, about runs of that graph; nothing where it has
/// an error, which is in `diagnostics`.
[[nodiscard]] std::optional<Formula> parse_formula(const SourceFile& source, SourceSpan span,
                                                   Logic logic, const bp::Graph& graph,
                                                   Diagnostics& diagnostics);

/// A proposition: a formula without temporal operators, as the guards of monitors are. It is
/// added to `formula`, and its node returned.
[[nodiscard]] std::optional<NodeId> parse_proposition(const SourceFile& source, SourceSpan span,
                                                      const bp::Graph& graph, Formula& formula,
                                                      Diagnostics& diagnostics);

}  // namespace hardbop::temporal
