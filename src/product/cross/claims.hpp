// SPDX-License-Identifier: MIT
// What contenders say of one thing, for comparing. Private to the layer.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>

#include <hardbop/answer.hpp>

namespace hardbop::cross_layer {

/// That a whole answer took.
[[nodiscard]] inline double seconds_of(const Answer& answer) {
  for (const auto& [path, value] : answer.statistics)
    if (path == "time.total_s")
      if (const double* const seconds = std::get_if<double>(&value)) return *seconds;
  return 0;
}

/// What is said of one property by several, for comparing.
template <typename Value>
class Claims {
 public:
  /// Remembers who was first to claim this, and the first who claims something else.
  void claim(const std::string& who, Value value) {
    if (!first_) {
      first_ = {who, std::move(value)};
    } else if (!other_ && first_->second != value) {
      other_ = {who, std::move(value)};
    }
  }
  [[nodiscard]] bool differ() const { return other_.has_value(); }
  [[nodiscard]] bool is_claimed() const { return first_.has_value(); }
  [[nodiscard]] const auto& first() const { return *first_; }
  [[nodiscard]] const auto& other() const { return *other_; }

 private:
  std::optional<std::pair<std::string, Value>> first_;
  std::optional<std::pair<std::string, Value>> other_;
};

}  // namespace hardbop::cross_layer
