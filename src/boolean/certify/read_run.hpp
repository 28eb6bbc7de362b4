// SPDX-License-Identifier: MIT
// The states of a trace in its JSON form (docs/manual/json.md).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "boolean/certify/run.hpp"

namespace hardbop::certify {

struct RunResult {
  ShownRun run;
  std::string error;        // where it speaks of what the program does not have; else empty
  bool unreadable = false;  // it is not all there
};

/// May throw nlohmann's exceptions where something is missing or of another type.
[[nodiscard]] RunResult read_run(const bp::Graph& graph, const nlohmann::json& trace,
                                 const bp::Target& target);

}  // namespace hardbop::certify
