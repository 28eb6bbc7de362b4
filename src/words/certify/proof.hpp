// SPDX-License-Identifier: MIT
// A proof that no run of a program over words arrives at a sink, for others to check: what is true
// whenever a block is reached, and every obligation that makes it so, over bit-vectors, arrays and
// numbers of IEEE 754.
//
// An invariant of a block relates predicates at the entry of its procedure to predicates now; a
// predicate may itself relate values at the entry to values now. The
// obligations are those of [ball00 §3.1]: they say that runs start within the first invariant, that
// every step, call and return leads from invariant to invariant, and that those of sinks are never
// true. They follow from the program and from who is in the invariants; so a reader makes them anew
// and believes nothing but the definitions, which the solver then refutes or does not.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/certificate/script.hpp"
#include "words/certify/subject.hpp"

namespace hardbop::words {

struct Proof {
  /// A condition on variables and arrays, with its body in SMT-LIB, where they are called v0, v1,
  /// ... and a0, a1, ...; what variables were at the procedure's entry is called e0, e1, ...
  struct Predicate {
    std::vector<VariableId> variables;
    std::string body;
    std::vector<ArrayId> arrays{};
    std::vector<VariableId> at_entry{};
  };
  struct Argument {
    bool is_entry = false;
    std::size_t predicate = 0;
  };
  /// A condition on predicates: at the procedure's entry they are called e0, e1, ..., now c0, c1,
  /// ...
  struct Invariant {
    std::vector<Argument> arguments;
    std::string body = "false";
  };

  std::vector<Predicate> predicates;
  std::map<BlockId, Invariant> invariants;  // where there is none, the block is not reached
};

/// The same claim, subject and proof always give the same text.
[[nodiscard]] std::string write_proof(const certify::Claim& claim, const Subject& subject,
                                      const Proof& proof);

struct ReadProof {
  Proof proof;
  std::string error;  // empty where there is a proof
};

/// The proof that the definitions of a certificate make.
[[nodiscard]] ReadProof read_proof(const Graph& graph, const certify::Script& script);

}  // namespace hardbop::words
