// SPDX-License-Identifier: MIT
// Guesses about the arguments of predicates: between which numbers they are. Ranges come from the
// graph in which every procedure returns to all that call it.
#pragma once

#include "words/engine/horn/clauses.hpp"

namespace hardbop::chc {

/// By predicate. They are no more than guesses: a procedure that calls itself shares its variables
/// with its callers in that graph.
[[nodiscard]] Conditions guess_ranges(const words::Subject& subject,
                                      words::Expressions& expressions, const Clauses& clauses,
                                      Budget& budget);

}  // namespace hardbop::chc
