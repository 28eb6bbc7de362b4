// SPDX-License-Identifier: MIT
// The sinks of a model as targets of a search.
#pragma once

#include <vector>

#include "c/lower/lower.hpp"

namespace hardbop::verify {

/// What is searched for, each of them several blocks. Invalid accesses and what is not supported
/// are two, so that there is a run to one of the former where both are reached.
enum SinkTarget : std::uint8_t { ErrorSinks, FaultSinks, ConstructSinks, BoundSinks };

/// By SinkTarget, their blocks.
[[nodiscard]] std::vector<std::vector<words::BlockId>> sink_targets(const c::Program& program,
                                                                    const c::Model& model);

/// The blocks of all of them.
[[nodiscard]] std::vector<words::BlockId> all_sinks(const c::Model& model);

}  // namespace hardbop::verify
