// SPDX-License-Identifier: MIT
// Checks complete runs (run_json.hpp): the interpreter executes them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "boolean/language/targets.hpp"
#include "boolean/language/threads.hpp"
#include "boolean/logic/formula.hpp"

namespace hardbop::certify {

struct RunCheck {
  std::string objection;  // empty where all is well
  std::string text;       // then, what kind of run it is
};

// Both may throw nlohmann's exceptions where something is missing or of another type.

/// Whether this is a run without end, of the program that starts in one of `entries`, that does not
/// satisfy the LTL formula.
[[nodiscard]] RunCheck check_lasso(const bp::Graph& graph,
                                   const std::vector<bp::ProcedureId>& entries,
                                   const nlohmann::json& run, const temporal::Formula& formula);

/// Where the program does not say which threads there are, the first starts in the only one of
/// `entries`; else there are none of these. Nothing if that is not so.
[[nodiscard]] std::optional<bp::Threads> threads_of(const bp::Graph& graph,
                                                    const std::vector<bp::ProcedureId>& entries);

/// Whether this is a run of threads that arrives at the target.
[[nodiscard]] RunCheck check_interleaved(const bp::Graph& graph,
                                         const std::vector<bp::ProcedureId>& entries,
                                         const nlohmann::json& run, const bp::Target& target);

}  // namespace hardbop::certify
