// SPDX-License-Identifier: MIT
// Why no run of a graph gets to a target, for others to check: invariants at the heads of loops and
// a k, and clausal proofs of the two cases of the induction (words/transform/induction.hpp).
#pragma once

#include <string>
#include <vector>

#include "words/engine/bmc/parts.hpp"
#include "words/transform/induction.hpp"

namespace hardbop::bmc {

/// A certificate, or why there is none.
struct WrittenProof {
  std::string text;
  std::string reason;
};

/// An inductive claim, and the graph that has its expressions.
struct FoundInduction {
  const words::Graph& graph;
  const words::InductiveClaim& shown;
};

/// `graph` is the one that was asked about, as it was before there were guesses.
[[nodiscard]] WrittenProof write_inductive_proof(const certify::Claim& claim, words::Graph graph,
                                                 const FoundInduction& found, Budget& budget);

/// Keys of notes of such certificates.
[[nodiscard]] std::vector<std::string_view> inductive_keys();
/// Whether it is one.
[[nodiscard]] bool is_proof_by_induction(const certify::Script& script);

/// Of a certificate with this text, that no run of the graph gets to a target.
[[nodiscard]] certify::Validation check_inductive_proof(words::Graph graph,
                                                        const std::vector<BlockId>& targets,
                                                        const certify::Script& script,
                                                        const std::string& text, Budget& budget);

}  // namespace hardbop::bmc
