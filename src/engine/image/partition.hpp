// SPDX-License-Identifier: MIT
// Blocks in groups, each with its own set of states and program counter [wang07 §7].
#pragma once

#include <cstdint>
#include <vector>

#include "engine/image/image_engine.hpp"
#include "flow/ltg_liveness.hpp"
#include "flow/ltg_reduce.hpp"

namespace hardbop::engine::image {

using GroupId = std::uint32_t;

struct Grouping {
  std::vector<std::vector<ltg::BlockId>> groups;
  std::vector<GroupId> group_of;    // by block
  std::vector<std::uint32_t> code;  // by block: its place in its group

  /// Bits that tell the blocks of a group apart.
  [[nodiscard]] unsigned bits(GroupId g) const;
  [[nodiscard]] unsigned most_bits() const;
};

/// Groups in the order of their first blocks. `bits` by variable: how many it has.
[[nodiscard]] Grouping partition(const flow::Reduction& reduction,
                                 const flow::LtgLiveness& liveness,
                                 const std::vector<unsigned>& bits, const ImageOptions& options);

}  // namespace hardbop::engine::image
