// SPDX-License-Identifier: MIT
// The bytes of an object while a program is executed. Of a large object only those take memory that
// were written: a program may allocate much more than it uses.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace hardbop::c {

class ObjectBytes {
 public:
  /// Zeros that are known, or unknown bytes.
  explicit ObjectBytes(std::uint64_t size = 0, bool are_known = false)
      : size_(size), are_known_(are_known), is_large_(size > most_dense) {
    if (is_large_) return;
    dense_.resize(size);
    known_.assign(size, are_known);
  }

  [[nodiscard]] std::uint64_t size() const { return size_; }
  /// How many take memory from the start.
  [[nodiscard]] std::uint64_t cost() const { return dense_.size(); }

  [[nodiscard]] bool is_known(std::uint64_t at) const {
    return is_large_ ? are_known_ || written_.contains(at) : known_[at];
  }
  [[nodiscard]] std::uint8_t read(std::uint64_t at) const {
    if (!is_large_) return dense_[at];
    const auto found = written_.find(at);
    return found == written_.end() ? std::uint8_t{0} : found->second;
  }
  /// All words of known bytes in it, wherever they start, little-endian.
  template <typename Visit>
  void for_each_word(unsigned bytes, const Visit& visit) const {
    const auto look = [&](std::uint64_t at) {
      std::uint64_t word = 0;
      for (unsigned i = 0; i < bytes; ++i) {
        if (!is_known(at + i)) return;
        word |= std::uint64_t{read(at + i)} << 8U * i;
      }
      visit(word);
    };
    if (is_large_)
      for (const auto& [at, byte] : written_) {
        if (at + bytes <= size_) look(at);
      }
    else
      for (std::uint64_t at = 0; at + bytes <= size_; ++at) look(at);
  }
  void write(std::uint64_t at, std::uint8_t byte) {
    if (is_large_) {
      written_[at] = byte;
      return;
    }
    dense_[at] = byte;
    known_[at] = true;
  }
  /// Calls `visit(at, byte)` for all that are known; of a large object, for those that were
  /// written.
  template <typename Visit>
  void for_each_known(const Visit& visit) const {
    for (std::uint64_t at = 0; at < dense_.size(); ++at)
      if (known_[at]) visit(at, dense_[at]);
    for (const auto& [at, byte] : written_) visit(at, byte);
  }

 private:
  static constexpr std::uint64_t most_dense = std::uint64_t{1} << 22U;

  std::uint64_t size_;
  bool are_known_;
  bool is_large_;
  std::vector<std::uint8_t> dense_;
  std::vector<bool> known_;
  std::unordered_map<std::uint64_t, std::uint8_t> written_;
};

}  // namespace hardbop::c
