// SPDX-License-Identifier: MIT
// A linear arrangement of the slots by force (Aloul, Markov, Sakallah, GLSVLSI 2003). Each
// statement is an edge over the slots that it mentions. Each slot is moved to the mean of the
// centres of its edges, repeatedly. Slots that no chain of edges connects are kept apart. The
// locals of all procedures share slots, so many statements are the same edge, which counts once.
#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "boolean/analysis/slot_set.hpp"
#include "boolean/encode/slots.hpp"
#include "boolean/language/variables.hpp"

namespace hardbop::encode {

namespace {

constexpr int rounds = 30;
constexpr std::size_t most_edges = 20'000;
constexpr std::size_t widest_edge = 40;  // larger ones say little about who belongs together

using Hyperedge = std::vector<bp::Slot>;

Hyperedge edge_of(const bp::Graph& graph, const bp::Vertex& vertex) {
  Hyperedge edge;
  for (std::uint32_t e = 0; e < vertex.exprs.count; ++e)
    bp::for_each_variable(graph, vertex.exprs.first + e,
                          [&](bp::Slot slot, bool) { edge.push_back(slot); });
  if (vertex.kind == bp::VertexKind::Assign || vertex.kind == bp::VertexKind::Call)
    for (std::uint32_t n = 0; n < vertex.names.count; ++n)
      edge.push_back(graph.left_hand_side(vertex.names.first + n));
  if (vertex.kind == bp::VertexKind::Call)  // arguments meet the callee's formals
    for (std::uint32_t i = 0; i < vertex.exprs.count; ++i) edge.push_back(graph.globals() + i);
  std::ranges::sort(edge);
  edge.erase(std::unique(edge.begin(), edge.end()), edge.end());
  if (!edge.empty() && edge.back() == bp::discard_slot) edge.pop_back();
  return edge;
}

std::set<Hyperedge> edges_of(const bp::Graph& graph) {
  std::set<Hyperedge> edges;
  for (const bp::Vertex& vertex : graph.vertices()) {
    if (edges.size() >= most_edges) break;
    Hyperedge edge = edge_of(graph, vertex);
    if (edge.size() > 1 && edge.size() <= widest_edge) edges.insert(std::move(edge));
  }
  return edges;
}

/// By slot: the smallest slot that edges connect it with, directly or not.
std::vector<bp::Slot> components_of(const std::set<Hyperedge>& edges, std::uint32_t count) {
  std::vector<bp::Slot> parent(count);
  std::iota(parent.begin(), parent.end(), 0U);
  const auto root = [&](bp::Slot slot) {
    while (parent[slot] != slot) slot = parent[slot] = parent[parent[slot]];
    return slot;
  };
  for (const Hyperedge& edge : edges) {
    for (const bp::Slot slot : edge) {
      const bp::Slot a = root(edge.front());
      const bp::Slot b = root(slot);
      parent[std::max(a, b)] = std::min(a, b);
    }
  }
  for (bp::Slot slot = 0; slot < count; ++slot) parent[slot] = root(slot);
  return parent;
}

}  // namespace

std::vector<bp::Slot> static_order(const bp::Graph& graph, std::uint32_t count) {
  const std::set<Hyperedge> edges = edges_of(graph);
  const std::vector<bp::Slot> component = components_of(edges, count);
  std::vector<bp::Slot> order(count);
  std::iota(order.begin(), order.end(), 0U);
  std::vector<double> place(count);
  std::vector<double> sum(count);
  std::vector<std::uint32_t> weight(count);
  for (int round = 0; round < rounds && !edges.empty(); ++round) {
    for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = static_cast<double>(i);
    std::ranges::fill(sum, 0.0);
    std::ranges::fill(weight, 0U);
    for (const Hyperedge& edge : edges) {
      double centre = 0;
      for (const bp::Slot slot : edge) centre += place[slot];
      centre /= static_cast<double>(edge.size());
      for (const bp::Slot slot : edge) {
        sum[slot] += centre;
        ++weight[slot];
      }
    }
    for (bp::Slot slot = 0; slot < count; ++slot)
      if (weight[slot] != 0) place[slot] = sum[slot] / weight[slot];
    std::ranges::stable_sort(order, [&](bp::Slot a, bp::Slot b) {
      return std::pair(component[a], place[a]) < std::pair(component[b], place[b]);
    });
  }
  return order;
}

}  // namespace hardbop::encode
