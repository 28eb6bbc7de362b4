// SPDX-License-Identifier: MIT
// The ways to decide about a concurrent program, on one program.
#pragma once

#include <cstdint>
#include <string>

namespace hardbop::test {

struct Comparison {
  std::string difference;     // empty where they agree
  std::uint64_t reached = 0;  // targets
  std::uint64_t unreachable = 0;
  std::uint64_t undecided = 0;   // by the explicit engine
  std::uint64_t by_formula = 0;  // programs that the algorithm cs was asked about
  std::uint64_t by_product = 0;  // programs whose product was searched
};

/// Asks the explicit search and the simulation for every assertion and every label of a random
/// concurrent program, with a bound of up to four context switches or two rounds, and compares
/// verdicts and the fewest context switches; every trace is replayed. Within context switches the
/// algorithm cs is asked as well. Without a bound, the product is compared with the explicit
/// search.
[[nodiscard]] Comparison compare_concurrent(std::uint64_t seed);

}  // namespace hardbop::test
