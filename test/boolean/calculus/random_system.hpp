// SPDX-License-Identifier: MIT
// Random systems over small types, for comparison.
#pragma once

#include <cstdint>
#include <string>

namespace hardbop::test {

/// The same seed gives the same text. Every third is positive, so that all its fixed points exist.
[[nodiscard]] std::string random_system(std::uint64_t seed);

}  // namespace hardbop::test
