// SPDX-License-Identifier: MIT
// fuzz_store FIRST LAST [--stop-at-first]: edits the random programs of these seeds and asks about
// them with a store and without one.
#include <filesystem>
#include <iostream>
#include <string>
#include <string_view>
#include <unistd.h>

#include "boolean/engine/compare_store.hpp"

int main(int argc, char** argv) {
  const bool stops = argc == 4 && std::string_view(argv[3]) == "--stop-at-first";
  if (argc != 3 && !stops) {
    std::cerr << "usage: fuzz_store FIRST LAST [--stop-at-first]\n";
    return 1;
  }
  const std::uint64_t first = std::stoull(argv[1]);
  const std::uint64_t last = std::stoull(argv[2]);
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("fuzz_store." + std::to_string(::getpid()));
  hardbop::test::StoreComparison total;
  std::uint64_t differing = 0;
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    const hardbop::test::StoreComparison one = hardbop::test::compare_store(seed, folder);
    std::filesystem::remove_all(folder);
    total.questions += one.questions;
    total.reached += one.reached;
    total.unreachable += one.unreachable;
    total.taken += one.taken;
    total.explored_in_part += one.explored_in_part;
    total.explored += one.explored;
    if (one.difference.empty()) continue;
    ++differing;
    std::cout << one.difference << std::flush;
    if (stops) return 1;
  }
  std::cout << "seeds " << first << " to " << last << ": " << total.questions << " questions, "
            << total.reached << " targets reached, " << total.unreachable
            << " not; procedures: " << total.taken << " taken, " << total.explored_in_part
            << " explored in part, " << total.explored << " explored; " << differing
            << " programs differ\n";
  return differing == 0 ? 0 : 1;
}
