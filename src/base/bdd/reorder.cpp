// SPDX-License-Identifier: MIT
// Sifting [rudell93]: each variable in turn, the one with the most nodes first, is moved
// through all places and left at the best. Groups move as blocks. Moving on is given up
// in a direction when the diagrams have grown beyond a factor; a limit of time, work or memory
// ends the search, and the variable under way still goes to its best place.
#include "base/bdd/reorder.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>

#include "base/bdd/swapper.hpp"
#include "base/util/budget.hpp"

namespace hardbop::bdd {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t least_work = 16;  // of a swap, in nodes

/// Variables on adjacent levels that move as one.
struct Block {
  Level start;
  std::uint32_t size;
  std::uint32_t name;  // stays with it when it moves
};

class Sifter {
 public:
  Sifter(Kernel& kernel, Swapper& swapper, const Sifting& options)
      : kernel_(kernel), swapper_(swapper), options_(options) {
    if (options.seconds)
      deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                     std::chrono::duration<double>(*options.seconds));
  }

  /// Sifts these neighbouring blocks among each other.
  void run(std::vector<Block> blocks) {
    blocks_ = std::move(blocks);
    std::vector<std::pair<std::size_t, std::uint32_t>> largest;
    for (const Block& block : blocks_)
      if (const std::size_t nodes = nodes_of(block); nodes != 0)
        largest.emplace_back(nodes, block.name);
    std::ranges::stable_sort(largest,
                             [](const auto& a, const auto& b) { return a.first > b.first; });
    if (largest.size() > options_.max_blocks) largest.resize(options_.max_blocks);
    for (const auto& candidate : largest) {
      if (stopped()) return;
      sift_one(position_of(candidate.second));
    }
  }

  [[nodiscard]] bool complete() const { return !stopped_; }
  [[nodiscard]] const std::vector<Block>& blocks() const { return blocks_; }

 private:
  Kernel& kernel_;
  Swapper& swapper_;
  const Sifting& options_;
  std::optional<Clock::time_point> deadline_;
  std::vector<Block> blocks_;
  std::size_t best_ = 0;
  std::size_t best_position_ = 0;
  bool stopped_ = false;
  std::uint64_t work_ = 0;

  [[nodiscard]] std::size_t nodes_of(const Block& block) const {
    std::size_t nodes = 0;
    for (Level level = block.start; level < block.start + block.size; ++level)
      nodes += swapper_.count(kernel_.order.var_at(level));
    return nodes;
  }

  [[nodiscard]] std::size_t position_of(std::uint32_t name) const {
    const auto found =
        std::ranges::find_if(blocks_, [&](const Block& block) { return block.name == name; });
    return static_cast<std::size_t>(found - blocks_.begin());
  }

  bool stopped() {
    if (work_ >= options_.max_work) stopped_ = true;
    if (!stopped_ && deadline_ && Clock::now() >= *deadline_) stopped_ = true;
    Budget* const budget = kernel_.budget();
    if (!stopped_ && budget != nullptr && budget->poll(budget->count()) != StopReason::None)
      stopped_ = true;
    return stopped_;
  }

  void sift_one(std::size_t position) {
    best_ = swapper_.size();
    best_position_ = position;
    const std::size_t last = blocks_.size() - 1;
    const bool down_first = last - position < position;
    position = seek(position, down_first ? last : 0);
    position = seek(position, down_first ? 0 : last);
    while (position < best_position_ && exchange(position)) ++position;
    while (position > best_position_ && exchange(position - 1)) --position;
  }

  /// Moves the block towards `end`, noting the best place. Answers where it stopped.
  std::size_t seek(std::size_t position, std::size_t end) {
    while (position != end && !stopped()) {
      const bool down = position < end;
      if (!exchange(down ? position : position - 1)) {
        stopped_ = true;
        break;
      }
      position = down ? position + 1 : position - 1;
      const std::size_t size = swapper_.size();
      if (size < best_) {
        best_ = size;
        best_position_ = position;
      }
      const bool passed_start = down ? position > best_position_ : position < best_position_;
      if (passed_start && too_large(size)) break;
    }
    return position;
  }

  [[nodiscard]] bool too_large(std::size_t size) const {
    return static_cast<double>(size) > static_cast<double>(best_) * options_.max_growth ||
           size > kernel_.node_limit();
  }

  /// Exchanges the block at `position` with the next. False where memory ran out.
  bool exchange(std::size_t position) {
    Block& upper = blocks_[position];
    Block& lower = blocks_[position + 1];
    for (Level moved = 0; moved < lower.size; ++moved) {
      for (Level step = upper.size; step-- > 0;) {
        work_ += swapper_.count(kernel_.order.var_at(upper.start + moved + step)) + least_work;
        if (swapper_.swap(upper.start + moved + step)) continue;
        undo(upper, moved, step);
        return false;
      }
    }
    lower.start = upper.start;
    upper.start += lower.size;
    std::swap(upper, lower);
    return true;
  }

  /// Takes back a half-done exchange, whose swaps need no more memory than they gave.
  void undo(const Block& upper, Level moved, Level step) {
    for (;;) {
      if (++step == upper.size) {
        if (moved == 0) return;
        --moved;
        step = 0;
      }
      swapper_.swap(upper.start + moved + step);
    }
  }
};

std::vector<Block> blocks_of(const Order& order) {
  std::vector<Block> blocks;
  for (Level level = 0; level < order.size(); ++level) {
    const std::uint32_t group = order.group_of(order.var_at(level));
    if (group != 0 && level > 0 && order.group_of(order.var_at(level - 1)) == group) {
      ++blocks.back().size;
    } else {
      blocks.push_back({level, 1, static_cast<std::uint32_t>(blocks.size())});
    }
  }
  return blocks;
}

std::vector<Block> members_of(const Block& group) {
  std::vector<Block> members;
  for (std::uint32_t i = 0; i < group.size; ++i) members.push_back({group.start + i, 1, i});
  return members;
}

/// Runs `change` on a swapper and accounts for it.
template <class Change>
ReorderResult change_order(Kernel& kernel, const Change& change) {
  const Clock::time_point start = Clock::now();
  ReorderResult result;
  try {
    Swapper swapper(kernel);
    result.nodes_before = swapper.size();
    result.complete = change(swapper);
    result.nodes_after = swapper.size();
    result.swaps = swapper.swaps();
  } catch (const std::bad_alloc&) {
    result.complete = false;
  }
  result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  kernel.note_reordering(result.seconds, result.swaps);
  return result;
}

}  // namespace

ReorderResult sift(Kernel& kernel, const Sifting& options) {
  return change_order(kernel, [&](Swapper& swapper) {
    Sifter sifter(kernel, swapper, options);
    sifter.run(blocks_of(kernel.order));
    if (options.inside_groups) {
      for (const Block& group : blocks_of(kernel.order))
        if (group.size > 1) sifter.run(members_of(group));
    }
    return sifter.complete();
  });
}

ReorderResult set_order(Kernel& kernel, const std::vector<Var>& vars) {
  return change_order(kernel, [&](Swapper& swapper) {
    if (swapper.adopt(vars)) return true;
    for (Level target = 0; target < vars.size(); ++target) {
      for (Level level = kernel.order.level_of(vars[target]); level > target; --level)
        if (!swapper.swap(level - 1)) return false;
    }
    return true;
  });
}

}  // namespace hardbop::bdd
