// SPDX-License-Identifier: MIT
// Two engines on one program.
#pragma once

#include <cstdint>
#include <string>

#include "engine/engine.hpp"

namespace hardbop::test {

struct Comparison {
  std::string difference;     // empty where they agree
  std::uint64_t reached = 0;  // targets
  std::uint64_t unreachable = 0;
  std::uint64_t undecided = 0;  // by the explicit engine
};

/// Asks both engines for every assertion and every label of a random program, and compares
/// verdicts and the lengths of shortest traces, in both senses; every trace is replayed.
[[nodiscard]] Comparison compare_engines(std::uint64_t seed, const engine::Economies& economies);

}  // namespace hardbop::test
