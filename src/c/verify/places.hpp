// SPDX-License-Identifier: MIT
// Where a program could violate its property, and where it cannot be followed.
#pragma once

#include <map>
#include <set>
#include <tuple>

#include "c/il/il.hpp"

namespace hardbop::verify {

/// File, line and column, in the order of the text.
using Place = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;
using Places = std::set<Place>;

[[nodiscard]] inline Place place_of(const c::Position& at) {
  return {at.file, at.line, at.column};
}

/// With the user's function that each is in.
using ErrorPlaces = std::map<Place, c::FunctionId>;

/// Where it could violate the property that it was read for; with defects, where it could have
/// these.
[[nodiscard]] ErrorPlaces error_places(const c::Program& program, const c::Defects& defects = {});
/// Whether there is something in it that cannot be followed, and may do what its text does not say.
[[nodiscard]] bool has_gaps(const c::Program& program);

}  // namespace hardbop::verify
