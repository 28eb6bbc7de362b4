// SPDX-License-Identifier: MIT
// Values of scalars as C writes them.
#pragma once

#include <cstdint>
#include <string>

#include "c/il/il.hpp"

namespace hardbop::c {

/// The shortest text that means this number: 1.5f of 32 bits, 1.5 of 64; INFINITY, NAN.
[[nodiscard]] std::string float_text(std::uint64_t word, unsigned bits);

/// An integer or an address is in decimal.
[[nodiscard]] std::string value_text(std::uint64_t word, Type type);

}  // namespace hardbop::c
