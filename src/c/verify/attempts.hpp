// SPDX-License-Identifier: MIT
// When to try again what may fail, and for how long: attempts that take a share of the processor
// time of this thread.
#pragma once

#include <algorithm>
#include <optional>

#include "base/util/processor_time.hpp"

namespace hardbop::verify {

class Attempts {
 public:
  /// After each, `rest` times as long goes to others.
  Attempts(double shortest, double rest) : shortest_(shortest), rest_(rest) {}

  /// Seconds for an attempt now; nothing where the last one was a short while ago.
  [[nodiscard]] std::optional<double> begin() {
    start_ = passed();
    if (start_ < next_) return std::nullopt;
    return std::max(shortest_, start_ / rest_);
  }
  void end() {
    const double now = passed();
    next_ = now + rest_ * (now - start_);
  }
  /// Seconds of all work since this was made, of whatever kind.
  [[nodiscard]] double passed() const { return processor_seconds_of_thread() - first_; }

 private:
  double first_ = processor_seconds_of_thread();
  double shortest_;
  double rest_;
  double start_ = 0;
  double next_ = 0;
};

}  // namespace hardbop::verify
