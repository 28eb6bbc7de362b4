// SPDX-License-Identifier: MIT
// The program that events are about.
#pragma once

#include "boolean/language/graph.hpp"
#include "product/log/event.hpp"

namespace hardbop::log {

/// Procedures, with the variables in scope, and vertices, with their lines and successors.
[[nodiscard]] Json program_event(const bp::Graph& graph);

}  // namespace hardbop::log
