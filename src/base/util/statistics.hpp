// SPDX-License-Identifier: MIT
// Figures a run leaves behind, by dotted path ("explicit.points"). Components count
// in their own structs and write them here once, at the end.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace hardbop {

class Statistics {
 public:
  using Value = std::variant<std::uint64_t, double>;
  using Entry = std::pair<std::string, Value>;

  /// Sets the figure, replacing an earlier one of that path.
  void set(std::string path, std::uint64_t value);
  void set(std::string path, double value);

  /// In the order of first setting.
  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }

 private:
  std::vector<Entry> entries_;

  void put(std::string path, Value value);
};

}  // namespace hardbop
