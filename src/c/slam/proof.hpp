// SPDX-License-Identifier: MIT
// The proof about a C program that its Boolean program gives if no sink is reachable.
#pragma once

#include "boolean/trace/invariant.hpp"
#include "c/slam/abstraction.hpp"
#include "c/slam/boolean_program.hpp"
#include "c/slam/procedures.hpp"
#include "words/certify/proof.hpp"

namespace hardbop::slam {

/// What proofs of the program are about; it names the graph, which has to stay.
[[nodiscard]] words::Subject proof_subject(const Procedures& procedures);

[[nodiscard]] words::Proof make_proof(const Procedures& procedures, const Abstraction& abstraction,
                                      const BooleanProgram& program,
                                      const trace::Invariant& invariant);

}  // namespace hardbop::slam
