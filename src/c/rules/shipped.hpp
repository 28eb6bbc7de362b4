// SPDX-License-Identifier: MIT
// The built-in rules: the files of the folder `rules`.
#pragma once

#include <span>
#include <string_view>

namespace hardbop::rules {

struct ShippedRule {
  std::string_view name;
  std::string_view text;
};

/// By name, in alphabetical order.
[[nodiscard]] std::span<const ShippedRule> shipped_rules();

}  // namespace hardbop::rules
