// SPDX-License-Identifier: MIT
// The paper divides a hypergraph. Its nodes are blocks; a hyperedge connects the blocks in which a
// variable is live, or those in which it is assigned, or the two ends of an edge. hMETIS is not
// free, and METIS divides graphs. So a hyperedge of k blocks and weight w becomes the k(k-1)/2
// edges between them, each of weight w/(k-1); if k is large, it becomes k edges to a new node
// without weight. This choice and the factor are the usual ones (docs/design/image.md).
#include "words/engine/image/partition.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <metis.h>

namespace hardbop::image {

namespace {

using words::BlockId;

constexpr std::size_t widest_clique = 24;
constexpr idx_t scale = 240;  // weights are whole numbers

struct Hyperedge {
  std::vector<idx_t> nodes;
  idx_t weight = 1;
};

/// One division of some blocks into two.
class Bisection {
 public:
  explicit Bisection(std::size_t blocks) : count_(static_cast<idx_t>(blocks)), links_(blocks) {
    weights_.assign(blocks, 1);
  }

  void add(const Hyperedge& edge) {
    const std::size_t k = edge.nodes.size();
    if (k < 2) return;
    if (k > widest_clique) {
      const auto centre = static_cast<idx_t>(links_.size());
      links_.emplace_back();
      weights_.push_back(0);
      for (const idx_t node : edge.nodes) link(centre, node, edge.weight * scale / 2);
      return;
    }
    const idx_t weight = std::max<idx_t>(1, edge.weight * scale / static_cast<idx_t>(k - 1));
    for (std::size_t i = 0; i < k; ++i)
      for (std::size_t j = i + 1; j < k; ++j) link(edge.nodes[i], edge.nodes[j], weight);
  }

  /// By block: which half.
  [[nodiscard]] std::vector<bool> run() {
    std::vector<idx_t> offsets{0};
    std::vector<idx_t> ends;
    std::vector<idx_t> costs;
    for (const std::map<idx_t, idx_t>& link : links_) {
      for (const auto& [to, weight] : link) {
        ends.push_back(to);
        costs.push_back(weight);
      }
      offsets.push_back(static_cast<idx_t>(ends.size()));
    }
    auto nodes = static_cast<idx_t>(links_.size());
    idx_t constraints = 1;
    idx_t parts = 2;
    idx_t cut = 0;
    idx_t options[METIS_NOPTIONS];
    METIS_SetDefaultOptions(options);
    options[METIS_OPTION_SEED] = 1;
    std::vector<idx_t> part(links_.size(), 0);
    const int result = METIS_PartGraphRecursive(&nodes, &constraints, offsets.data(), ends.data(),
                                                weights_.data(), nullptr, costs.data(), &parts,
                                                nullptr, nullptr, options, &cut, part.data());
    std::vector<bool> out;
    for (idx_t i = 0; i < count_; ++i) out.push_back(part[static_cast<std::size_t>(i)] == 1);
    const auto ones = std::ranges::count(out, true);
    if (result != METIS_OK || ones == 0 || ones == count_)  // then in the middle
      for (idx_t i = 0; i < count_; ++i) out[static_cast<std::size_t>(i)] = i * 2 >= count_;
    return out;
  }

 private:
  idx_t count_;
  std::vector<std::map<idx_t, idx_t>> links_;
  std::vector<idx_t> weights_;

  void link(idx_t a, idx_t b, idx_t weight) {
    if (a == b) return;
    links_[static_cast<std::size_t>(a)][b] += weight;
    links_[static_cast<std::size_t>(b)][a] += weight;
  }
};

class Partitioner {
 public:
  Partitioner(const words::Reduction& reduction, const words::Liveness& liveness,
              const std::vector<unsigned>& bits, const ImageOptions& options)
      : graph_(reduction.graph), liveness_(liveness), bits_(bits), options_(options) {
    for (const words::Block& block : graph_.blocks) {
      std::vector<words::ExprId> roots;
      for (const words::Edge& edge : block.edges) roots.push_back(edge.guard);
      for (const words::Assignment& assignment : block.assignments)
        roots.push_back(assignment.value);
      relevant_.push_back(words::variables_of(graph_.expressions, roots));
      for (const words::Assignment& assignment : block.assignments)
        relevant_.back().push_back(assignment.variable);
    }
  }

  std::vector<std::vector<BlockId>> run(std::vector<BlockId> all) {
    std::vector<std::vector<BlockId>> done;
    std::vector<std::vector<BlockId>> open{std::move(all)};
    while (!open.empty()) {
      std::vector<BlockId> group = std::move(open.back());
      open.pop_back();
      if (group.size() == 1 || relevant_bits(group) <= options_.threshold) {
        done.push_back(std::move(group));
        continue;
      }
      const std::vector<bool> half = divide(group);
      std::vector<BlockId> parts[2];
      for (std::size_t i = 0; i < group.size(); ++i) parts[half[i] ? 1 : 0].push_back(group[i]);
      open.push_back(std::move(parts[1]));
      open.push_back(std::move(parts[0]));
    }
    return done;
  }

