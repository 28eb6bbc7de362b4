// SPDX-License-Identifier: MIT
#pragma once

#include "c/il/il.hpp"

namespace hardbop::c {

/// A block that has no constant size is assumed to be smaller than this; a power of two. A 32-bit
/// program has addresses for 128 such blocks in the half of them that is used.
[[nodiscard]] inline std::uint64_t room_of_block(const DataModel& model) {
  return std::uint64_t{1} << (model.pointer_bits == 32 ? 24U : 40U);
}

}  // namespace hardbop::c
