// SPDX-License-Identifier: MIT
#include "c/verify/bmc_engine.hpp"

#include <fmt/format.h>

#include "c/verify/blocking.hpp"
#include "c/verify/certificate.hpp"
#include "c/verify/inductive.hpp"
#include "c/verify/random_search.hpp"
#include "c/verify/runs.hpp"
#include "c/verify/sinks.hpp"
#include "c/verify/unrollable.hpp"
#include "words/engine/bmc/proof.hpp"

namespace hardbop::verify {

namespace {

using c::Sink;

/// Pieces of heap at one place that a search goes up to.
constexpr std::uint32_t most_pieces = 1024;

class BmcCheck {
 public:
  BmcCheck(const Task& task, const BmcOptions& options, Budget& budget)
      : task_(task),
        options_(options.search),
        budget_(budget),
        by_induction_(task, budget),
        by_chance_(task, budget) {
    if (!task.bounds.are_given) options_.is_known = [this] { return is_known_by_others(); };
  }

  /// Where a run needs more pieces of heap than there are, with more of them.
  Finding run() {
    std::uint32_t pieces = task_.bounds.heap;
    while (true) {
      std::optional<Finding> found = decide_within(pieces);
      if (found) {
        by_induction_.tell(statistics_);
        by_chance_.tell(statistics_);
        found->statistics = std::move(statistics_);
        return *std::move(found);
      }
      pieces *= 4;
    }
  }

 private:
  const Task& task_;
  bmc::Options options_;
  Budget& budget_;
  InductiveProof by_induction_;
  RandomSearch by_chance_;
  std::optional<Finding> met_;  // by chance
  Statistics statistics_;

  [[nodiscard]] bool is_known_by_others() {
    met_ = by_chance_.try_again();
    return met_ || by_induction_.try_again();
  }

  /// Nothing where more pieces are needed, and can be had.
  [[nodiscard]] std::optional<Finding> decide_within(std::uint32_t pieces) {
    budget_.enter("building the model");
    const c::Model model = unrollable_model(task_.program, task_.property, pieces, &budget_);
    if (budget_.poll() != StopReason::None) return unknown(budget_.reason());
    const bmc::Program program = unrollable_program(task_.program, model);
    const bmc::Findings found =
        bmc::run_bmc(program, sink_targets(task_, model), options_, budget_, statistics_);
    if (found.is_known) return met_ ? *std::move(met_) : by_induction_.finding();
    const bmc::Finding& error = found.findings[ErrorSinks];
    if (error.outcome == engine::Outcome::Reached) return report_error(task_, model, *error.run);
    if (error.outcome == engine::Outcome::Unknown)
      return task_.bounds.are_given ? unknown(error.reason)
                                    : by_chance_.try_at_last().value_or(unknown(error.reason));
    std::optional<Finding> out =
        not_reached(model, found, pieces < most_pieces && !task_.bounds.are_given);
    if (out && out->outcome == Outcome::Holds && task_.wanted.certificate)
      certify(model, program, found.depths, pieces, out->proof);
    return out;
  }

  void certify(const c::Model& model, const bmc::Program& program, const bmc::Depths& depths,
               std::uint32_t pieces, Proof& out) {
    const std::vector<words::BlockId> sinks = all_sinks(model);
    const bmc::MadeProof made = bmc::make_proof(program, sinks, depths, budget_);
    out.no_certificate = made.reason;
    if (!made.proof) return;
    out.certificate =
        bmc::write_proof(make_claim(task_, pieces), program, sinks, *made.proof, budget_);
    if (out.certificate.empty()) out.no_certificate = budget_.reason();
  }

  [[nodiscard]] std::optional<Finding> not_reached(const c::Model& model,
                                                   const bmc::Findings& found,
                                                   bool has_more) const {
    ReachedSinks reached;
    for (const SinkTarget target : {LimitSinks, ConstructSinks}) {
      const bmc::Finding& finding = found.findings[target];
      if (finding.outcome == engine::Outcome::Unknown) return unknown(finding.reason);
      for (const words::BlockId block : finding.reached)
        reached.sinks.push_back(&sink_of(model, block));
      if (reached.run == nullptr && finding.run) reached.run = &*finding.run;
    }
    reached.are_all = !found.is_bounded;
    if (!reached.sinks.empty()) return report_blocked(task_, model, reached);
    const bmc::Finding& bound = found.findings[BoundSinks];
    if (bound.outcome == engine::Outcome::Unknown) return unknown(bound.reason);
    if (bound.outcome == engine::Outcome::Reached) {
      if (has_more) return std::nullopt;
      if (!task_.bounds.are_given)
        return unknown(bound_text(task_.program, sink_of(model, bound.reached.front())));
      return Finding{Outcome::HoldsBounded, "within the given bounds on recursion and heap"};
    }
    if (!found.is_bounded) return Finding{Outcome::Holds};
    return Finding{Outcome::HoldsBounded,
                   fmt::format("for at most {} rounds of each loop and calls within one another",
                               *options_.unwind)};
  }
};

}  // namespace

Finding decide_by_unrolling(const Task& task, const BmcOptions& options, Budget& budget) {
  return BmcCheck(task, options, budget).run();
}

}  // namespace hardbop::verify
