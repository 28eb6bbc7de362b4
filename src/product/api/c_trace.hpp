// SPDX-License-Identifier: MIT
// Converts runs of C programs to public traces. Private to the layer.
#pragma once

#include "c/verify/finding.hpp"
#include "c/verify/sources.hpp"
#include <hardbop/answer.hpp>

namespace hardbop::api {

[[nodiscard]] Location to_location(const c::Program& program, const c::Position& at);

/// Of a run that has an explanation. Lists at most `limit` steps.
[[nodiscard]] Trace to_trace(const verify::Sources& sources, const c::Program& program,
                             const verify::ViolatingRun& run, std::uint64_t limit);
/// The end says what is there.
[[nodiscard]] Trace to_trace(const verify::Sources& sources, const c::Program& program,
                             const verify::BlockedRun& run, std::uint64_t limit);

}  // namespace hardbop::api
