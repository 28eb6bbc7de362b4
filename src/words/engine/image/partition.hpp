// SPDX-License-Identifier: MIT
// Blocks in groups, each with its own set of states and program counter [wang07 §7].
#pragma once

#include <cstdint>
#include <vector>

#include "words/analysis/liveness.hpp"
#include "words/engine/image/image_engine.hpp"
#include "words/transform/reduce.hpp"

namespace hardbop::image {

using GroupId = std::uint32_t;

struct Grouping {
  std::vector<std::vector<words::BlockId>> groups;
  std::vector<GroupId> group_of;    // by block
  std::vector<std::uint32_t> code;  // by block: its place in its group

  /// Bits that tell the blocks of a group apart.
  [[nodiscard]] unsigned bits(GroupId g) const;
  [[nodiscard]] unsigned most_bits() const;
};

/// Groups in the order of their first blocks. `bits` by variable: how many it has.
[[nodiscard]] Grouping partition(const words::Reduction& reduction, const words::Liveness& liveness,
                                 const std::vector<unsigned>& bits, const ImageOptions& options);

}  // namespace hardbop::image
