// SPDX-License-Identifier: MIT
// The algorithms that come with the program: the files of the folder `algorithms`.
#pragma once

#include <span>
#include <string_view>

namespace hardbop::engine {

struct Algorithm {
  std::string_view name;
  std::string_view text;

  /// Or for sequential programs.
  [[nodiscard]] bool is_for_threads() const;
};

/// By name, in alphabetical order.
[[nodiscard]] std::span<const Algorithm> algorithms();
/// Null where there is none of that name.
[[nodiscard]] const Algorithm* find_algorithm(std::string_view name);
[[nodiscard]] const Algorithm& usual_algorithm(bool for_threads);

}  // namespace hardbop::engine
