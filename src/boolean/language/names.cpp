// SPDX-License-Identifier: MIT
#include "boolean/language/names.hpp"

#include <cstring>

namespace hardbop::bp {

namespace {

constexpr std::size_t initial_slots = 256;

/// Eight bytes at a time: identifiers are short, and this runs once per name read.
std::uint32_t hash_of(std::string_view text) {
  constexpr std::uint64_t multiplier = 0x9E37'79B9'7F4A'7C15ULL;
  std::uint64_t hash = text.size() * multiplier;
  const char* at = text.data();
  std::size_t rest = text.size();
  for (; rest >= 8; rest -= 8, at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, 8);
    hash = (hash ^ word) * multiplier;
    hash ^= hash >> 32U;
  }
  if (rest != 0) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, rest);
    hash = (hash ^ word) * multiplier;
  }
  // The product's low bits know nothing of a name's last characters, and its high bits little:
  // without another round, numbered names of eight characters all meet in a few slots.
  hash = (hash ^ (hash >> 29U)) * 0xBF58'476D'1CE4'E5B9ULL;
  return static_cast<std::uint32_t>(hash >> 32U);
}

}  // namespace

NameTable::NameTable() : slots_(initial_slots, none) {}

std::size_t NameTable::probe(std::string_view text, std::uint32_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash & mask;
  while (slots_[slot] != none) {
    const NameId name = slots_[slot];
    if (hashes_[name] == hash && texts_[name] == text) break;
    slot = (slot + 1) & mask;
  }
  return slot;
}

NameId NameTable::intern(std::string_view text) {
  const std::uint32_t hash = hash_of(text);
  const std::size_t slot = probe(text, hash);
  if (slots_[slot] != none) return slots_[slot];
  const auto name = static_cast<NameId>(texts_.size());
  slots_[slot] = name;
  texts_.push_back(text);
  hashes_.push_back(hash);
  if (2 * texts_.size() > slots_.size()) grow();
  return name;
}

NameId NameTable::find(std::string_view text) const {
  return slots_[probe(text, hash_of(text))];
}

void NameTable::grow() {
  slots_.assign(2 * slots_.size(), none);
  const std::size_t mask = slots_.size() - 1;
  for (NameId name = 0; name < texts_.size(); ++name) {
    std::size_t slot = hashes_[name] & mask;
    while (slots_[slot] != none) slot = (slot + 1) & mask;
    slots_[slot] = name;
  }
}

}  // namespace hardbop::bp
