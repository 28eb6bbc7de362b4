// SPDX-License-Identifier: MIT
// Which loops the blocks of a program are in, and in which order visits of blocks come: a block is
// executed once for each combination of rounds of its loops, after all that leads there.
#pragma once

#include <vector>

#include "words/engine/bmc/program.hpp"

namespace hardbop::bmc {

/// A visit of a block in one activation of its procedure: a loop's place in the order and which
/// round of it this is, for each loop from the outermost on, and then the block's own place. Visits
/// in lexicographic order respect the edges.
using Visit = std::vector<std::uint32_t>;

class Nesting {
 public:
  explicit Nesting(const Program& program);

  [[nodiscard]] bool is_head(BlockId b) const {
    return !heads_[b].empty() && heads_[b].back() == b;
  }
  /// Whether control may come into the loop of this head other than by way of it.
  [[nodiscard]] bool has_other_entry(BlockId head) const { return has_other_entry_[head]; }
  /// The visit with which a procedure starts.
  [[nodiscard]] Visit first(BlockId entry) const { return visit(entry, 0, {}, 0); }
  /// The visit of `to` that follows one of `from` along an edge, or after a call.
  [[nodiscard]] Visit next(const Visit& visit, BlockId from, BlockId to) const;
  /// The heads of the loops that an edge leaves.
  template <typename See>
  void for_each_left(BlockId from, BlockId to, const See& see) const {
    for (std::size_t i = common(from, to); i < heads_[from].size(); ++i) see(heads_[from][i]);
  }
  /// Which round of the loop this is that the block is the head of, from 0.
  [[nodiscard]] static std::uint32_t round(const Visit& visit) { return visit[visit.size() - 2]; }

 private:
  std::vector<std::vector<BlockId>> heads_;  // by block: of its loops, the outermost first
  std::vector<std::uint32_t> places_;        // by block
  std::vector<bool> has_other_entry_;        // by block that is a head

  /// How many loops both are in.
  [[nodiscard]] std::size_t common(BlockId a, BlockId b) const;
  [[nodiscard]] Visit visit(BlockId to, std::size_t kept, const Visit& from,
                            std::uint32_t more) const;
};

}  // namespace hardbop::bmc
