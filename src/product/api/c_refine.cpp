// SPDX-License-Identifier: MIT
#include "product/api/c_refine.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/smt/solver.hpp"
#include "boolean/temporal/ltl.hpp"
#include "c/slam/loop.hpp"
#include "product/api/c_certificate.hpp"
#include "product/api/c_invariants.hpp"
#include "product/api/c_path.hpp"
#include "product/api/predicates.hpp"

namespace hardbop::api {

namespace {

using c::Sink;

constexpr std::size_t most_predicates = 6;  // in an answer

/// Of what holds with unbounded integers: how far it does.
constexpr const char* without_overflow =
    "as long as no arithmetic overflows: integers are read as signed and unbounded";

/// Every run without end on which all of these globals are so again and again, if there is one,
/// violates: some is otherwise for ever.
slam::FairCycle find_fair_cycle(const slam::BooleanProgram& program,
                                const std::vector<slam::FairGlobal>& globals, Budget& budget,
                                Statistics& statistics) {
  temporal::Formula formula;
  temporal::NodeId root = formula.constant(false);
  for (const slam::FairGlobal& global : globals) {
    temporal::Atom atom;
    atom.kind = temporal::Atom::Kind::Global;
    atom.slot = global.slot;
    temporal::NodeId otherwise = formula.atom(atom);
    if (global.value) otherwise = formula.negation(otherwise);
    const temporal::NodeId always =
        formula.temporal(temporal::Op::Release, formula.constant(false), otherwise);
    root = formula.disjunction(
        root, formula.temporal(temporal::Op::Until, formula.constant(true), always));
  }
  formula.set_root(root);
  const temporal::Setting setting{program.graph(), program.entries(), true, {}};
  temporal::LtlFinding finding =
      temporal::decide_ltl(setting, std::move(formula), budget, statistics);
  return {finding.outcome, std::move(finding.reason), std::move(finding.lasso)};
}

class Refinement {
 public:
  /// `watch`: of the formula, if there is one, by the model.
  Refinement(const CReport& report, const CFormula& formula, const std::string& claim,
             c::Model model, CWatch watch, Budget& budget, Statistics& statistics)
      : report_(report),
        c_question_(report.c_question()),
        formula_(formula),
        claim_(claim),
        budget_(budget),
        statistics_(statistics),
        watch_(std::move(watch)),
        procedures_(report.program(), std::move(model)),
        solver_(smt::make_solver(procedures_.expressions(), integers())) {}

  void run(CAnswer& out, PropertyResult& result) {
    if (!watch_.problem.empty()) {
      result.reason = "unsupported: " + watch_.problem;
      return;
    }
    if (!solver_) {
      result.reason =
          "there is no Z3 (install libz3-dev and build again), or too little memory for it";
      return;
    }
    slam::LoopOptions options;
    if (c_question_.iterations) options.iterations = *c_question_.iterations;
    options.predicates = read_predicates(c_question_.predicates, procedures_, out.answer.errors);
    if (!out.answer.errors.empty()) return out.answer.results.clear();
    slam::Loop loop(
        procedures_, *solver_, options, [&](const c::Position& at) { return report_.line(at); },
        budget_, statistics_);
    loop.observe([&](const slam::Iteration& iteration) { show(iteration); });
    if (asks_ltl() && !satisfies(loop, result)) return;
    proof_ = loop.abstract();
    for (const Sink::Kind kind : {Sink::Kind::Error, Sink::Kind::Unsupported, Sink::Kind::Bound})
      if (!avoids(kind, loop, out, result)) return;
    result.verdict = c_question_.unbounded ? Verdict::HoldsBounded : Verdict::Holds;
    result.reason = c_question_.unbounded ? without_overflow : "";
    if (c_question_.unbounded) return;
    if (result.kind == PropertyResult::Kind::Termination && c_question_.witness)
      report_.add_proof({}, out);
    if (asks_ltl()) return;
    prove(out);
  }

 private:
  const CReport& report_;
  const CQuestion& c_question_;
  CFormula formula_;
  const std::string& claim_;
  Budget& budget_;
  Statistics& statistics_;
  CWatch watch_;  // of the formula
  slam::Procedures procedures_;
  std::unique_ptr<smt::Solver> solver_;
  slam::Abstraction proof_;  // the last

  [[nodiscard]] bool asks_ltl() const { return formula_.formulas != nullptr; }

  [[nodiscard]] smt::Integers integers() const {
    return c_question_.unbounded ? smt::Integers::Unbounded : smt::Integers::Machine;
  }

