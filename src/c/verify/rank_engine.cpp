// SPDX-License-Identifier: MIT
#include "c/verify/rank_engine.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "base/smt/solver.hpp"
#include "c/slam/proof.hpp"
#include "c/verify/certificate.hpp"
#include "c/verify/endless_recursion.hpp"
#include "c/verify/runs.hpp"
#include "words/engine/rank/rank_engine.hpp"

namespace hardbop::verify {

namespace {

/// The first statement at a block or behind it.
c::Position position_of(const c::Program& program, const c::Model& model, words::BlockId block) {
  std::vector<words::BlockId> next{block};
  for (std::size_t i = 0; i < next.size(); ++i) {
    const c::StatementId s = model.blocks[next[i]].statement;
    if (s != c::none) return program.statements[s].at;
    for (const words::Edge& edge : model.graph.blocks[next[i]].edges)
      if (std::ranges::find(next, edge.to) == next.end()) next.push_back(edge.to);
  }
  return {};
}

/// What keeps ranks from being a proof.
Finding why_not(const Task& task, const slam::Procedures& procedures, const rank::Finding& found) {
  if (!found.at) return unknown(found.reason);
  const c::Model& model = procedures.model();
  if (const c::Sink* const sink = procedures.sink(*found.at)) {
    if (sink->kind == c::Sink::Kind::Bound) return unknown(bound_text(task.program, *sink));
    Finding out;
    out.blocking.push_back({sink->at, sink->text, false});
    return out;
  }
  return unknown(
      fmt::format("{} at {}", found.reason,
                  place_text(task.program, position_of(task.program, model, *found.at))));
}

}  // namespace

Finding decide_by_ranks(const Task& task, Budget& budget) {
  if (!smt::has_solver()) return unknown(smt::why_no_solver());
  budget.enter("building the model");
  c::Model model =
      c::lower(task.program, slam::model_bounds(task.bounds.heap), c::Pointers::Direct, &budget);
  // It may not be complete.
  if (budget.poll() != StopReason::None) return unknown(budget.reason());
  const slam::Procedures procedures(task.program, std::move(model));
  const words::Subject subject = slam::proof_subject(procedures);
  Statistics statistics;
  const rank::Finding found = rank::prove_termination(subject, budget, statistics);
  Finding out = found.proof ? Finding{Outcome::Holds} : why_not(task, procedures, found);
  if (auto endless = find_endless_recursion(task, procedures, found.recursion, budget, statistics))
    out = *std::move(endless);
  out.statistics = std::move(statistics);
  if (!found.proof) return out;
  if (task.wanted.certificate)
    out.proof.certificate =
        words::write_termination(make_claim(task, task.bounds.heap), subject, *found.proof);
  if (task.wanted.witness) out.proof.invariants.emplace();
  return out;
}

}  // namespace hardbop::verify
