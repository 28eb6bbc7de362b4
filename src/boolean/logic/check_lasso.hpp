// SPDX-License-Identifier: MIT
// Whether a lasso is a run that violates a formula, by code that did not find it: the
// interpreter executes it, and the formula is evaluated on its configurations.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "boolean/logic/formula.hpp"
#include "boolean/trace/lasso.hpp"

namespace hardbop::temporal {

/// What is wrong with it; nothing where all is well. `root` is an LTL formula's node.
[[nodiscard]] std::optional<std::string> check_lasso(const bp::Graph& graph,
                                                     const trace::Lasso& lasso,
                                                     const std::vector<bp::ProcedureId>& entries,
                                                     const Formula& formula, NodeId root);

/// The truth of an LTL formula of the run that the lasso is.
[[nodiscard]] bool holds_on(const bp::Graph& graph, const trace::Lasso& lasso,
                            const Formula& formula, NodeId root);

}  // namespace hardbop::temporal
