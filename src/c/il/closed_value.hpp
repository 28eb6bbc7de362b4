// SPDX-License-Identifier: MIT
#pragma once

#include "c/il/il.hpp"

namespace hardbop::c {

/// The value of an expression without loads and addresses; nothing where it has some, or floats.
[[nodiscard]] std::optional<std::uint64_t> closed_value(const Program& program, ExprId id);

}  // namespace hardbop::c
