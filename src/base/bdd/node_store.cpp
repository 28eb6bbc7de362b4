// SPDX-License-Identifier: MIT
#include "base/bdd/node_store.hpp"

#include <algorithm>
#include <bit>

#include "base/bdd/marks.hpp"
#include "base/util/invariant.hpp"

namespace hardbop::bdd {

namespace {

constexpr std::size_t min_buckets = 2;
constexpr std::size_t initial_nodes = 256;

std::uint32_t shift_for(std::size_t buckets) {
  return static_cast<std::uint32_t>(64 - std::countr_zero(buckets));
}

}  // namespace

UniqueTable::UniqueTable()
    : buckets_(std::make_unique<Bucket[]>(min_buckets)),  // NOLINT(*-avoid-c-arrays)
      shift_(shift_for(min_buckets)) {}

/// Null where memory ran out: a table then stays as it is, which is slower, not wrong.
UniqueTable::Buckets UniqueTable::empty_buckets(std::size_t count) {
  try {
    return std::make_unique<Bucket[]>(count);  // NOLINT(*-avoid-c-arrays)
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

void UniqueTable::grow(Node* nodes) {
  // Small tables grow faster: nearly all of them go through these sizes.
  const std::size_t old = buckets();
  const std::uint32_t doublings = old < 128 ? 2 : 1;
  Buckets fresh = empty_buckets(old << doublings);
  if (!fresh) return;
  const std::uint32_t shift = shift_ - doublings;
  for (std::size_t bucket = 0; bucket < old; ++bucket) {
    Index index = buckets_[bucket].first;
    while (index != 0) {
      const Node& node = nodes[index];
      const Index next = node.next;
      const std::uint64_t key = hash(node.high, node.low);
      fresh[key >> shift].link(nodes, index, key);
      index = next;
    }
  }
  buckets_ = std::move(fresh);
  shift_ = shift;
}

void UniqueTable::remove(Node* nodes, Index index) {
  Index* link = &buckets_[bucket(hash(nodes[index].high, nodes[index].low))].first;
  while (*link != index) {
    HARDBOP_INVARIANT(*link != 0, "a node should be in the table of its level");
    link = &nodes[*link].next;
  }
  *link = nodes[index].next;
  --count_;
}

void UniqueTable::clear(std::size_t expected) {
  const std::size_t wanted = std::max(min_buckets, std::bit_ceil((expected + load - 1) / load));
  // Keep a table of about the right size; a much too large one costs cache and memory.
  Buckets fresh;
  if (wanted > buckets() || wanted * 16 < buckets()) fresh = empty_buckets(wanted);
  if (fresh) {
    buckets_ = std::move(fresh);
    shift_ = shift_for(wanted);
  } else {
    std::fill_n(buckets_.get(), buckets(), Bucket{});
  }
  count_ = static_cast<std::uint32_t>(expected);
}

NodeStore::NodeStore() {
  nodes_.resize(initial_nodes + 1);
  nodes_[0] =
      Node{.head = terminal_level << level_shift, .high = true_ref, .low = true_ref, .next = 0};
  allowed_ = initial_nodes;
}

void NodeStore::allow(std::size_t nodes) {
  nodes = std::min(nodes, max_nodes - 1);
  if (nodes + 1 > nodes_.size()) nodes_.resize(nodes + 1);
  allowed_ = nodes;
}

std::size_t NodeStore::sweep(const Marks& marks) {
  std::vector<std::uint32_t> counts(tables_.size());
  while (end_ > 1 && !marks.test(end_ - 1)) --end_;
  for (Index index = 1; index < end_; ++index)
    if (marks.test(index)) ++counts[nodes_[index].level()];
  for (Level level = 0; level < tables_.size(); ++level)
    if (counts[level] != 0 || tables_[level].count() != 0) tables_[level].clear(counts[level]);
  // Downwards, so that the free list hands out low addresses first.
  std::size_t live = 0;
  free_ = 0;
  for (Index index = end_ - 1; index > 0; --index) {
    if (marks.test(index)) {
      tables_[nodes_[index].level()].relink(nodes_.data(), index);
      ++live;
    } else {
      nodes_[index] =
          Node{.head = terminal_level << level_shift, .high = 0, .low = 0, .next = free_};
      free_ = index;
    }
  }
  const std::size_t freed = in_use_ - live;
  in_use_ = live;
  return freed;
}

void NodeStore::release(Index index) {
  nodes_[index] = Node{.head = terminal_level << level_shift, .high = 0, .low = 0, .next = free_};
  free_ = index;
  --in_use_;
}

void NodeStore::insert_level(Level level) {
  if (level < tables_.size()) {
    for (Index index = 1; index < end_; ++index) {
      Node& node = nodes_[index];
      if (!is_free(index) && node.level() >= level) node.set_level(node.level() + 1);
    }
  }
  tables_.emplace(tables_.begin() + static_cast<std::ptrdiff_t>(level));
}

std::size_t NodeStore::bytes() const {
  std::size_t bytes = end_ * sizeof(Node) + tables_.size() * sizeof(UniqueTable);
  for (const UniqueTable& table : tables_) bytes += table.bytes();
  return bytes;
}

}  // namespace hardbop::bdd
