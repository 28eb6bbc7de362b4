// SPDX-License-Identifier: MIT
#include "boolean/encode/sequence_table.hpp"

#include <algorithm>
#include <string_view>

#include "base/util/digest.hpp"

namespace hardbop::encode {

namespace {

constexpr std::size_t initial_slots = 256;
constexpr std::uint32_t no_sequence = 0xFFFF'FFFFU;

std::uint32_t hash_of(std::span<const std::uint32_t> words) {
  const auto* const bytes = reinterpret_cast<const char*>(words.data());
  return static_cast<std::uint32_t>(digest_of(std::string_view(bytes, words.size_bytes())).low);
}

}  // namespace

SequenceTable::SequenceTable() : slots_(initial_slots, no_sequence) {}

bool SequenceTable::is(std::uint32_t number, std::span<const std::uint32_t> words) const {
  const std::size_t first = number == 0 ? 0 : ends_[number - 1];
  return std::ranges::equal(std::span(words_).subspan(first, ends_[number] - first), words);
}

std::uint32_t SequenceTable::intern(std::span<const std::uint32_t> words) {
  const std::uint32_t hash = hash_of(words);
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash & mask;
  for (; slots_[slot] != no_sequence; slot = (slot + 1) & mask)
    if (hashes_[slots_[slot]] == hash && is(slots_[slot], words)) return slots_[slot];
  const std::uint32_t number = size();
  slots_[slot] = number;
  words_.insert(words_.end(), words.begin(), words.end());
  ends_.push_back(words_.size());
  hashes_.push_back(hash);
  if (2 * hashes_.size() > slots_.size()) grow();
  return number;
}

void SequenceTable::grow() {
  slots_.assign(2 * slots_.size(), no_sequence);
  const std::size_t mask = slots_.size() - 1;
  for (std::uint32_t number = 0; number < size(); ++number) {
    std::size_t slot = hashes_[number] & mask;
    while (slots_[slot] != no_sequence) slot = (slot + 1) & mask;
    slots_[slot] = number;
  }
}

}  // namespace hardbop::encode
