// SPDX-License-Identifier: MIT
#include "boolean/engine/explicit/interning.hpp"

#include <algorithm>

namespace hardbop::engine {

namespace {

constexpr std::size_t initial_slots = 1024;

std::size_t hash_of(std::span<const bp::Word> key) {
  std::uint64_t hash = 0x9E37'79B9'7F4A'7C15ULL;
  for (const bp::Word word : key) {
    hash = (hash ^ word) * 0xFF51'AFD7'ED55'8CCDULL;
    hash ^= hash >> 32U;
  }
  return static_cast<std::size_t>(hash);
}

}  // namespace

InternTable::InternTable(std::size_t words_per_key)
    : width_(words_per_key), slots_(initial_slots, none) {}

std::size_t InternTable::probe(std::span<const bp::Word> key) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash_of(key) & mask;
  while (slots_[slot] != none && !std::ranges::equal(this->key(slots_[slot]), key))
    slot = (slot + 1) & mask;
  return slot;
}

std::pair<InternTable::Id, bool> InternTable::add(std::span<const bp::Word> key) {
  const std::size_t slot = probe(key);
  if (slots_[slot] != none) return {slots_[slot], false};
  const auto id = static_cast<Id>(size_++);
  slots_[slot] = id;
  keys_.insert(keys_.end(), key.begin(), key.end());
  if (2 * size_ > slots_.size()) grow();
  return {id, true};
}

InternTable::Id InternTable::find(std::span<const bp::Word> key) const {
  return slots_[probe(key)];
}

void InternTable::grow() {
  slots_.assign(2 * slots_.size(), none);
  for (std::size_t id = 0; id < size_; ++id)
    slots_[probe(key(static_cast<Id>(id)))] = static_cast<Id>(id);
}

}  // namespace hardbop::engine
