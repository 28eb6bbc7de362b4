// SPDX-License-Identifier: MIT
// A proof that no run of a C program arrives at a sink, for others to check: what is true whenever
// a block is reached, and every obligation that makes it so, as an SMT-LIB script over bit-vectors.
//
// An invariant of a block relates predicates at the entry of its function to predicates now. The
// obligations are those of [ball00 §3.1]: they say that static storage starts within main's first
// invariant, that every step, call and return leads from invariant to invariant, and that those of
// sinks are never true. They follow from the C program and from who is in the invariants; so a
// reader makes them anew and believes nothing but the definitions, which the solver then refutes or
// does not.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "boolean/trace/invariant.hpp"
#include "c/slam/abstraction.hpp"
#include "c/slam/boolean_program.hpp"
#include "c/slam/procedures.hpp"

namespace hardbop::slam {

/// A condition on variables, with its body in SMT-LIB.
struct ProofPredicate {
  std::vector<VariableId> variables;
  std::string body;
};

struct ProofArgument {
  bool is_entry = false;
  std::size_t predicate = 0;
};

struct ProofInvariant {
  std::vector<ProofArgument> arguments;
  std::string body = "false";
};

struct CProof {
  std::vector<ProofPredicate> predicates;
  std::map<BlockId, ProofInvariant> invariants;  // where there is none, the block is not reached
};

[[nodiscard]] CProof make_proof(const Procedures& procedures, const Abstraction& abstraction,
                                const BooleanProgram& program, const trace::Invariant& invariant);

/// Every `check-sat` of the script must be answered `unsat`. `claim`: comments that say of what.
[[nodiscard]] std::string write_script(const Procedures& procedures, const CProof& proof,
                                       const std::string& claim);

struct ReadProof {
  std::optional<CProof> proof;
  std::string error;
};
[[nodiscard]] ReadProof read_script(const Procedures& procedures, const std::string& text);

}  // namespace hardbop::slam