  /// Where not, the result says what is known.
  bool satisfies(slam::Loop& loop, PropertyResult& result) {
    const slam::LoopResult found = loop.run(
        watch_.fairness,
        [&](const slam::BooleanProgram& program, const std::vector<slam::FairGlobal>& globals) {
          return find_fair_cycle(program, globals, budget_, statistics_);
        });
    result.reason = reason(found);
    if (found.kind == slam::LoopResult::Kind::Reached)
      report_.unsatisfied(procedures_.model(), formula_, watch_, found.run, found.round, result);
    return found.kind == slam::LoopResult::Kind::Unreachable;
  }

  /// Likewise.
  bool avoids(Sink::Kind kind, slam::Loop& loop, CAnswer& out, PropertyResult& result) {
    std::vector<words::BlockId> sinks;
    for (const Sink& sink : procedures_.model().sinks)
      if (sink.kind == kind) sinks.push_back(sink.block);
    if (sinks.empty()) return true;
    slam::LoopResult found = loop.run(sinks);
    proof_ = std::move(found.abstraction);
    if (found.kind == slam::LoopResult::Kind::Unreachable) return true;
    result.reason = reason(found);
    if (found.kind == slam::LoopResult::Kind::Unknown) return false;
    if (kind == Sink::Kind::Error)
      report_.violated(procedures_.model(), found.run, out, result);
    else
      result.reason = report_.limit(CReport::arrived(procedures_.model(), found.run));
    return false;
  }

  /// What others can check, where it is wanted.
  void prove(CAnswer& out) {
    const bool wants_witness = c_question_.witness && report_.property() != nullptr;
    if (!wants_witness && !report_.question().certify) return;
    const slam::BooleanProgram program(proof_, procedures_);
    const engine::Proof proof = engine::prove(program.graph(), program.entries(), budget_);
    if (wants_witness)
      report_.add_proof(
          loop_invariants(procedures_, proof_, program, proof, *solver_, c_question_.heap, budget_),
          out);
    if (report_.question().certify)
      certify_c(procedures_, proof_, program, proof, claim_, out.answer);
  }

  /// With the path that it is about, and what is known there.
  [[nodiscard]] std::string reason(const slam::LoopResult& found) const {
    if (!found.path) return found.reason;
    std::vector<std::string> predicates = found.predicates;
    const std::size_t count = predicates.size();
    if (count > most_predicates) {
      predicates.resize(most_predicates);
      predicates.emplace_back("...");
    }
    return fmt::format("{}: lines {}, with {} predicate{}{}{}", found.reason,
                       path_lines(procedures_, *found.path), count, count == 1 ? "" : "s",
                       count == 0 ? "" : ": ", fmt::join(predicates, "; "));
  }

  void show(const slam::Iteration& iteration) const {
    if (!c_question_.on_iteration) return;
    const std::string& input = report_.input();
    CIteration out;
    out.number = iteration.number;
    out.program = abstraction_text(input, iteration.predicates, c_question_.unbounded,
                                   iteration.abstraction->text);
    out.predicates = predicates_text(input, iteration.predicates);
    if (iteration.path != nullptr)
      out.path = fmt::format("// A path through {}, which {}\n{}", input, verdict(iteration.is_run),
                             path_text(report_, procedures_, *iteration.path));
    c_question_.on_iteration(out);
  }

  [[nodiscard]] static std::string_view verdict(smt::Satisfiable is_run) {
    switch (is_run) {
      case smt::Satisfiable::Yes: return "is a run of it";
      case smt::Satisfiable::No: return "is no run of it";
      case smt::Satisfiable::Unknown: break;
    }
    return "may be a run of it";
  }
};

}  // namespace

void decide_by_refinement(const CReport& report, const CFormula& formula, const std::string& claim,
                          Budget& budget, Statistics& statistics, CAnswer& out,
                          PropertyResult& result) {
  const CQuestion& c_question = report.c_question();
  budget.enter("making the model");
  c::Model model = c::lower(report.program(),
                            {.recursion = 1,
                             .heap = c_question.heap,
                             .procedures = true,
                             .overflows = c_question.unbounded},
                            c::Pointers::Direct, &budget);
  if (budget.poll() != StopReason::None) {  // it may not be complete
    result.reason = budget.reason();
    return;
  }
  CWatch watch;
  if (formula.formulas != nullptr)
    watch = formula.formulas->watch(report.program(), model, formula.number);
  Refinement(report, formula, claim, std::move(model), std::move(watch), budget, statistics)
      .run(out, result);
}

}  // namespace hardbop::api
