// SPDX-License-Identifier: MIT
// The words that the writer and the reader of scripts share.
#pragma once

#include <string_view>

namespace hardbop::certify::names {

inline constexpr std::string_view prefix = ":hardbop-";  // of all keys
inline constexpr std::string_view program = "program";
inline constexpr std::string_view hash = "sha256";
inline constexpr std::string_view property = "property";
inline constexpr std::string_view count = "; obligations: ";

}  // namespace hardbop::certify::names