 private:
  using Criterion = ImageOptions::Criterion;

  const words::Graph& graph_;
  const words::Liveness& liveness_;
  const std::vector<unsigned>& bits_;
  const ImageOptions& options_;
  std::vector<std::vector<words::VariableId>> relevant_;  // by block

  [[nodiscard]] std::size_t relevant_bits(const std::vector<BlockId>& group) const {
    std::vector<bool> seen(bits_.size(), false);
    std::size_t sum = 0;
    for (const BlockId b : group) {
      for (const words::VariableId v : relevant_[b]) {
        if (!seen[v]) sum += bits_[v];
        seen[v] = true;
      }
    }
    return sum;
  }

  [[nodiscard]] std::vector<bool> divide(const std::vector<BlockId>& group) const {
    Bisection bisection(group.size());
    const Criterion criterion = options_.criterion;
    const bool mixed = criterion == Criterion::Mixed;
    if (criterion == Criterion::LiveVariables || mixed) add_live(group, bisection);
    if (criterion == Criterion::AssignedVariables || mixed) add_assigned(group, bisection);
    if (criterion == Criterion::Edges || mixed) add_edges(group, bisection);
    return bisection.run();
  }

  void add_live(const std::vector<BlockId>& group, Bisection& bisection) const {
    for (words::VariableId v = 0; v < bits_.size(); ++v) {
      Hyperedge edge{{}, static_cast<idx_t>(bits_[v])};
      for (std::size_t i = 0; i < group.size(); ++i)
        if (liveness_.live(group[i], v)) edge.nodes.push_back(static_cast<idx_t>(i));
      if (edge.weight != 0) bisection.add(edge);
    }
  }

  void add_assigned(const std::vector<BlockId>& group, Bisection& bisection) const {
    std::map<words::VariableId, Hyperedge> edges;
    for (std::size_t i = 0; i < group.size(); ++i)
      for (const words::Assignment& assignment : graph_.blocks[group[i]].assignments)
        edges[assignment.variable].nodes.push_back(static_cast<idx_t>(i));
    for (auto& [v, edge] : edges) {
      edge.weight = static_cast<idx_t>(bits_[v]);
      if (edge.weight != 0) bisection.add(edge);
    }
  }

  /// An edge weighs as much as a word of average size, so that mixing means something.
  void add_edges(const std::vector<BlockId>& group, Bisection& bisection) const {
    std::map<BlockId, idx_t> place;
    for (std::size_t i = 0; i < group.size(); ++i) place[group[i]] = static_cast<idx_t>(i);
    for (const BlockId b : group)
      for (const words::Edge& edge : graph_.blocks[b].edges)
        if (const auto to = place.find(edge.to); to != place.end() && to->first != b)
          bisection.add({{place[b], to->second}, 8});
  }
};

}  // namespace

unsigned Grouping::bits(GroupId g) const {
  return static_cast<unsigned>(std::bit_width(groups[g].size() - 1));
}

unsigned Grouping::most_bits() const {
  unsigned most = 0;
  for (GroupId g = 0; g < groups.size(); ++g) most = std::max(most, bits(g));
  return most;
}

Grouping partition(const words::Reduction& reduction, const words::Liveness& liveness,
                   const std::vector<unsigned>& bits, const ImageOptions& options) {
  Grouping out;
  const std::vector<BlockId>& blocks = reduction.blocks;
  if (options.method == ImageOptions::Method::Conjunctive) {
    out.groups.push_back(blocks);
  } else if (options.threshold == 0) {
    for (const BlockId b : blocks) out.groups.push_back({b});
  } else {
    out.groups = Partitioner(reduction, liveness, bits, options).run(blocks);
  }
  std::vector<std::size_t> place(reduction.graph.blocks.size(), 0);
  for (std::size_t i = 0; i < blocks.size(); ++i) place[blocks[i]] = i;
  const auto earlier = [&](BlockId a, BlockId b) { return place[a] < place[b]; };
  for (std::vector<BlockId>& group : out.groups) std::ranges::sort(group, earlier);
  std::ranges::sort(out.groups,
                    [&](const auto& a, const auto& b) { return earlier(a.front(), b.front()); });
  out.group_of.assign(place.size(), 0);
  out.code.assign(place.size(), 0);
  for (GroupId g = 0; g < out.groups.size(); ++g) {
    for (std::uint32_t i = 0; i < out.groups[g].size(); ++i) {
      out.group_of[out.groups[g][i]] = g;
      out.code[out.groups[g][i]] = i;
    }
  }
  return out;
}

}  // namespace hardbop::image
