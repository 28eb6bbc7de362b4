// SPDX-License-Identifier: MIT
// How large the blocks are that Allocate statements make.
#pragma once

#include <cstdint>
#include <optional>

#include "c/il/block_room.hpp"

namespace hardbop::c {

/// The size of what an Allocate makes, where it is a constant.
[[nodiscard]] std::optional<std::uint64_t> constant_size(const Program& program,
                                                         const Statement& allocate);
/// Whether it is zeroed.
[[nodiscard]] bool is_zeroed(const Program& program, const Statement& allocate);
/// Whether what an Allocate makes could be larger than largest_block().
[[nodiscard]] bool may_exceed_room(const Program& program, const Statement& allocate);

}  // namespace hardbop::c
