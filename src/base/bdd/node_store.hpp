// SPDX-License-Identifier: MIT
// All nodes of a manager, in one array, and the unique tables, one per level.
//
// A unique table is an array of buckets; a bucket is a list of nodes linked by index
// through the nodes themselves, and a filter with a bit of the hash of each of them. So a
// node costs 16 bytes and its share of the buckets (8 bytes at load 2), and asking for a
// node that is not there reads none that is. Freed nodes are linked the same way. The
// store knows nothing of collections and limits: whoever inserts asks `full()` first
// (Kernel::make).
#pragma once

#include <memory>
#include <vector>

#include "base/bdd/buffer.hpp"
#include "base/bdd/hash.hpp"
#include "base/bdd/types.hpp"

namespace hardbop::bdd {

class Marks;

/// The nodes of one level, by their children.
class UniqueTable {
 public:
  UniqueTable();

  [[nodiscard]] std::uint32_t count() const { return count_; }
  [[nodiscard]] std::size_t buckets() const { return std::size_t{1} << (64 - shift_); }
  [[nodiscard]] std::size_t bytes() const { return buckets() * sizeof(Bucket); }
  [[nodiscard]] Index first(std::size_t bucket) const { return buckets_[bucket].first; }
  [[nodiscard]] std::size_t bucket(std::uint64_t hash) const { return hash >> shift_; }
  /// The first node that may have this hash, or 0.
  [[nodiscard]] Index candidate(std::uint64_t hash) const {
    const Bucket& bucket = buckets_[hash >> shift_];
    return (bucket.filter & filter_bit(hash)) != 0 ? bucket.first : 0;
  }

  void insert(Node* nodes, Index index, std::uint64_t hash);
  void remove(Node* nodes, Index index);
  /// Empties it, with room for `expected` nodes.
  void clear(std::size_t expected);
  /// Links the node in, leaving the count and the size alone: after clear() only.
  void relink(Node* nodes, Index index);
  /// Unlinks every node for which `wanted(node)` holds and hands it to `take`.
  template <class Wanted, class Take>
  void extract(Node* nodes, Wanted wanted, Take take);

 private:
  struct Bucket {
    Index first;
    std::uint32_t filter;  // a removed node's bit may stay

    void link(Node* nodes, Index index, std::uint64_t hash) {
      nodes[index].next = first;
      first = index;
      filter |= filter_bit(hash);
    }
  };
  using Buckets = std::unique_ptr<Bucket[]>;  // NOLINT(*-avoid-c-arrays)

  /// More nodes than this per bucket are too many.
  static constexpr std::size_t load = 2;

  Buckets buckets_;
  std::uint32_t count_ = 0;
  std::uint32_t shift_ = 0;

  /// By bits of the hash that choose no bucket of a table that fits into memory.
  static std::uint32_t filter_bit(std::uint64_t hash) {
    return std::uint32_t{1} << ((hash >> 27) & 31);
  }
  static Buckets empty_buckets(std::size_t count);
  void grow(Node* nodes);
};

class NodeStore {
 public:
  NodeStore();

  [[nodiscard]] const Node& node(Ref ref) const { return nodes_[index_of(ref)]; }
  [[nodiscard]] Node& node(Ref ref) { return nodes_[index_of(ref)]; }
  [[nodiscard]] Node& at(Index index) { return nodes_[index]; }
  [[nodiscard]] const Node& at(Index index) const { return nodes_[index]; }
  [[nodiscard]] Level level(Ref ref) const { return node(ref).level(); }
  [[nodiscard]] Ref high(Ref ref) const { return node(ref).high ^ complement_bit(ref); }
  [[nodiscard]] Ref low(Ref ref) const { return node(ref).low ^ complement_bit(ref); }

  /// The node with these children, or 0. `key` is hash(high, low).
  [[nodiscard]] Index find(Level level, Ref high, Ref low, std::uint64_t key) const {
    Index index = tables_[level].candidate(key);
    while (index != 0 && (nodes_[index].high != high || nodes_[index].low != low))
      index = nodes_[index].next;
    return index;
  }

  /// Adds a node that is not there yet; the store must not be full.
  Index insert(Level level, Ref high, Ref low, std::uint64_t key);

  /// Nodes in use, live or not yet collected; the constant is not counted.
  [[nodiscard]] std::size_t in_use() const { return in_use_; }
  [[nodiscard]] bool full() const { return in_use_ >= allowed_; }
  [[nodiscard]] std::size_t allowed() const { return allowed_; }
  /// How many may be in use before full(). Grows the array: throws std::bad_alloc.
  void allow(std::size_t nodes);
  /// One past the highest index there is room for.
  [[nodiscard]] std::size_t capacity() const { return nodes_.size(); }
  /// One past the highest index ever handed out since the last sweep.
  [[nodiscard]] Index end() const { return end_; }
  [[nodiscard]] bool is_free(Index index) const { return nodes_[index].level() == terminal_level; }

  /// Frees every unmarked node and rebuilds the tables. Answers how many were freed.
  std::size_t sweep(const Marks& marks);
  /// Gives one node back; it must be out of its table.
  void release(Index index);

  [[nodiscard]] std::size_t levels() const { return tables_.size(); }
  UniqueTable& table(Level level) { return tables_[level]; }
  [[nodiscard]] const UniqueTable& table(Level level) const { return tables_[level]; }
  /// The tables themselves, for reordering, which permutes them.
  std::vector<UniqueTable>& tables() { return tables_; }
  /// Opens a level, pushing those from there on down by one: a pass over all nodes
  /// unless it is the lowest.
  void insert_level(Level level);
  Node* nodes() { return nodes_.data(); }

  /// Bytes of nodes handed out and of the tables.
  [[nodiscard]] std::size_t bytes() const;

 private:
  Buffer<Node> nodes_;
  std::vector<UniqueTable> tables_;
  std::size_t in_use_ = 0;
  std::size_t allowed_ = 0;
  Index end_ = 1;
  Index free_ = 0;
};

inline Index NodeStore::insert(Level level, Ref high, Ref low, std::uint64_t key) {
  Index index = free_;
  if (index != 0) {
    free_ = nodes_[index].next;
  } else {
    index = end_++;
  }
  ++in_use_;
  Node& node = nodes_[index];
  node.head = level << level_shift;
  node.high = high;
  node.low = low;
  tables_[level].insert(nodes_.data(), index, key);
  return index;
}

inline void UniqueTable::insert(Node* nodes, Index index, std::uint64_t hash) {
  if (count_ >= buckets() * load) [[unlikely]]
    grow(nodes);
  buckets_[hash >> shift_].link(nodes, index, hash);
  ++count_;
}

inline void UniqueTable::relink(Node* nodes, Index index) {
  const std::uint64_t key = hash(nodes[index].high, nodes[index].low);
  buckets_[key >> shift_].link(nodes, index, key);
}

template <class Wanted, class Take>
void UniqueTable::extract(Node* nodes, Wanted wanted, Take take) {
  for (std::size_t bucket = 0; bucket < buckets(); ++bucket) {
    Index* link = &buckets_[bucket].first;
    while (*link != 0) {
      const Index index = *link;
      if (wanted(nodes[index])) {
        *link = nodes[index].next;
        --count_;
        take(index);
      } else {
        link = &nodes[index].next;
      }
    }
  }
}

}  // namespace hardbop::bdd
