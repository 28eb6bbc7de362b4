// SPDX-License-Identifier: MIT
// Conditions at the cuts of paths as a proof about all blocks (words/certify): between cuts, the
// invariant of a block is the weakest precondition of what is true at the next cuts.
#pragma once

#include "words/certify/proof.hpp"
#include "words/engine/horn/clauses.hpp"

namespace hardbop::chc {

[[nodiscard]] words::Proof invariant_proof(const words::Subject& subject,
                                           words::Expressions& expressions, const Needed& needed,
                                           const Clauses& clauses, const Conditions& known);

}  // namespace hardbop::chc
