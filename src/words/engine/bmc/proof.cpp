// SPDX-License-Identifier: MIT
#include "words/engine/bmc/proof.hpp"

#include <algorithm>

namespace hardbop::bmc {

namespace {

constexpr PartKeys unrolled_keys{"unrolled-visits", "unrolled-loop", "unrolled-procedure", "lemma"};

Part whole(const Program& program, const std::vector<BlockId>& targets) {
  return {unrolled_keys, "no run gets to an error, or further than the program was unrolled",
          program, targets};
}

}  // namespace

std::vector<std::string_view> proof_keys() {
  return unrolled_keys.all();
}

bool is_proof_of_unrolling(const certify::Script& script) {
  return std::ranges::find(script.notes, unrolled_keys.visits, &certify::Note::key) !=
         script.notes.end();
}

MadeProof make_proof(const Program& program, const std::vector<BlockId>& targets,
                     const Depths& depths, Budget& budget) {
  return make_part(whole(program, targets), depths, budget);
}

std::string write_proof(const certify::Claim& claim, const Program& program,
                        const std::vector<BlockId>& targets, const Proof& proof, Budget& budget) {
  return write_parts(claim, {}, {whole(program, targets)}, {proof}, budget);
}

certify::Validation check_proof(const Program& program, const std::vector<BlockId>& targets,
                                const certify::Script& script, const std::string& text,
                                Budget& budget) {
  return check_parts({}, {whole(program, targets)}, script, text, budget);
}

}  // namespace hardbop::bmc
