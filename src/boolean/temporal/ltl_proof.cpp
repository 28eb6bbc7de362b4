// SPDX-License-Identifier: MIT
#include "boolean/temporal/ltl_proof.hpp"

#include "base/bdd/limits.hpp"
#include "boolean/engine/summary/diagrams.hpp"
#include "boolean/temporal/fairness.hpp"
#include "boolean/temporal/ranking.hpp"

namespace hardbop::temporal {

namespace {

/// Of the rank: 64 bits are enough for as many levels as anybody can wait for.
constexpr std::size_t most_rank_bits = 60;

engine::Proof rank_heads(const LtlProduct& product, Budget& budget) {
  engine::Economies economies;
  economies.slice = false;
  engine::PathEdges path_edges(product.graph(), {}, economies, budget, product.watches);
  if (!path_edges.run({product.start}, [](bp::VertexId) { return true; }))
    return {{}, budget.reason()};
  Heads heads(path_edges);
  const std::vector<HeadSets> conditions = fairness_of(product, heads);
  Ranking ranking(heads, conditions, budget);
  if (!ranking.run())
    return {{}, budget.stopped() != StopReason::None ? budget.reason() : "a run violates it"};
  if (ranking.bits().size() > most_rank_bits) return {{}, "the ranks are too large"};
  trace::Invariant out;
  engine::DiagramCopier diagrams(path_edges, out);
  engine::copy_invariant(path_edges, diagrams, out);
  out.ranks.resize(product.graph().vertices().size());
  for (bp::VertexId v = 0; v < out.ranks.size(); ++v)
    for (const HeadSets& bit : ranking.bits()) out.ranks[v].push_back(diagrams.copy(bit[v]));
  if (ranking.bits().empty())
    for (std::vector<trace::DiagramRef>& rank : out.ranks) rank.push_back(trace::diagram_false);
  return {std::move(out), {}};
}

}  // namespace

engine::Proof prove_ltl(const LtlProduct& product, Budget& budget) {
  budget.enter("computing the certificate", "sets");
  try {
    return rank_heads(product, budget);
  } catch (const bdd::LimitReached& limit) {
    return {{}, budget.stopped() != StopReason::None ? budget.reason() : limit.what()};
  }
}

}  // namespace hardbop::temporal
