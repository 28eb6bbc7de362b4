// SPDX-License-Identifier: MIT
// Has the interpreter execute a run of a concurrent program. Every such trace passes here before
// anybody sees it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "boolean/trace/interleaved.hpp"

namespace hardbop::trace {

/// Why the trace is no run of the program that arrives at one of `targets`; nothing where it
/// is. Whose turn it is, stacks, atomic sections and shared values are kept here, from
/// the trace's claims alone; the interpreter says whether each of these is possible.
[[nodiscard]] std::optional<std::string> replay(const bp::Threads& threads,
                                                const Interleaved& trace,
                                                const std::vector<bp::VertexId>& targets);

}  // namespace hardbop::trace
