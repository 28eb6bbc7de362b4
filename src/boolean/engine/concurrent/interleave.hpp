// SPDX-License-Identifier: MIT
// A run of a simulation as the run of the concurrent program that it stands for: what each
// actor did in each of its contexts, in the order of the contexts.
#pragma once

#include "boolean/trace/interleaved.hpp"
#include "boolean/trace/trace.hpp"
#include "boolean/transform/sequentialise.hpp"

namespace hardbop::engine {

/// `trace` ends at a target of `sequential`.
[[nodiscard]] trace::Interleaved interleave(const bp::Threads& threads,
                                            const transform::SharedUse& use,
                                            const transform::Sequential& sequential,
                                            const trace::Trace& trace);

}  // namespace hardbop::engine
