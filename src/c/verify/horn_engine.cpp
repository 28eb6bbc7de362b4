// SPDX-License-Identifier: MIT
#include "c/verify/horn_engine.hpp"

#include "base/smt/solver.hpp"
#include "c/slam/proof.hpp"
#include "c/verify/bmc_engine.hpp"
#include "c/verify/certificate.hpp"
#include "c/verify/signs.hpp"
#include "words/engine/horn/horn_engine.hpp"

namespace hardbop::verify {

namespace {

class HornCheck {
 public:
  HornCheck(const Task& task, slam::Procedures& procedures, Budget& budget)
      : task_(task),
        procedures_(procedures),
        budget_(budget),
        subject_(slam::proof_subject(procedures)) {
    for (const c::Sink& sink : procedures.model().sinks)
      if (sink.kind == c::Sink::Kind::Error && task.known.contains(place_of(sink.at)))
        subject_.sinks.erase(sink.block);
  }

  Finding run() {
    Statistics statistics;
    const chc::Finding found =
        chc::run_horn({subject_, procedures_.expressions(), signed_variables(procedures_),
                       [this](std::uint32_t rounds) { return is_run_found(rounds); }},
                      budget_, statistics);
    Finding out = unknown(found.reason);
    if (found.outcome == engine::Outcome::Reached) out = std::move(*seen_);
    if (found.outcome == engine::Outcome::Unknown && seen_ && !seen_->blocking.empty())
      out = std::move(*seen_);
    if (found.outcome == engine::Outcome::Unreachable) out = report_proof(*found.proof);
    out.statistics = std::move(statistics);
    return out;
  }

 private:
  const Task& task_;
  slam::Procedures& procedures_;
  Budget& budget_;
  words::Subject subject_;
  std::optional<Finding> seen_;  // when a run was looked for

  /// The run that Spacer found is one of integers. Whether there is one of words is for the engine
  /// that executes what it finds.
  [[nodiscard]] bool is_run_found(std::uint32_t rounds) {
    BmcOptions options;
    options.search.unwind = rounds;
    seen_ = decide_by_unrolling(task_, options, budget_);
    return seen_->outcome == Outcome::Violated;
  }

  [[nodiscard]] Finding report_proof(const words::Proof& proof) const {
    Finding out{Outcome::Holds};
    if (task_.wanted.certificate)
      out.proof.certificate =
          words::write_proof(make_claim(task_, task_.bounds.heap), subject_, proof);
    return out;
  }
};

}  // namespace

Finding decide_by_clauses(const Task& task, Budget& budget) {
  if (!smt::has_solver()) return unknown(smt::why_no_solver());
  budget.enter("building the model");
  c::Model model = c::lower(
      task.program,
      slam::model_bounds(task.bounds.heap, smt::Integers::Machine, task.property.defects()),
      c::Pointers::Direct, &budget);
  if (budget.poll() != StopReason::None) return unknown(budget.reason());
  slam::Procedures procedures(task.program, std::move(model));
  return HornCheck(task, procedures, budget).run();
}

}  // namespace hardbop::verify
