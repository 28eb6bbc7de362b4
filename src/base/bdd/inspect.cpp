// SPDX-License-Identifier: MIT
// Questions about a diagram as it stands: support, size, value, number of models.
#include <algorithm>
#include <numeric>

#include "base/bdd/bdd.hpp"
#include "base/bdd/positions.hpp"
#include "base/bdd/traversal.hpp"
#include "base/util/invariant.hpp"

namespace hardbop::bdd {

namespace {

__extension__ using TwoWords = unsigned __int128;

std::vector<Level> support_levels(Kernel& kernel, Ref root) {
  Traversal traversal(kernel);
  traversal.add(root);
  std::vector<Level> levels;
  levels.reserve(traversal.nodes().size());
  for (const Index index : traversal.nodes()) levels.push_back(kernel.store.at(index).level());
  std::ranges::sort(levels);
  levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
  return levels;
}

/// Counts models over the support: `rank` numbers its levels from the top, and a node's
/// count ranges over the ranks from its own down. Number is BigUint, or one or two words where
/// they are enough.
template <class Number>
class Counter {
 public:
  Counter(Kernel& kernel, const std::vector<Level>& levels) : kernel_(kernel), levels_(levels) {}

  Number count(Ref root) {
    Traversal traversal(kernel_);
    traversal.add(root);
    traversal.sort_bottom_up();
    positions_ = Positions(traversal.nodes());
    counts_.reserve(traversal.nodes().size());
    for (const Index index : traversal.nodes()) {
      const Node& node = kernel_.store.at(index);
      const std::size_t rank = rank_of(node.level()) + 1;
      counts_.push_back(below(node.high, rank) + below(node.low, rank));
    }
    return below(root, 0);
  }

 private:
  Kernel& kernel_;
  const std::vector<Level>& levels_;
  Positions positions_{{}};
  std::vector<Number> counts_;  // by position

  [[nodiscard]] std::size_t rank_of(Level level) const {
    return static_cast<std::size_t>(std::ranges::lower_bound(levels_, level) - levels_.begin());
  }

  /// Models of `ref` over the ranks from `rank` down.
  Number below(Ref ref, std::size_t rank) {
    const std::size_t size = levels_.size();
    if (is_constant(ref)) return ref == true_ref ? Number(1) << (size - rank) : Number(0);
    const std::size_t own = rank_of(kernel_.store.level(ref));
    Number count = counts_[positions_.of(index_of(ref))];
    if (complement_bit(ref) != 0) count = (Number(1) << (size - own)) - count;
    return count << (own - rank);
  }
};

BigUint models(Kernel& kernel, const std::vector<Level>& levels, Ref root) {
  if (levels.size() < 64) return Counter<std::uint64_t>(kernel, levels).count(root);
  if (levels.size() >= 128) return Counter<BigUint>(kernel, levels).count(root);
  const TwoWords count = Counter<TwoWords>(kernel, levels).count(root);
  return (BigUint(static_cast<std::uint64_t>(count >> 64)) << 64) +
         BigUint(static_cast<std::uint64_t>(count));
}

}  // namespace

void Traversal::sort_bottom_up() {
  // By counting, where the nodes are many for the levels they span; stable, so that the
  // order is that of discovery within a level, whatever the nodes' indices are.
  const NodeStore& store = kernel_.store;
  std::vector<Index>& nodes = kernel_.visited;
  Level top = terminal_level;
  Level bottom = 0;
  for (const Index index : nodes) {
    top = std::min(top, store.at(index).level());
    bottom = std::max(bottom, store.at(index).level());
  }
  if (nodes.empty() || bottom - top > 4 * nodes.size()) {
    std::ranges::stable_sort(
        nodes, [&](Index a, Index b) { return store.at(a).level() > store.at(b).level(); });
    return;
  }
  std::vector<std::size_t> starts(bottom - top + 2);
  for (const Index index : nodes) ++starts[bottom - store.at(index).level() + 1];
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  std::vector<Index> sorted(nodes.size());
  for (const Index index : nodes) sorted[starts[bottom - store.at(index).level()]++] = index;
  nodes = std::move(sorted);
}

std::vector<Var> support(const Bdd& f) {
  Kernel& kernel = kernel_of(f);
  std::vector<Var> vars;
  for (const Level level : support_levels(kernel, f.id()))
    vars.push_back(kernel.order.var_at(level));
  std::ranges::sort(vars);
  return vars;
}

Bdd support_cube(const Bdd& f) {
  Kernel& kernel = kernel_of(f);
  const auto build = [&] {
    const std::vector<Level> levels = support_levels(kernel, f.id());
    Ref cube = true_ref;
    for (auto level = levels.rbegin(); level != levels.rend(); ++level)
      cube = kernel.make(*level, cube, false_ref);
    return cube;
  };
  return {&kernel, kernel.operate(build)};
}

std::size_t node_count(const Bdd& f) {
  return node_count(std::span<const Bdd>(&f, 1));
}

std::size_t node_count(std::span<const Bdd> roots) {
  if (roots.empty()) return 0;
  Kernel& kernel = kernel_of(roots.front());
  Traversal traversal(kernel);
  for (const Bdd& root : roots) {
    HARDBOP_INVARIANT(root.kernel() == &kernel, "roots should have one manager");
    traversal.add(root.id());
  }
  return traversal.nodes().size();
}

BigUint model_count(const Bdd& f) {
  return model_count(f, kernel_of(f).order.size());
}

BigUint model_count(const Bdd& f, std::size_t variables) {
  Kernel& kernel = kernel_of(f);
  const std::vector<Level> levels = support_levels(kernel, f.id());
  HARDBOP_INVARIANT(levels.size() <= variables, "models should be counted over all of the support");
  return models(kernel, levels, f.id()) << (variables - levels.size());
}

bool evaluate(const Bdd& f, const std::function<bool(Var)>& value) {
  const Kernel& kernel = kernel_of(f);
  Ref ref = f.id();
  while (!is_constant(ref)) {
    const Var var = kernel.order.var_at(kernel.store.level(ref));
    ref = value(var) ? kernel.store.high(ref) : kernel.store.low(ref);
  }
  return ref == true_ref;
}

bool evaluate(const Bdd& f, const std::vector<bool>& values) {
  return evaluate(f, [&](Var var) { return var < values.size() && values[var]; });
}

}  // namespace hardbop::bdd
