// SPDX-License-Identifier: MIT
// Executes the program itself with the choices of a run of its model: the run must lead there, too.
#pragma once

#include <string>

#include "c/lower.hpp"

namespace hardbop::c {

/// Why the program does not follow the run to the sink, or, without one, to its last point; empty
/// where it does.
[[nodiscard]] std::string replay(const Program& program, const Model& model, const ltg::Run& run,
                                 const Sink* sink);

}  // namespace hardbop::c
