// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "c/il/il.hpp"

namespace hardbop::c {

/// What is read by a load, if that is known.
using ReadLoad = std::function<std::optional<std::uint64_t>(const Expr& load)>;

/// The value of an expression whose loads are known; nothing where it has others, addresses or
/// floats.
[[nodiscard]] std::optional<std::uint64_t> value_with(const Program& program, ExprId id,
                                                      const ReadLoad& read);
/// Of one without loads.
[[nodiscard]] std::optional<std::uint64_t> closed_value(const Program& program, ExprId id);

}  // namespace hardbop::c
