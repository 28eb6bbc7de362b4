// SPDX-License-Identifier: MIT
// The fixpoint engine: the program as relations, the algorithm as a system of the calculus
// [getafix09].
#pragma once

#include <memory>

#include "engine/engine.hpp"
#include "util/diagnostic.hpp"

namespace hardbop::engine {

[[nodiscard]] std::unique_ptr<Engine> make_fixpoint_engine();

/// What is wrong with an algorithm for this program; the engine needs one without errors.
[[nodiscard]] Diagnostics check_algorithm(const bp::Graph& graph,
                                          const std::shared_ptr<const SourceFile>& algorithm);

}  // namespace hardbop::engine
