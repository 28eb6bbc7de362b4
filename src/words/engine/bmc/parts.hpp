// SPDX-License-Identifier: MIT
// Certificates made of questions that have no solution: each is whether a run of a program gets to
// a target, or further than the program was unrolled, with a clausal proof that it does not.
//
// The questions themselves are in the certificate, too, in SMT-LIB over words: any solver for
// bit-vectors can answer them. Who checks it here unrolls the programs again, compares the
// questions, and checks the clausal proofs; neither needs a solver.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/certificate/script.hpp"
#include "base/certificate/validation.hpp"
#include "base/sat/clausal_proof.hpp"
#include "words/engine/bmc/unroll.hpp"

namespace hardbop::bmc {

struct Proof {
  Depths depths;
  sat::ClausalProof refutation;
};

/// A proof, or why there is none.
struct MadeProof {
  std::optional<Proof> proof;
  std::string reason;
};

/// Keys of notes about one question.
struct PartKeys {
  std::string_view visits;
  std::string_view rounds;  // a loop's head, and how many
  std::string_view calls;   // a procedure, and how many
  std::string_view lemma;

  [[nodiscard]] std::vector<std::string_view> all() const { return {visits, rounds, calls, lemma}; }
};

/// What one of the questions is about.
struct Part {
  const PartKeys& keys;
  std::string_view title;
  const Program& program;
  const std::vector<BlockId>& targets;
};

/// Something that is said before the questions.
struct Remark {
  std::string_view key;
  std::string value;
};

/// Of a program that was unrolled so far.
[[nodiscard]] MadeProof make_part(const Part& part, const Depths& depths, Budget& budget);

/// Empty where the budget runs out. A proof for each part.
[[nodiscard]] std::string write_parts(const certify::Claim& claim,
                                      const std::vector<Remark>& remarks,
                                      const std::vector<Part>& parts,
                                      const std::vector<Proof>& proofs, Budget& budget);
/// Of a certificate with this text.
[[nodiscard]] certify::Validation check_parts(const std::vector<Remark>& remarks,
                                              const std::vector<Part>& parts,
                                              const certify::Script& script,
                                              const std::string& text, Budget& budget);

}  // namespace hardbop::bmc
