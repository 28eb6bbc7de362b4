// SPDX-License-Identifier: MIT
// When to try again what may fail, and for how long: attempts that take a share of the time.
#pragma once

#include <algorithm>
#include <optional>

#include "base/util/budget.hpp"

namespace hardbop::verify {

class Attempts {
 public:
  /// After each, `rest` times as long goes to others.
  Attempts(const Budget& budget, double shortest, double rest)
      : budget_(budget), shortest_(shortest), rest_(rest) {}

  /// Seconds for an attempt now; nothing where the last one was a short while ago.
  [[nodiscard]] std::optional<double> begin() {
    start_ = budget_.seconds();
    if (start_ < next_) return std::nullopt;
    return std::max(shortest_, start_ / rest_);
  }
  void end() {
    const double now = budget_.seconds();
    next_ = now + rest_ * (now - start_);
  }

 private:
  const Budget& budget_;
  double shortest_;
  double rest_;
  double start_ = 0;
  double next_ = 0;
};

}  // namespace hardbop::verify
