// SPDX-License-Identifier: MIT
#include "api/c_refine.hpp"

#include "api/c_certificate.hpp"
#include "api/c_invariants.hpp"
#include "api/predicates.hpp"
#include "slam/loop.hpp"
#include "slam/solver.hpp"

namespace hardbop::api {

namespace {

using c::Sink;

class Refinement {
 public:
  Refinement(const CReport& report, const std::string& claim, Budget& budget,
             Statistics& statistics)
      : report_(report),
        c_question_(report.c_question()),
        claim_(claim),
        budget_(budget),
        statistics_(statistics) {}

  void run(CAnswer& out, PropertyResult& result) {
    slam::Procedures procedures(report_.program(), c_question_.heap);
    if (!procedures.problem().empty()) {
      result.reason = "unsupported: " + procedures.problem();
      return;
    }
    const auto solver = slam::make_solver(procedures.expressions());
    if (!solver) {
      result.reason =
          "there is no Z3 (install libz3-dev and build again), or too little memory for it";
      return;
    }
    slam::LoopOptions loop_options;
    if (c_question_.iterations) loop_options.iterations = *c_question_.iterations;
    loop_options.predicates =
        read_predicates(c_question_.predicates, procedures, out.answer.errors);
    if (!out.answer.errors.empty()) return out.answer.results.clear();
    slam::Loop loop(
        procedures, *solver, loop_options, [&](const c::Position& at) { return report_.line(at); },
        budget_, statistics_);
    loop.observe([&](const slam::Iteration& iteration) { show(iteration); });
    slam::Abstraction proof = loop.abstract();
    for (const Sink::Kind kind : {Sink::Kind::Error, Sink::Kind::Unsupported, Sink::Kind::Bound}) {
      std::vector<ltg::BlockId> sinks;
      for (const Sink& sink : procedures.model().sinks)
        if (sink.kind == kind) sinks.push_back(sink.block);
      if (sinks.empty()) continue;
      slam::LoopResult found = loop.run(sinks);
      proof = std::move(found.abstraction);
      if (found.kind == slam::LoopResult::Kind::Unreachable) continue;
      result.reason = found.reason;
      if (found.kind == slam::LoopResult::Kind::Unknown) return;
      if (kind == Sink::Kind::Error)
        return report_.violated(procedures.model(), found.run, out, result);
      const Sink& sink = CReport::arrived(procedures.model(), found.run);
      result.reason = report_.limit(sink);
      return;
    }
    result.verdict = Verdict::Holds;
    result.reason.clear();
    if (c_question_.witness && report_.rule() == nullptr)
      report_.add_proof(loop_invariants(procedures, proof, *solver, c_question_.heap, budget_),
                        out);
    if (report_.question().certify) certify_c(procedures, proof, claim_, budget_, out.answer);
  }

 private:
  const CReport& report_;
  const CQuestion& c_question_;
  const std::string& claim_;
  Budget& budget_;
  Statistics& statistics_;

  void show(const slam::Iteration& iteration) const {
    if (!c_question_.on_iteration) return;
    const std::string input = report_.input();
    c_question_.on_iteration(
        {iteration.number,
         abstraction_text(input, iteration.predicates, iteration.abstraction->text),
         predicates_text(input, iteration.predicates)});
  }
};

}  // namespace

void decide_by_refinement(const CReport& report, const std::string& claim, Budget& budget,
                          Statistics& statistics, CAnswer& out, PropertyResult& result) {
  Refinement(report, claim, budget, statistics).run(out, result);
}

}  // namespace hardbop::api
