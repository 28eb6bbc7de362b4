// SPDX-License-Identifier: MIT
// fuzz_concurrent FIRST LAST: compares the ways to decide concurrent programs on the random
// ones of these seeds.
#include <iostream>
#include <string>

#include "boolean/engine/compare_concurrent.hpp"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: fuzz_concurrent FIRST LAST\n";
    return 1;
  }
  const std::uint64_t first = std::stoull(argv[1]);
  const std::uint64_t last = std::stoull(argv[2]);
  hardbop::test::Comparison total;
  std::uint64_t differing = 0;
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    const hardbop::test::Comparison one = hardbop::test::compare_concurrent(seed);
    total.reached += one.reached;
    total.unreachable += one.unreachable;
    total.undecided += one.undecided;
    total.by_formula += one.by_formula;
    total.by_product += one.by_product;
    if (one.difference.empty()) continue;
    ++differing;
    std::cout << one.difference << std::flush;
  }
  std::cout << "seeds " << first << " to " << last << ": " << total.reached << " targets reached, "
            << total.unreachable << " not, " << total.undecided << " undecided; "
            << total.by_formula << " programs by formula, " << total.by_product << " by product; "
            << differing << " differ\n";
  return differing == 0 ? 0 : 1;
}
