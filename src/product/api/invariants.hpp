// SPDX-License-Identifier: MIT
// Invariants of statements for an answer. Private to the layer.
#pragma once

#include "base/util/budget.hpp"
#include "product/api/implementation.hpp"
#include <hardbop/answer.hpp>

namespace hardbop::api {

/// The states in which runs from these entries arrive at each statement.
[[nodiscard]] Invariants find_invariants(const Program::Implementation& program,
                                         const std::vector<bp::ProcedureId>& entries,
                                         Budget& budget);

}  // namespace hardbop::api
