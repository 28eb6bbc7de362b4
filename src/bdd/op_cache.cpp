// SPDX-License-Identifier: MIT
#include "bdd/op_cache.hpp"

#include <bit>

#include "bdd/marks.hpp"

namespace hardbop::bdd {

namespace {

// Beyond this share of the nodes more entries were not worth their memory (docs/design/bdd.md).
constexpr std::size_t entries_per_node = 1;

}  // namespace

OpCache::OpCache(Third third, std::size_t entries)
    : shift_(static_cast<std::uint32_t>(64 - std::countr_zero(entries))), third_(third) {
  entries_.assign_zero(entries);
}

void OpCache::clear() {
  for (std::size_t i = 0; i < entries_.size(); ++i) entries_[i].a = 0;
}

void OpCache::sweep(const Marks& marks) {
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    Entry& entry = entries_[i];
    if (entry.a == 0) continue;
    const bool alive = marks.test(index_of(entry.a)) && marks.test(index_of(entry.b)) &&
                       marks.test(index_of(entry.result)) &&
                       (!third_is_node(entry.c) || marks.test(index_of(entry.c)));
    if (!alive) entry.a = 0;
  }
}

void OpCache::adapt(std::size_t nodes) {
  const std::size_t old = entries_.size();
  if (stores_ - stores_at_growth_ < old || old >= nodes * entries_per_node) return;
  try {
    entries_.resize(old * 2);
  } catch (const std::bad_alloc&) {
    return;  // a smaller cache is slower, not wrong
  }
  // The slot is the hash's high bits, so entry i goes to 2i or 2i + 1: downwards, in place.
  shift_ -= 1;
  for (std::size_t i = old; i-- > 0;) {
    const Entry entry = entries_[i];
    entries_[2 * i].a = 0;
    entries_[2 * i + 1].a = 0;
    if (entry.a != 0) entries_[hash(entry.a, entry.b, entry.c) >> shift_] = entry;
  }
  stores_at_growth_ = stores_;
}

}  // namespace hardbop::bdd
