// SPDX-License-Identifier: MIT
#include "c/random/random_program.hpp"

#include <algorithm>
#include <array>

#include "c/random/writer.hpp"

namespace hardbop::c {

std::string_view name_of(Construct construct) {
  switch (construct) {
#define HARDBOP_C_CONSTRUCT(name, text) \
  case Construct::name: return text;
    HARDBOP_C_CONSTRUCTS(HARDBOP_C_CONSTRUCT)
#undef HARDBOP_C_CONSTRUCT
  }
  return "";
}

bool can_occur(Construct construct, bool threads) {
  if (construct >= Construct::ThreeThreads) return threads;
  constexpr std::array of_both{Construct::If,          Construct::Call,   Construct::While,
                               Construct::Error,       Construct::Array,  Construct::Pointer,
                               Construct::Conditional, Construct::Switch, Construct::Structure};
  return !threads || std::ranges::find(of_both, construct) != of_both.end();
}

/// Every eighth program is about ends, every fourth about arrays: there engines differ most in what
/// they do.
RandomProgram random_sequential(std::uint64_t seed) {
  switch (seed % 8) {
    case 3: return random_layer::random_endings(seed);
    case 1:
    case 5: return random_layer::random_sweeps(seed);
    default: return random_layer::random_mixed(seed);
  }
}

}  // namespace hardbop::c
