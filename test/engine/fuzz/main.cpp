// SPDX-License-Identifier: MIT
// fuzz_engines FIRST LAST: compares the engines on the random programs of these seeds.
// fuzz_engines FIRST LAST algorithms: the algorithms of the fixpoint engine, too, by verdict.
// fuzz_engines FIRST LAST concurrent: both ways to decide concurrent programs.
#include <cstdlib>
#include <iostream>
#include <string>

#include "engine/compare.hpp"
#include "engine/compare_concurrent.hpp"

int main(int argc, char** argv) {
  const std::string what = argc == 4 ? argv[3] : "engines";
  if (argc < 3 || argc > 4 || (what != "engines" && what != "algorithms" && what != "concurrent")) {
    std::cerr << "usage: fuzz_engines FIRST LAST [algorithms|concurrent]\n";
    return 1;
  }
  const std::uint64_t first = std::stoull(argv[1]);
  const std::uint64_t last = std::stoull(argv[2]);
  hardbop::test::Comparison total;
  std::uint64_t differing = 0;
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    hardbop::engine::Economies economies;
    if (seed % 4 == 3)
      economies = {(seed & 8) == 0, (seed & 16) == 0, (seed & 32) == 0, (seed & 64) == 0};
    const hardbop::test::Comparison one =
        what == "algorithms"   ? hardbop::test::compare_algorithms(seed)
        : what == "concurrent" ? hardbop::test::compare_concurrent(seed)
                               : hardbop::test::compare_engines(seed, economies);
    total.reached += one.reached;
    total.unreachable += one.unreachable;
    total.undecided += one.undecided;
    if (one.difference.empty()) continue;
    ++differing;
    std::cout << one.difference << std::flush;
  }
  std::cout << "seeds " << first << " to " << last << ": " << total.reached << " targets reached, "
            << total.unreachable << " not, " << total.undecided << " undecided; " << differing
            << " programs differ\n";
  return differing == 0 ? 0 : 1;
}
