// SPDX-License-Identifier: MIT
// How attributes affect the meaning of a program: a table of all attributes that Clang accepts, and
// of those of GCC that Clang ignores.
#pragma once

#include <cstdint>
#include <string_view>

namespace hardbop::c {

enum class Treatment : std::uint8_t {
  Followed,     // it changes what the program means, and the translator knows
  Harmless,     // no run differs
  Unsupported,  // it changes what the program means, and nobody follows it
};

struct AttributeRow {
  Treatment treatment = Treatment::Unsupported;
  std::string_view reason;
};

/// Clang's name ("NoInstrumentFunction") or C's ("__no_instrument_function__", "gnu::noclone").
/// Null for one that is in no row.
[[nodiscard]] const AttributeRow* find_attribute(std::string_view name);

/// Whether a program with it can be followed; of those that Clang ignores, only harmless ones can.
[[nodiscard]] bool is_followed(std::string_view name);
[[nodiscard]] bool is_ignored_safely(std::string_view name);

/// C's name without what surrounds it: "noclone".
[[nodiscard]] std::string_view plain_attribute(std::string_view name);

}  // namespace hardbop::c
