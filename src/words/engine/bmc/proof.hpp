// SPDX-License-Identifier: MIT
// Why no run of a program gets to a target, for others to check: how far to unroll it so that no
// run is left out, and a clausal proof that what is then asked has no solution.
#pragma once

#include <string>
#include <vector>

#include "words/engine/bmc/parts.hpp"

namespace hardbop::bmc {

/// That no run gets to one of the targets, of a program that was unrolled so far.
[[nodiscard]] MadeProof make_proof(const Program& program, const std::vector<BlockId>& targets,
                                   const Depths& depths, Budget& budget);

/// Keys of notes of such certificates.
[[nodiscard]] std::vector<std::string_view> proof_keys();
/// Whether it is one.
[[nodiscard]] bool is_proof_of_unrolling(const certify::Script& script);

/// Empty where the budget runs out.
[[nodiscard]] std::string write_proof(const certify::Claim& claim, const Program& program,
                                      const std::vector<BlockId>& targets, const Proof& proof,
                                      Budget& budget);
/// Of a certificate with this text.
[[nodiscard]] certify::Validation check_proof(const Program& program,
                                              const std::vector<BlockId>& targets,
                                              const certify::Script& script,
                                              const std::string& text, Budget& budget);

}  // namespace hardbop::bmc
