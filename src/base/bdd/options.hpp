// SPDX-License-Identifier: MIT
// What can be set about a manager.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

namespace hardbop::bdd {

struct Options {
  /// Entries the operation cache starts with, a power of two; it grows by itself.
  std::size_t cache_entries = 1024;
  /// The cache never grows beyond this many entries.
  std::size_t max_cache_entries = std::size_t{1} << 28;
  /// Below this many nodes the table grows without looking for garbage.
  std::size_t collect_above = std::size_t{1} << 14;
  /// Recursions deeper than this go on with a stack on the heap.
  unsigned recursion_limit = 2000;
  /// Steps between two looks at the budget.
  std::uint32_t poll_interval = 4096;
};

/// How sifting is done.
struct Sifting {
  /// A variable is moved on while the diagram has at most this many times the nodes it
  /// had at its best place so far.
  double max_growth = 1.2;
  /// Stop looking after this time.
  std::optional<double> seconds{};
  /// Stop looking after about this many nodes have been moved: unlike time, the same in each run.
  std::uint64_t max_work = std::numeric_limits<std::uint64_t>::max();
  /// Sift at most this many variables or groups, those with the most nodes first.
  std::size_t max_blocks = std::numeric_limits<std::size_t>::max();
  /// After the groups have been moved as blocks, also sift the variables of each group
  /// inside it.
  bool inside_groups = false;
};

/// When sifting starts by itself.
struct AutoReorder {
  /// With this many live nodes, the first time.
  std::size_t first_at = 20'000;
  /// Then whenever the live nodes have multiplied by this since; by twice as much after each
  /// sifting that saved less than a tenth of the nodes.
  double growth = 2.0;
  Sifting sifting{};
  /// Sifting ends after so many nodes moved per step that operations took since the last time.
  double work_per_step = std::numeric_limits<double>::infinity();
};

}  // namespace hardbop::bdd
