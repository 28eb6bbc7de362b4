// SPDX-License-Identifier: MIT
// The limits of the work and its listeners; one budget is made from it for each thread.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <string_view>
#include <utility>

#include "base/util/budget.hpp"

namespace hardbop::verify {

struct Allowance {
  Limits limits{};
  std::function<void(const Progress&)> on_progress{};
  std::function<void(std::string_view)> on_phase{};

  /// Time counts from here.
  [[nodiscard]] Budget budget() const { return Budget(limits, on_progress, on_phase); }
};

/// An allowance of which time passes.
class Deadline {
 public:
  explicit Deadline(Allowance allowance) : allowance_(std::move(allowance)) {}

  [[nodiscard]] Allowance rest() const {
    Allowance out = allowance_;
    const std::chrono::duration<double> used = std::chrono::steady_clock::now() - start_;
    if (std::optional<double>& seconds = out.limits.seconds)
      seconds = std::max(0.0, *seconds - used.count());
    return out;
  }

 private:
  Allowance allowance_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace hardbop::verify
