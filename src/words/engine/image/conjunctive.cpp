// SPDX-License-Identifier: MIT
// A bit-relation defines one next bit for every program counter. The counter itself has one
// relation for all its bits, because a block may have a choice of successors. The relations are
// ordered so that variables can be quantified early, by the heuristic of minimal lifetimes: the
// next relation is the one that is the last to mention the most current bits and that mentions the
// fewest new bits. Neighbouring relations are joined up to 5,000 nodes, as in the paper's
// experiments.
#include "words/engine/image/conjunctive.hpp"

#include <algorithm>

namespace hardbop::image {

using bdd::Bdd;
using words::BlockId;
using words::VariableId;

namespace {

constexpr std::size_t conjunctive_cluster_nodes = 5'000;

/// Orders relations greedily; `counts[var]` of how many mention it, zero for next bits.
std::vector<std::size_t> lifetime_order(const std::vector<std::vector<bdd::Var>>& supports,
                                        std::vector<unsigned> counts) {
  std::vector<std::size_t> out;
  std::vector<bool> is_done(supports.size(), false);
  std::vector<bool> is_open(counts.size(), false);
  while (out.size() < supports.size()) {
    std::size_t best = supports.size();
    long best_gain = 0;
    for (std::size_t i = 0; i < supports.size(); ++i) {
      if (is_done[i]) continue;
      long gain = 0;
      for (const bdd::Var var : supports[i]) {
        if (counts[var] == 1) gain += 2;
        if (counts[var] > 0 && !is_open[var]) --gain;
      }
      if (best == supports.size() || gain > best_gain) {
        best = i;
        best_gain = gain;
      }
    }
    is_done[best] = true;
    out.push_back(best);
    for (const bdd::Var var : supports[best]) {
      if (counts[var] > 0) --counts[var];
      is_open[var] = true;
    }
  }
  return out;
}

}  // namespace

std::vector<Bdd> ConjunctiveMachine::bit_relations() const {
  const bdd::Manager& manager = layout().manager();
  const words::Graph& graph = reduction().graph;
  words::Words words(graph.expressions, manager,
                     [&](const words::Node& leaf) { return layout().word(leaf); });
  Bdd control = manager.zero();
  std::vector<std::vector<std::pair<BlockId, words::ExprId>>> values(graph.variables.size());
  for (const BlockId b : reduction().blocks) {
    for (const words::Edge& edge : graph.blocks[b].edges)
      control |= at(b) & words.truth(edge.guard) & code(edge.to, layout().next_counter());
    for (const words::Assignment& assignment : graph.blocks[b].assignments)
      values[assignment.variable].emplace_back(b, assignment.value);
  }
  std::vector<Bdd> out{control};
  for (VariableId v = 0; v < graph.variables.size(); ++v) {
    for (std::size_t i = 0; i < layout().current(v).size(); ++i) {
      Bdd value = manager.var(layout().current(v)[i]);
      for (const auto& [b, expression] : values[v])
        value = bdd::ite(at(b), words.encode(expression)[i], value);
      out.push_back(bdd::iff(manager.var(layout().next(v)[i]), value));
    }
  }
  return out;
}

void ConjunctiveMachine::add_cluster(const Bdd& relation) {
  if (!clusters_.empty()) {
    const Bdd both = clusters_.back().relation & relation;
    if (bdd::node_count(both) <= conjunctive_cluster_nodes) {
      clusters_.back().relation = both;
      return;
    }
  }
  clusters_.push_back({relation, Bdd()});
}

/// Current bits and inputs are quantified with the last cluster that mentions them.
void ConjunctiveMachine::schedule() {
  const bdd::Manager& manager = layout().manager();
  std::vector<bool> is_open(manager.var_count(), true);
  for (const bdd::Var var : layout().next_counter()) is_open[var] = false;
  for (VariableId v = 0; v < reduction().graph.variables.size(); ++v)
    for (const bdd::Var var : layout().next(v)) is_open[var] = false;
  for (auto cluster = clusters_.rbegin(); cluster != clusters_.rend(); ++cluster) {
    std::vector<bdd::Var> last;
    for (const bdd::Var var : bdd::support(cluster->relation)) {
      if (!is_open[var]) continue;
      is_open[var] = false;
      last.push_back(var);
    }
    cluster->quantified = manager.cube(last);
  }
  std::vector<bdd::Var> rest;
  for (bdd::Var var = 0; var < is_open.size(); ++var)
    if (is_open[var]) rest.push_back(var);
  early_ = manager.cube(rest);
}

void ConjunctiveMachine::make() {
  is_made_ = true;
  const bdd::Manager& manager = layout().manager();
  const std::vector<Bdd> relations = bit_relations();
  std::vector<std::vector<bdd::Var>> supports;
  std::vector<unsigned> counts(manager.var_count(), 0);
  for (const Bdd& relation : relations) {
    supports.push_back(bdd::support(relation));
    for (const bdd::Var var : supports.back()) ++counts[var];
  }
  std::vector<std::pair<bdd::Var, bdd::Var>> renamed;
  const auto rename = [&](const std::vector<bdd::Var>& next, const std::vector<bdd::Var>& current) {
    for (std::size_t i = 0; i < next.size(); ++i) {
      renamed.emplace_back(next[i], current[i]);
      counts[next[i]] = 0;
    }
  };
  rename(layout().next_counter(), layout().counter());
  for (VariableId v = 0; v < reduction().graph.variables.size(); ++v)
    rename(layout().next(v), layout().current(v));
  for (const std::size_t i : lifetime_order(supports, counts)) add_cluster(relations[i]);
  schedule();
  if (!renamed.empty()) renaming_ = manager.renaming(std::move(renamed));
}

void ConjunctiveMachine::leave(GroupId g, const Bdd& set, const Visit& visit) {
  if (!is_made_) make();
  Bdd image = bdd::exists(set, early_);
  for (const Cluster& cluster : clusters_) {
    if (image.is_false()) return;
    image = bdd::and_exists(image, cluster.relation, cluster.quantified);
  }
  if (renaming_) image = bdd::rename(image, *renaming_);
  if (!image.is_false()) visit(g, image);
}

}  // namespace hardbop::image
