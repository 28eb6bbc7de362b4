// SPDX-License-Identifier: MIT
#include "base/bdd/substitution.hpp"

#include <algorithm>
#include <bit>

#include "base/bdd/order.hpp"

namespace hardbop::bdd {

void LevelMap::assign(const std::vector<std::pair<Level, std::uint32_t>>& entries) {
  const std::size_t size = std::bit_ceil(entries.size() * 2 + 2);
  slots_.assign(size, {absent, 0});
  shift_ = static_cast<unsigned>(64 - std::countr_zero(size));
  deepest_ = 0;
  empty_ = entries.empty();
  for (const auto& entry : entries) {
    deepest_ = std::max(deepest_, entry.first);
    std::size_t slot = home(entry.first);
    while (slots_[slot].first != absent) slot = (slot + 1) & (size - 1);
    slots_[slot] = entry;
  }
}

RenamingData::RenamingData(std::vector<std::pair<Var, Var>> map, const Order& order)
    : pairs(std::move(map)), epoch(order.epoch() - 1) {
  refresh(order);
}

void RenamingData::refresh(const Order& order) {
  if (epoch == order.epoch()) return;
  std::vector<std::pair<Level, std::uint32_t>> entries;
  entries.reserve(pairs.size());
  for (const auto& [from, to] : pairs)
    entries.emplace_back(order.level_of(from), order.level_of(to));
  levels.assign(entries);
  epoch = order.epoch();
}

SubstitutionData::SubstitutionData(std::vector<std::pair<Var, Ref>> map, const Order& order)
    : images(std::move(map)), epoch(order.epoch() - 1) {
  refresh(order);
}

void SubstitutionData::refresh(const Order& order) {
  if (epoch == order.epoch()) return;
  std::vector<std::pair<Level, std::uint32_t>> entries;
  entries.reserve(images.size());
  for (const auto& [var, image] : images) entries.emplace_back(order.level_of(var), image);
  levels.assign(entries);
  epoch = order.epoch();
}

}  // namespace hardbop::bdd
