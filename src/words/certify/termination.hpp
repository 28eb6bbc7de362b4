// SPDX-License-Identifier: MIT
// A proof that every run of a program over words ends, for others to check: ranks of loops and of
// recursive procedures, and the invariants that they need.
//
// A run without end either stays in an activation for ever, and then passes cut points of one of
// its loops again and again, or begins activations for ever that do not end. A rank is a tuple of
// words, read as unsigned numbers. With every segment between cut points of a loop, the tuple of
// the loop must get less; with every call within a recursion, the tuple at the callee's entry must
// be less than that at the caller's. Words are finite, so that cannot go on for ever, whatever the
// ranks compute: one that wraps is no danger, it is only not less.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/certificate/script.hpp"
#include "words/certify/subject.hpp"

namespace hardbop::words {

/// On variables, with its body in SMT-LIB, where they are called v0, v1, ...; a truth value, or a
/// word.
struct Condition {
  std::vector<VariableId> variables;
  std::string body;
};

/// Bits of the words in ranks.
constexpr Width rank_width = 64;

struct TerminationProof {
  std::map<BlockId, Condition> invariants;  // of cut points; where there is none, anything is true
  /// By procedure: what is true as it is left, of globals, results and parameters.
  std::map<std::size_t, Condition> exits;
  std::map<BlockId, std::vector<Condition>> loops;           // by cut point: its rank
  std::map<std::size_t, std::vector<Condition>> recursions;  // by procedure: its rank
};

/// The same claim, subject and proof always give the same text.
[[nodiscard]] std::string write_termination(const certify::Claim& claim, const Subject& subject,
                                            const TerminationProof& proof);

struct ReadTermination {
  TerminationProof proof;
  std::string error;  // empty where there is a proof
};

/// The proof that the definitions of a certificate make.
[[nodiscard]] ReadTermination read_termination(const Subject& subject,
                                               const certify::Script& script);

}  // namespace hardbop::words
