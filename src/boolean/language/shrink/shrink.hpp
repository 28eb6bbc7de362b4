// SPDX-License-Identifier: MIT
// Programs made as small as can be while something stays true of them: delta debugging
// [zeller02] on syntax.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/util/budget.hpp"

namespace hardbop::bp {

struct Shrunk {
  std::string text;
  bool is_minimal = false;  // no single edit is left; else the budget stopped it
  std::uint64_t tried = 0;  // candidates `keep` was asked about
  std::uint64_t kept = 0;
};

/// `text` must be a program without errors of which `keep` is true. Every candidate that
/// `keep` is asked about is free of errors and smaller than the last one kept.
[[nodiscard]] Shrunk shrink(std::string text, const std::function<bool(const std::string&)>& keep,
                            Budget& budget);

}  // namespace hardbop::bp
