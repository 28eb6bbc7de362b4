// SPDX-License-Identifier: MIT
#pragma once

#include "c/il/faults.hpp"

namespace hardbop::c {

/// Addresses for a block that has no constant size; a power of two. A 32-bit program has addresses
/// for 128 such blocks in the half of them that is used.
[[nodiscard]] inline std::uint64_t room_of_block(const DataModel& model) {
  return std::uint64_t{1} << (model.pointer_bits == 32 ? 24U : 40U);
}

/// Such a block is assumed to be no larger.
[[nodiscard]] inline std::uint64_t largest_block(const DataModel& model) {
  return room_of_block(model) - guard_bytes(model);
}

}  // namespace hardbop::c
