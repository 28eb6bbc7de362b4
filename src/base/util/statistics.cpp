// SPDX-License-Identifier: MIT
#include "base/util/statistics.hpp"

#include <algorithm>

namespace hardbop {

void Statistics::set(std::string path, std::uint64_t value) {
  put(std::move(path), value);
}

void Statistics::set(std::string path, double value) {
  put(std::move(path), value);
}

void Statistics::put(std::string path, Value value) {
  const auto found =
      std::ranges::find_if(entries_, [&](const Entry& entry) { return entry.first == path; });
  if (found != entries_.end()) {
    found->second = value;
  } else {
    entries_.emplace_back(std::move(path), value);
  }
}

}  // namespace hardbop
