// SPDX-License-Identifier: MIT
// What a manager has done so far.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace hardbop {
class Statistics;
}

namespace hardbop::bdd {

struct KernelStatistics {
  std::size_t variables = 0;
  std::size_t nodes = 0;       // in use now: live, or dead and not yet collected
  std::size_t live_nodes = 0;  // alive at the end of the last collection or reordering
  std::size_t peak_nodes = 0;  // most in use at once
  std::size_t handles = 0;     // Bdd objects on non-constant nodes
  std::size_t bytes = 0;       // nodes, unique tables and caches
  std::size_t cache_entries = 0;
  std::uint64_t cache_lookups = 0;
  std::uint64_t cache_hits = 0;
  std::uint64_t collections = 0;
  std::uint64_t collected_nodes = 0;
  std::uint64_t reorderings = 0;
  std::uint64_t swaps = 0;  // of neighbouring levels
  double collection_seconds = 0;
  double reordering_seconds = 0;

  [[nodiscard]] double cache_hit_rate() const {
    return cache_lookups == 0
               ? 0
               : static_cast<double>(cache_hits) / static_cast<double>(cache_lookups);
  }

  /// Writes the figures as "<prefix>.peak_nodes" and so on.
  void record(Statistics& into, const std::string& prefix = "bdd") const;
};

}  // namespace hardbop::bdd
