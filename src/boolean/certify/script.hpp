// SPDX-License-Identifier: MIT
// A certificate as an SMT-LIB 2 script: what it claims, the invariant's diagrams, and every
// obligation as a question that must be answered `unsat`. docs/manual/certify.md describes it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "boolean/certify/claim.hpp"
#include "boolean/language/graph.hpp"
#include "boolean/language/targets.hpp"
#include "boolean/trace/invariant.hpp"

namespace hardbop::certify {

/// What the claim's names mean in a program.
struct Question {
  std::vector<bp::ProcedureId> entries;
  std::vector<bp::Target> targets;
};

/// The same claim, program and invariant always give the same text.
[[nodiscard]] std::string write_script(const Claim& claim, const Question& question,
                                       const bp::Graph& graph, const trace::Invariant& invariant);

/// What a script says, apart from its obligations.
struct Script {
  Claim claim;
  trace::Invariant invariant;
};

struct ScriptResult {
  std::optional<Script> script;
  std::uint32_t line = 0;  // of the error
  std::string error;       // where there is no script
};

/// Reads claim and invariant. Nothing is known then about whether they fit a program.
[[nodiscard]] ScriptResult read_script(std::string_view text);

}  // namespace hardbop::certify
