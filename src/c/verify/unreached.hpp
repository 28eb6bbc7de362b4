// SPDX-License-Identifier: MIT
// What is not supported where no run was seen to arrive: it would be in the way next.
#pragma once

#include <vector>

#include "c/lower/lower.hpp"
#include "c/verify/finding.hpp"

namespace hardbop::verify {

/// Adds what is not supported, whatever the values are, and may be reached: behind what is not
/// supported itself, or, if the sinks that runs reach are not all known, in any function that may
/// be called.
void add_unreached(const c::Program& program, const c::Model& model,
                   const std::vector<const c::Sink*>& reached, bool are_all,
                   std::vector<Blocking>& to);

}  // namespace hardbop::verify
