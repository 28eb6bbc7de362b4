// SPDX-License-Identifier: MIT
// The two ways to decide about a concurrent program, on one program.
#pragma once

#include <cstdint>
#include <string>

namespace hardbop::test {

struct Comparison {
  std::string difference;     // empty where they agree
  std::uint64_t reached = 0;  // targets
  std::uint64_t unreachable = 0;
  std::uint64_t undecided = 0;  // by the explicit engine
};

/// Asks the explicit search and the simulation for every assertion and every label of a random
/// concurrent program, with a bound of up to four context switches or two rounds, and compares
/// verdicts and the fewest context switches; every trace is replayed.
[[nodiscard]] Comparison compare_concurrent(std::uint64_t seed);

}  // namespace hardbop::test
