// SPDX-License-Identifier: MIT
#include "words/engine/bmc/aig.hpp"

#include <utility>

namespace hardbop::bmc {

namespace {

constexpr std::size_t first_table = std::size_t{1} << 16U;

}  // namespace

Aig::Aig() : nodes_(1), table_(first_table) {}

Edge Aig::input() {
  nodes_.push_back({});
  return static_cast<Edge>((nodes_.size() - 1) << 1U);
}

/// Where the conjunction is, or a free slot.
std::size_t Aig::slot(Edge a, Edge b) const {
  const std::size_t mask = table_.size() - 1;
  std::uint64_t hash = (std::uint64_t{a} << 32U | b) * 0x9E37'79B9'7F4A'7C15U;
  for (std::size_t i = (hash ^ hash >> 32U) & mask;; i = (i + 1) & mask)
    if (table_[i] == 0 || (nodes_[table_[i]].a == a && nodes_[table_[i]].b == b)) return i;
}

void Aig::grow() {
  std::vector<std::uint32_t> old = std::exchange(table_, {});
  table_.resize(old.size() * 2);
  for (const std::uint32_t node : old)
    if (node != 0) table_[slot(nodes_[node].a, nodes_[node].b)] = node;
}

Edge Aig::conjunction(Edge a, Edge b) {
  if (a > b) std::swap(a, b);
  if (a == never || a == negation(b)) return never;
  if (a == always || a == b) return b;
  // b is the younger: it may say something of a.
  const Node& inner = nodes_[node(b)];
  if (inner.b != never) {
    if (!is_negated(b)) {
      if (inner.a == a || inner.b == a) return b;
      if (inner.a == negation(a) || inner.b == negation(a)) return never;
    } else {
      if (inner.a == negation(a) || inner.b == negation(a)) return a;
      if (inner.a == a) return conjunction(a, negation(inner.b));
      if (inner.b == a) return conjunction(a, negation(inner.a));
    }
  }
  const std::size_t at = slot(a, b);
  if (table_[at] != 0) return table_[at] << 1U;
  const auto made = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back({a, b});
  table_[at] = made;
  if (nodes_.size() * 2 > table_.size()) grow();
  return made << 1U;
}

Edge Aig::exclusive(Edge a, Edge b) {
  return choice(a, negation(b), b);
}

Edge Aig::choice(Edge condition, Edge a, Edge b) {
  if (a == b) return a;
  const Edge first = conjunction(condition, a);
  return disjunction(first, conjunction(negation(condition), b));
}

}  // namespace hardbop::bmc
