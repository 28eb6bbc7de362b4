// SPDX-License-Identifier: MIT
#include "base/bdd/op_cache.hpp"

#include <algorithm>
#include <bit>

#include "base/bdd/marks.hpp"

namespace hardbop::bdd {

namespace {

// A cache of this size stays in a processor's second-level cache.
constexpr std::size_t near_entries = std::size_t{1} << 15;
// The share of regretted evictions from which on a cache is too small. Measured in
// docs/design/bdd.md: beyond the second-level cache an entry must spare more work.
constexpr double near_regret = 0.08;
constexpr double far_regret = 0.6;
constexpr std::size_t max_entries_per_node = 4;
constexpr std::size_t free_entries = 4096;  // allowed however few nodes there are

}  // namespace

OpCache::OpCache(Third third, std::size_t entries)
    : shift_(static_cast<std::uint32_t>(64 - std::countr_zero(entries))), third_(third) {
  entries_.assign_zero(entries);
  histories_.resize(entries / sample + 1);
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

/// Looks whether `key` was evicted from this slot before, and notes what is evicted now.
void OpCache::observe(std::size_t watched, std::uint64_t key, const Entry& evicted) {
  const auto signature = [](std::uint64_t of) { return static_cast<std::uint32_t>(of) | 1; };
  History& history = histories_[watched];
  ++watched_;
  if (std::ranges::find(history, signature(key)) != history.end()) ++regretted_;
  if (evicted.a == 0) return;
  const std::uint32_t gone = signature(hash(evicted.a, evicted.b, evicted.c));
  if (gone == signature(key)) return;
  std::copy_backward(history.begin(), history.end() - 1, history.end());
  history.front() = gone;
}

void OpCache::adapt(std::size_t nodes, std::size_t max_entries) {
  const std::size_t old = entries_.size();
  if (stores_ - stores_seen_ < old) return;
  const double regret = static_cast<double>(regretted_) / static_cast<double>(watched_ + 1);
  stores_seen_ = stores_;
  watched_ = regretted_ = 0;
  if (regret < (old < near_entries ? near_regret : far_regret)) return;
  if (old >= std::max(nodes * max_entries_per_node, free_entries) || old * 2 > max_entries) return;
  try {
    std::vector<History> histories(old * 2 / sample + 1);
    entries_.resize(old * 2);
    histories_ = std::move(histories);
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
}

}  // namespace hardbop::bdd
