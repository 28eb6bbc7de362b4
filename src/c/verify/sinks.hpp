// SPDX-License-Identifier: MIT
// The sinks of a model as targets of a search.
#pragma once

#include <vector>

#include "c/lower/lower.hpp"
#include "c/verify/engine.hpp"

namespace hardbop::verify {

/// What is searched for, each of them several blocks. What is not supported for some values and
/// what never is are two, so that there is a run to one of the former where both are reached.
enum SinkTarget : std::uint8_t { ErrorSinks, LimitSinks, ConstructSinks, BoundSinks };

/// By SinkTarget, their blocks; of errors, those that are asked for.
[[nodiscard]] std::vector<std::vector<words::BlockId>> sink_targets(const Task& task,
                                                                    const c::Model& model);

/// The blocks of all of them.
[[nodiscard]] std::vector<words::BlockId> all_sinks(const c::Model& model);

}  // namespace hardbop::verify
