// SPDX-License-Identifier: MIT
// The operation cache: results of subproblems. It is lossy and direct-mapped, with 16 bytes per
// entry.
//
// A key is three words. Two are operands. The third is the number of the operation, or, if its
// lowest bit is set, the cube of a relational product; a positive cube is never a complemented
// reference, so that bit is free. If an operation has a parameter that is not a node, such as a
// renaming, the word also contains the parameter's number. These numbers are not reused, so an
// entry can become stale only through its nodes, and `sweep` checks those. If-then-else has three
// full operands and uses a second cache of the same kind.
//
// The best size is the smallest one that does not thrash: a cache that fits into the processor's
// caches answers several times faster than a larger one, and many workloads never ask twice. So one
// slot in 64 remembers the keys evicted from it. If a result is computed again after its eviction,
// this counts as a regret. The cache grows if regrets are frequent.
#pragma once

#include <array>
#include <vector>

#include "base/bdd/buffer.hpp"
#include "base/bdd/hash.hpp"
#include "base/bdd/types.hpp"

namespace hardbop::bdd {

class Marks;

enum class Op : std::uint32_t {
  And = 1,
  Xor,
  Disjoint,
  Exists,
  Constrain,
  Restrict,
  Rename,
  AndExistsRename,
  Compose,
};

/// The third key word of an operation, with the number of its parameter if it has one.
constexpr std::uint32_t cache_tag(Op op, std::uint32_t parameter = 0) {
  return (parameter << 5) | (static_cast<std::uint32_t>(op) << 1);
}
inline constexpr std::uint32_t max_parameter = (1U << 27) - 1;

/// The third key word of a relational product.
constexpr std::uint32_t cube_tag(Ref cube) {
  return cube | 1;
}

class OpCache {
 public:
  enum class Third : bool { Tag, Operand };

  /// `third` says what the third key word is.
  explicit OpCache(Third third, std::size_t entries);

  /// The first word must not be a constant: 0 there marks an empty entry.
  [[nodiscard]] bool find(std::uint32_t a, std::uint32_t b, std::uint32_t c, Ref& result) {
    const Entry& entry = entries_[hash(a, b, c) >> shift_];
    if (entry.a != a || entry.b != b || entry.c != c) return false;
    ++hits_;
    result = entry.result;
    return true;
  }

  void store(std::uint32_t a, std::uint32_t b, std::uint32_t c, Ref result) {
    const std::uint64_t key = hash(a, b, c);
    const std::size_t slot = key >> shift_;
    Entry& entry = entries_[slot];
    if (slot % sample == 0) [[unlikely]]
      observe(slot / sample, key, entry);
    ++stores_;
    entry = {a, b, c, result};
  }

  void clear();
  /// Drops the entries with an unmarked node in them, keeps the others.
  void sweep(const Marks& marks);
  /// Doubles the cache where it has been written over and a larger one would have spared
  /// work, up to a multiple of `nodes` and never beyond `max_entries`.
  void adapt(std::size_t nodes, std::size_t max_entries);

  [[nodiscard]] std::size_t entries() const { return entries_.size(); }
  [[nodiscard]] std::uint64_t hits() const { return hits_; }
  [[nodiscard]] std::uint64_t stores() const { return stores_; }
  /// Calls `check(a, b, c, result)` for each entry in use, for audits.
  template <class Check>
  void for_each(Check check) const {
    for (std::size_t i = 0; i < entries_.size(); ++i)
      if (const Entry& entry = entries_[i]; entry.a != 0)
        check(entry.a, entry.b, entry.c, entry.result);
  }
  [[nodiscard]] bool third_is_node(std::uint32_t c) const {
    return third_ == Third::Operand || (c & 1) != 0;
  }

 private:
  struct Entry {
    std::uint32_t a, b, c;
    Ref result;
  };
  static_assert(sizeof(Entry) == 16);

  /// One slot in so many is watched: signatures of what was evicted there, last first.
  static constexpr std::size_t sample = 64;
  using History = std::array<std::uint32_t, 16>;

  Buffer<Entry> entries_;
  std::vector<History> histories_;
  std::uint32_t shift_;
  Third third_;
  std::uint64_t hits_ = 0;
  std::uint64_t stores_ = 0;
  std::uint64_t stores_seen_ = 0;  // when adapt() last looked
  std::uint64_t watched_ = 0;      // stores into watched slots since
  std::uint64_t regretted_ = 0;    // of them, of what had been evicted there before

  void observe(std::size_t watched, std::uint64_t key, const Entry& evicted);
};

}  // namespace hardbop::bdd
