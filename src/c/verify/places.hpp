// SPDX-License-Identifier: MIT
// Where a program could violate its property, and where it cannot be followed.
#pragma once

#include <set>
#include <tuple>

#include "c/il/il.hpp"

namespace hardbop::verify {

/// File, line and column, in the order of the text.
using Places = std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>>;

/// Where it could violate the property that it was read for.
[[nodiscard]] Places error_places(const c::Program& program);
/// Whether there is something in it that cannot be followed, and may do what its text does not say.
[[nodiscard]] bool has_gaps(const c::Program& program);

}  // namespace hardbop::verify
