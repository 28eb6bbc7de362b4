// SPDX-License-Identifier: MIT
// Numbers of type float and double, as C writes them.
#pragma once

#include <cstdint>
#include <string>

namespace hardbop::c {

/// The shortest text that means this number: 1.5f of 32 bits, 1.5 of 64; INFINITY, NAN.
[[nodiscard]] std::string float_text(std::uint64_t word, unsigned bits);

}  // namespace hardbop::c
