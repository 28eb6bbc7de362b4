// SPDX-License-Identifier: MIT
// How long tests take.
#pragma once

#include <cstdint>

namespace hardbop::test {

/// How often to repeat something random, and how large to make something large: under the
/// sanitizers, which look for other faults and take their time, not so often, nor so large.
constexpr std::uint64_t repetitions(std::uint64_t usual) {
#ifdef HARDBOP_FEW_REPETITIONS
  return usual / 5;
#else
  return usual;
#endif
}

}  // namespace hardbop::test
