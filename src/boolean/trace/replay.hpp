// SPDX-License-Identifier: MIT
// Has the interpreter execute a trace. Every trace passes here before anybody sees it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "boolean/trace/trace.hpp"

namespace hardbop::trace {

/// Why the trace is no run of the program that starts in one of `entries` and arrives at one
/// of `targets`; nothing where it is. Each body is executed once, however often it is shared.
[[nodiscard]] std::optional<std::string> replay(const bp::Graph& graph, const Trace& trace,
                                                const std::vector<bp::ProcedureId>& entries,
                                                const std::vector<bp::VertexId>& targets);

}  // namespace hardbop::trace
