// SPDX-License-Identifier: MIT
// Comparing the answers to temporal questions that mean the same.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <hardbop/cross.hpp>

namespace hardbop {

/// The same in both logics.
struct TemporalPair {
  std::string ltl;
  std::string ctl;
};

struct RandomTemporal {
  std::string text;  // of a Boolean program
  std::vector<TemporalPair> pairs;
};

/// A random program and formulas about it; the same seed gives the same ones.
[[nodiscard]] RandomTemporal generate_random_temporal(std::uint64_t seed);

/// Asks each formula of each pair, with traces, and whether the program terminates, with at most so
/// many seconds for each. Formulas with quantifiers of both kinds are made of them, of which
/// certificates are checked.
[[nodiscard]] CrossReport cross_temporal(const Program& program,
                                         const std::vector<TemporalPair>& pairs, double seconds);

}  // namespace hardbop
