// SPDX-License-Identifier: MIT
// Runs of C programs whose recursion has no end.
#pragma once

#include "c/slam/procedures.hpp"
#include "c/verify/engine.hpp"

namespace hardbop::verify {

/// Searches for a run on which one of these procedures, by their numbers, calls itself for ever in
/// the same way. Nothing where none is found.
[[nodiscard]] std::optional<Finding> find_endless_recursion(
    const Task& task, const slam::Procedures& procedures, const std::vector<std::size_t>& recursion,
    Budget& budget, Statistics& statistics);

}  // namespace hardbop::verify
