// SPDX-License-Identifier: MIT
// A program that is edited again and again, asked about with a store and without one.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace hardbop::test {

struct StoreComparison {
  std::string difference;  // empty where all answers are equal
  std::uint64_t questions = 0;
  std::uint64_t reached = 0;      // targets
  std::uint64_t unreachable = 0;  // likewise
  std::uint64_t taken = 0;        // procedures
  std::uint64_t explored_in_part = 0;
  std::uint64_t explored = 0;
};

/// Asks about some labels or all assertions of a random program and of what random edits make of
/// it, one after the other, each with what the store in the folder kept of those before, and
/// compares verdicts, places and the lengths of traces with those of a search without a store.
[[nodiscard]] StoreComparison compare_store(std::uint64_t seed,
                                            const std::filesystem::path& folder);

}  // namespace hardbop::test
