// SPDX-License-Identifier: MIT
#include "c/verify/path_invariants.hpp"

#include <algorithm>
#include <set>

#include "c/slam/proof.hpp"
#include "c/verify/signs.hpp"
#include "words/engine/horn/horn_engine.hpp"

namespace hardbop::verify {

namespace {

constexpr unsigned most_effort = 1'000'000'000;

/// The graph without the edges that the path does not take.
words::Graph path_program(const words::Graph& graph, const slam::Path& path) {
  std::set<std::pair<words::BlockId, std::size_t>> taken;
  for (const slam::PathStep& step : path.steps) taken.emplace(step.block, step.edge);
  words::Graph out = graph;
  for (words::BlockId b = 0; b < out.blocks.size(); ++b) {
    std::vector<words::Edge> kept;
    for (std::size_t i = 0; i < out.blocks[b].edges.size(); ++i)
      if (taken.contains({b, i})) kept.push_back(out.blocks[b].edges[i]);
    out.blocks[b].edges = std::move(kept);
  }
  return out;
}

words::Subject subject_of(const slam::Procedures& procedures, const words::Graph& graph,
                          words::BlockId end) {
  const words::Subject whole = slam::proof_subject(procedures);
  return {graph,
          whole.procedures,
          whole.main,
          whole.is_global,
          whole.is_global_array,
          whole.calls,
          {{end, "the end of the path"}}};
}

}  // namespace

/// What Spacer says may be false of words that wrap: a predicate need not be true.
std::vector<words::ExprId> PathInvariants::of(const slam::Path& path) {
  if (path.round || ++asked_ != tries_at_) return {};
  words::Graph graph = path_program(procedures_.graph(), path);
  const words::Subject subject = subject_of(procedures_, graph, path.end);
  chc::Question question{subject, graph.expressions,
                         signed_variables(procedures_.program(), procedures_.model()),
                         [](std::uint32_t) { return false; }};
  question.effort = effort_;
  tries_at_ *= 2;
  effort_ = std::min(2 * effort_, most_effort);
  Statistics statistics;
  const chc::Finding found = chc::run_horn(question, budget_, statistics);
  const bool is_kept_away = found.outcome == engine::Outcome::Unreachable;
  const std::vector<chc::Hint>& said =
      is_kept_away && found.guesses.empty() ? found.hints : found.guesses;
  if (said.empty()) return {};
  procedures_.expressions() = std::move(graph.expressions);
  std::vector<words::ExprId> out;
  for (const chc::Hint& hint : said) out.push_back(hint.condition);
  found_ += out.size();
  return out;
}

}  // namespace hardbop::verify
