// SPDX-License-Identifier: MIT
// Names and values in the text of a Boolean program.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hardbop::importing {

/// The name itself where the language reads it as one, else in braces.
[[nodiscard]] std::string name_text(std::string_view name);

[[nodiscard]] std::string joined(const std::vector<std::string>& texts);

/// How many bits the numbers below `count` need.
[[nodiscard]] unsigned bits_for(std::uint64_t count);

/// The bits of a number, the lowest first, as constants.
[[nodiscard]] std::vector<std::string> number_bits(std::uint64_t number, unsigned bits);
/// Names for the bits of a variable.
[[nodiscard]] std::vector<std::string> bit_names(std::string_view name, unsigned bits);

/// Missing bits are zero.
[[nodiscard]] std::string equal_text(const std::vector<std::string>& a,
                                     const std::vector<std::string>& b);
[[nodiscard]] std::string less_text(const std::vector<std::string>& a,
                                    const std::vector<std::string>& b);

}  // namespace hardbop::importing
