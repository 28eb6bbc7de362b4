// SPDX-License-Identifier: MIT
// The program that events are about.
#pragma once

#include <string>

#include "boolean/language/graph.hpp"
#include "product/log/event.hpp"

namespace hardbop::log {

/// The name of a procedure; "request.main" where threads have several of the same name.
[[nodiscard]] std::string procedure_text(const bp::Graph& graph, bp::ProcedureId p);

/// Procedures, with the variables in scope, and vertices, with their lines and successors.
[[nodiscard]] Json program_event(const bp::Graph& graph);

}  // namespace hardbop::log
