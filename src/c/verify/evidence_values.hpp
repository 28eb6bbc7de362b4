// SPDX-License-Identifier: MIT
// Values that evidence gives to the interpreter. Private to the layer.
#pragma once

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/certificate/script.hpp"
#include "c/il/il.hpp"

namespace hardbop::verify {

/// One after the other.
class EvidenceValues {
 public:
  explicit EvidenceValues(std::vector<std::uint64_t> all) : all_(std::move(all)) {}

  std::uint64_t next() {
    if (used_ < all_.size()) return all_[used_++];
    is_short_ = true;
    return 0;
  }
  /// Of a variable that is not initialised: a pointer then leads nowhere.
  std::uint64_t unknown(c::Type type) {
    const std::uint64_t value = next();
    is_forged_ |= type.is_pointer && value != 0;
    return value;
  }
  [[nodiscard]] std::size_t count() const { return all_.size(); }
  [[nodiscard]] std::size_t used() const { return used_; }
  /// Empty where the run has got all of them, and no more.
  [[nodiscard]] std::string problem() const {
    if (is_forged_) return "the run depends on a pointer that is not initialised";
    if (is_short_) return "the run asks for more values";
    return used_ < all_.size() ? "the run asks for fewer values" : "";
  }

 private:
  std::vector<std::uint64_t> all_;
  std::size_t used_ = 0;
  bool is_short_ = false;
  bool is_forged_ = false;
};

inline const certify::Note* note_of(const certify::Script& script, std::string_view key) {
  const auto found = std::ranges::find(script.notes, key, &certify::Note::key);
  return found == script.notes.end() ? nullptr : &*found;
}

/// None where there is no such note.
inline std::vector<std::uint64_t> read_values(const certify::Script& script, std::string_view key) {
  std::vector<std::uint64_t> out;
  const certify::Note* const note = note_of(script, key);
  std::istringstream words(note == nullptr ? "" : note->value);
  for (std::uint64_t word = 0; words >> word;) out.push_back(word);
  return out;
}

}  // namespace hardbop::verify
