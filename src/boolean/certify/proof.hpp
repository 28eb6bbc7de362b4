// SPDX-License-Identifier: MIT
// A certificate of a Boolean program: how the program was read, the invariant's diagrams, and every
// obligation. docs/manual/certify.md describes it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/certificate/script.hpp"
#include "boolean/certify/branching_obligations.hpp"
#include "boolean/certify/obligations.hpp"
#include "boolean/language/graph.hpp"
#include "boolean/language/targets.hpp"
#include "boolean/trace/invariant.hpp"
#include "boolean/transform/simulations.hpp"

namespace hardbop::certify {

/// How a Boolean program is read, and where its runs start.
struct Reading {
  std::string dialect = "standard";
  std::vector<std::string> entries;  // procedures
};

/// Properties are named by bp::Target::name.
[[nodiscard]] Claim make_claim(Claim::File file, const Reading& reading,
                               std::vector<std::string> properties);
[[nodiscard]] Reading reading_of(const Claim& claim);
/// The claim of a part of a proof about threads: within a bound, of one of the simulations that
/// concern the property (transform/simulations.hpp), by its number; without one, of the only part,
/// which is about the product.
[[nodiscard]] Claim about_part(Claim claim, const transform::Bound& bound, std::size_t simulation);

/// The claim of a proof of branching: that a CTL formula holds, or is violated.
[[nodiscard]] Claim about_branching(Claim claim, bool is_violated);

/// What the claim's names mean in a program.
struct Question {
  std::vector<bp::ProcedureId> entries;
  std::vector<bp::Target> targets;
  std::optional<Fairness> fairness{};  // runs without end that are fair: there are none
};

/// The same claim, program and invariant always give the same text.
[[nodiscard]] std::string write_proof(const Claim& claim, const Question& question,
                                      const bp::Graph& graph, const trace::Invariant& invariant);

/// Likewise, of a program to which nothing was added.
[[nodiscard]] std::string write_proof(const Claim& claim, const horn::FlatProgram& program,
                                      const temporal::BranchingClaim& branching,
                                      const temporal::BranchingProof& proof);

struct ReadProof {
  ScriptResult script;                                  // without definitions,
  trace::Invariant invariant;                           // which are this,
  std::optional<temporal::BranchingProof> branching{};  // or this, where the claim has a verdict
};

/// Nothing is known then about whether claim and invariant fit a program. The text has to stay as
/// long as the script.
[[nodiscard]] ReadProof read_proof(std::string_view text);

}  // namespace hardbop::certify
