// SPDX-License-Identifier: MIT
#include "words/engine/image/world.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

#include "words/analysis/ranges.hpp"
#include "words/engine/image/conjunctive.hpp"

namespace hardbop::image {

namespace {

using Method = ImageOptions::Method;

/// Work is counted in lookups of the operation caches, some 7 million a second: unlike time, it
/// is the same in each run.
constexpr std::uint64_t costly_step = 15'000;
constexpr std::uint64_t first_costly_work = 3'500'000;
/// Sifting may cost about as much as the steps did.
constexpr double sifted_per_lookup = 0.8;

/// For what grows in the middle of a step.
bdd::AutoReorder reordering(Method method) {
  bdd::AutoReorder out;
  out.first_at = method == Method::Conjunctive ? 20'000 : 1'000'000;
  out.sifting.max_work = 15'000'000;
  return out;
}

}  // namespace

Model make_model(words::Reduction reduction, const ImageOptions& options, Budget& budget) {
  // The counter of the conventional method is one of many variables, so nothing is ever dead.
  const bool live = options.live && options.method == Method::Disjunctive;
  words::Liveness liveness = live ? words::Liveness(reduction.graph, &budget)
                                  : words::Liveness::everywhere(reduction.graph);
  // Also where dead variables are kept, their bits are for live values: what is cut off a value
  // that nobody will read does not matter.
  const words::Ranges ranges(reduction.graph, words::Liveness(reduction.graph, &budget), &budget);
  Model model{std::move(reduction), std::move(liveness), {}, {}};
  for (words::VariableId v = 0; v < model.reduction.graph.variables.size(); ++v) {
    words::Range range = ranges.anywhere(v);
    if (!options.ranges && !range.is_empty()) range = words::Range::all(range.width);
    model.ranges.push_back(range);
    const bool needs_bits = !range.is_empty() && !range.is_one();
    model.bits.push_back(needs_bits ? range.width : 0U);
  }
  return model;
}

std::string why_refused(const words::Graph& graph) {
  const words::Theories theories = words::theories(graph);
  if (theories.array)
    return fmt::format("image computation cannot follow arrays{}",
                       theories.array->empty() ? "" : fmt::format(" ('{}')", *theories.array));
  if (theories.has_floats) return "image computation cannot follow floating-point arithmetic";
  return "";
}

World::World(const Model& model, const Grouping& grouping, const Scope& scope,
             const ImageOptions& options)
    : layout(model.reduction, model.ranges, grouping.most_bits(), scope, manager),
      images(model.reduction, model.liveness, layout),
      reordering_pays_at_(first_costly_work) {
  manager.set_auto_reorder(reordering(options.method));
  if (options.method == Method::Conjunctive) {
    machines = std::make_unique<ConjunctiveMachine>(model.reduction, model.liveness, layout,
                                                    grouping, images);
  } else {
    machines =
        std::make_unique<Machines>(model.reduction, model.liveness, layout, grouping, images);
  }
}

void World::note_step() {
  const std::uint64_t now = manager.statistics().cache_lookups;
  const std::uint64_t work = now - seen_;
  seen_ = now;
  if (work < costly_step) return;
  costly_work_ += work;
  if (costly_work_ < reordering_pays_at_) return;
  bdd::Sifting sifting;
  sifting.max_work =
      static_cast<std::uint64_t>(sifted_per_lookup * static_cast<double>(costly_work_));
  manager.reorder(sifting);
  reordering_pays_at_ = 2 * costly_work_;
  costly_work_ = 0;
  seen_ = manager.statistics().cache_lookups;
}

Worlds::Worlds(const Model& model, const Grouping& grouping, const ImageOptions& options)
    : model_(model), grouping_(grouping), options_(options), of_(grouping.groups.size(), 0) {
  std::size_t count = 1;
  const bool divided =
      options.managers == ImageOptions::Managers::PerGroup && options.method != Method::Conjunctive;
  if (divided && options.threshold != 0) {
    std::iota(of_.begin(), of_.end(), 0U);
    count = of_.size();
  } else if (divided) {
    ImageOptions coarse = options;
    coarse.threshold = options.shared_bits;
    const Grouping shared = partition(model.reduction, model.liveness, model.bits, coarse);
    for (GroupId g = 0; g < of_.size(); ++g) of_[g] = shared.group_of[grouping.groups[g].front()];
    count = shared.groups.size();
  }
  worlds_.resize(count);
}

/// The blocks of a world's groups, and what is live there or where they lead to.
Scope Worlds::scope(WorldId id) const {
  Scope out;
  const words::Graph& graph = model_.reduction.graph;
  out.has.assign(graph.variables.size(), worlds_.size() == 1);
  if (worlds_.size() == 1) {
    out.blocks = model_.reduction.blocks;
    return out;
  }
  const auto include = [&](words::BlockId b) {
    for (words::VariableId v = 0; v < out.has.size(); ++v)
      if (model_.liveness.live(b, v)) out.has[v] = true;
  };
  for (const words::BlockId b : model_.reduction.blocks) {
    if (of_[grouping_.group_of[b]] != id) continue;
    out.blocks.push_back(b);
    include(b);
    for (const words::Edge& edge : graph.blocks[b].edges) include(edge.to);
  }
  return out;
}

World& Worlds::of(GroupId g) {
  std::unique_ptr<World>& world = worlds_[of_[g]];
  if (!world) world = std::make_unique<World>(model_, grouping_, scope(of_[g]), options_);
  return *world;
}

void Worlds::set_budget(Budget* budget) {
  for (const std::unique_ptr<World>& world : worlds_)
    if (world) world->manager.set_budget(budget);
}

bdd::KernelStatistics Worlds::statistics() const {
  bdd::KernelStatistics sum;
  for (const std::unique_ptr<World>& world : worlds_) {
    if (!world) continue;
    const bdd::KernelStatistics one = world->manager.statistics();
    sum.variables += one.variables;
    sum.nodes += one.nodes;
    sum.live_nodes += one.live_nodes;
    sum.peak_nodes += one.peak_nodes;
    sum.handles += one.handles;
    sum.bytes += one.bytes;
    sum.cache_entries += one.cache_entries;
    sum.cache_lookups += one.cache_lookups;
    sum.cache_hits += one.cache_hits;
    sum.collections += one.collections;
    sum.collected_nodes += one.collected_nodes;
    sum.reorderings += one.reorderings;
    sum.swaps += one.swaps;
    sum.collection_seconds += one.collection_seconds;
    sum.reordering_seconds += one.reordering_seconds;
  }
  return sum;
}

}  // namespace hardbop::image
