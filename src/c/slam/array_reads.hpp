// SPDX-License-Identifier: MIT
// Conditions on elements of arrays that were changed, as conditions on elements before that.
#pragma once

#include "base/expression/expression.hpp"

namespace hardbop::slam {

/// The same condition, where what is read from a changed array is a case distinction: the element
/// that was written, or the one that was there. Cases are outside of comparisons, so that each atom
/// is about one case. Where there would be too many of them, the condition as it is.
[[nodiscard]] words::ExprId without_stores(words::Expressions& expressions,
                                           words::ExprId condition);

}  // namespace hardbop::slam
