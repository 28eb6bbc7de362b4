// SPDX-License-Identifier: MIT
// The limits of the work and its listeners; one budget is made from it for each thread.
#pragma once

#include <functional>
#include <string_view>

#include "base/util/budget.hpp"

namespace hardbop::verify {

struct Allowance {
  Limits limits{};
  std::function<void(const Progress&)> on_progress{};
  std::function<void(std::string_view)> on_phase{};

  /// Time counts from here.
  [[nodiscard]] Budget budget() const { return Budget(limits, on_progress, on_phase); }
};

}  // namespace hardbop::verify
