// SPDX-License-Identifier: MIT
// Engines on one program.
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

/// Asks the summary engine and every algorithm of the fixpoint engine, for every target at once,
/// and one of them alone, which lets algorithms end early. Compares their verdicts with the
/// explicit engine's.
[[nodiscard]] Comparison compare_algorithms(std::uint64_t seed);

}  // namespace hardbop::test
