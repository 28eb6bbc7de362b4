// SPDX-License-Identifier: MIT
#include "c/verify/slam_engine.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/smt/solver.hpp"
#include "boolean/engine/summary/proof.hpp"
#include "boolean/temporal/ltl.hpp"
#include "c/slam/loop.hpp"
#include "c/verify/blocking.hpp"
#include "c/verify/board.hpp"
#include "c/verify/certificate.hpp"
#include "c/verify/invariants.hpp"
#include "c/verify/path.hpp"
#include "c/verify/path_invariants.hpp"
#include "c/verify/runs.hpp"

namespace hardbop::verify {

namespace {

using c::Sink;

constexpr std::size_t most_predicates = 6;  // in an answer
constexpr std::size_t most_tries = 16;      // to find more of what blocks an answer

/// Of what holds with unbounded integers: how far it does.
constexpr const char* without_overflow = "for runs without overflow (CSlamOptions::unbounded)";

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

/// What is asked of runs without end: that is how termination is asked, too.
std::optional<Formula> formula_of(const Property& property) {
  if (const Formula* const formula = property.get<Formula>()) return *formula;
  if (!property.is<Termination>()) return std::nullopt;
  const std::vector<std::string> ends{"F (terminated | failed)"};
  return Formula{std::make_shared<const Formulas>(ends), 0};
}

/// A model to follow paths in, and a formula that it watches.
struct WatchedModel {
  c::Model model;
  std::optional<Formula> formula;
  Watch watch;
};

class Refinement {
 public:
  Refinement(const Task& task, const SlamOptions& options, WatchedModel watched, Budget& budget)
      : task_(task),
        options_(options),
        budget_(budget),
        formula_(std::move(watched.formula)),
        watch_(std::move(watched.watch)),
        procedures_(task.program, std::move(watched.model)),
        solver_(smt::make_solver(procedures_.expressions(), integers())),
        path_invariants_(procedures_, budget) {}

  Finding run() {
    Finding out = decide();
    statistics_.set("slam.path_invariants", path_invariants_.found());
    out.statistics = std::move(statistics_);
    return out;
  }

 private:
  const Task& task_;
  const SlamOptions& options_;
  Budget& budget_;
  Statistics statistics_;
  std::optional<Formula> formula_;
  Watch watch_;  // of the formula
  slam::Procedures procedures_;
  std::unique_ptr<smt::Solver> solver_;
  PathInvariants path_invariants_;
  slam::Abstraction proof_;  // the last

  std::size_t read_ = 0;  // of the board

  /// A predicate need not be true.
  [[nodiscard]] std::vector<words::ExprId> suggestions() {
    std::vector<words::ExprId> out;
    for (const Hint& hint : task_.board->from(read_)) {
      ++read_;
      if (const auto guess = hint.as_guess(procedures_.model(), procedures_.expressions()))
        out.push_back(guess->condition);
    }
    return out;
  }

  [[nodiscard]] smt::Integers integers() const {
    return options_.unbounded ? smt::Integers::Unbounded : smt::Integers::Machine;
  }

  Finding decide() {
    if (!watch_.problem.empty()) return unknown("unsupported: " + watch_.problem);
    if (!solver_) return unknown(smt::why_no_solver());
    ReadPredicates read = read_predicates(options_.predicates, procedures_);
    if (!read.problems.empty()) {
      Finding out;
      out.errors = std::move(read.problems);
      return out;
    }
    slam::LoopOptions options;
    if (options_.iterations) options.iterations = *options_.iterations;
    options.predicates = std::move(read.predicates);
    if (task_.board != nullptr) options.suggestions = [this] { return suggestions(); };
    if (!options_.unbounded)
      options.path_invariants = [this](const slam::Path& path) {
        return path_invariants_.of(path);
      };
    options.files = options_.files;
    options.forgets = options_.forgets;
    options.key =
        fmt::format("{}|{}|{}", task_.sources.input(), task_.property.name, options_.unbounded);
    slam::Loop loop(
        procedures_, *solver_, options,
        [&](const c::Position& at) { return task_.sources.line(task_.program, at); }, budget_,
        statistics_);
    loop.observe([&](const slam::Iteration& iteration) { show(iteration); });
    if (formula_)
      if (auto objection = why_unsatisfied(loop)) return *std::move(objection);
    proof_ = loop.abstract();
    for (const Sink::Kind kind : {Sink::Kind::Error, Sink::Kind::Unsupported, Sink::Kind::Bound})
      if (auto objection = why_not_avoided(kind, loop)) return *std::move(objection);
    if (options_.unbounded) return {Outcome::HoldsBounded, without_overflow};
    Finding out{Outcome::Holds};
    out.proof = prove();
    return out;
  }

  /// What is known where not every run satisfies the formula; nothing where all do.
  std::optional<Finding> why_unsatisfied(slam::Loop& loop) {
    const slam::LoopResult found = loop.run(
        watch_.fairness,
        [&](const slam::BooleanProgram& program, const std::vector<slam::FairGlobal>& globals) {
          return find_fair_cycle(program, globals, budget_, statistics_);
        });
    if (found.kind == slam::LoopResult::Kind::Unreachable) return std::nullopt;
    if (found.kind == slam::LoopResult::Kind::Unknown) return unknown(reason(found));
    return report_unsatisfied(task_, *formula_, watch_, procedures_.model(),
                              {found.run, found.round});
  }

  /// What is known where a run may arrive at a sink; nothing where none does.
  std::optional<Finding> why_not_avoided(Sink::Kind kind, slam::Loop& loop) {
    std::vector<words::BlockId> sinks;
    for (const Sink& sink : procedures_.model().sinks)
      if (sink.kind == kind && !(kind == Sink::Kind::Error && is_known(sink)))
        sinks.push_back(sink.block);
    if (sinks.empty()) return std::nullopt;
    slam::LoopResult found = loop.run(sinks);
    proof_ = std::move(found.abstraction);
    if (found.kind == slam::LoopResult::Kind::Unreachable) return std::nullopt;
    if (found.kind == slam::LoopResult::Kind::Unknown) return unknown(reason(found));
    const c::Model& model = procedures_.model();
    if (kind == Sink::Kind::Error) return report_error(task_, model, found.run);
    const Sink& sink = sink_of(model, found.run.back().block);
    if (kind == Sink::Kind::Bound) return unknown(bound_text(task_.program, sink));
    return report_blocked(task_, model, {reached_like(sink, sinks, loop), false, &found.run});
  }

  [[nodiscard]] bool is_known(const Sink& sink) const {
    return task_.known.contains(place_of(sink.at));
  }

  /// Where a run was found to a sink, other sinks that runs get to, as far as that is seen without
  /// new predicates.
  [[nodiscard]] std::vector<const Sink*> reached_like(const Sink& first,
                                                      std::vector<words::BlockId> sinks,
                                                      slam::Loop& loop) const {
    std::vector<const Sink*> out{&first};
    std::erase(sinks, first.block);
    for (std::size_t tries = 0; tries < most_tries && !sinks.empty(); ++tries) {
      const slam::LoopResult found = loop.run_once(sinks);
      if (!found.path) break;
      std::erase(sinks, found.path->end);
      if (found.kind == slam::LoopResult::Kind::Reached)
        out.push_back(&sink_of(procedures_.model(), found.path->end));
    }
    return out;
  }

  /// What others can check, where it is wanted.
  Proof prove() {
    Proof out;
    const bool wants_witness = task_.wanted.witness && task_.property.has_witnesses();
    if (formula_) {
      if (wants_witness) out.invariants.emplace();
      return out;
    }
    if (!wants_witness && !task_.wanted.certificate) return out;
    const slam::BooleanProgram program(proof_, procedures_);
    if (program.is_concurrent()) return out;
    const engine::Proof proof = engine::prove(program.graph(), program.entries(), budget_);
    const ProvedAbstraction proved{procedures_, proof_, program, proof};
    if (wants_witness)
      out.invariants = loop_invariants(proved, *solver_, task_.bounds.heap, budget_);
    if (!task_.wanted.certificate) return out;
    if (proof.invariant)
      out.certificate = write_certificate(proved, make_claim(task_, task_.bounds.heap));
    else
      out.no_certificate = proof.reason;
    return out;
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
    if (!options_.on_round) return;
    const std::string& input = task_.sources.input();
    SlamRound out;
    out.number = iteration.number;
    out.property = task_.property.name;
    out.program = abstraction_text(input, iteration.predicates, options_.unbounded,
                                   iteration.abstraction->text());
    out.predicates = predicates_text(input, iteration.predicates);
    out.texts = iteration.predicates;
    if (iteration.path != nullptr) {
      show_path(iteration, out);
      out.path = fmt::format("// A path through {} that {}\n{}", input, verdict(iteration.is_run),
                             path_text(task_.sources, procedures_, *iteration.path));
    }
    options_.on_round(out);
  }

  void show_path(const slam::Iteration& iteration, SlamRound& out) const {
    for (ShownStep& step :
         shown_steps(task_.sources, procedures_, *iteration.path, iteration.simulation))
      out.steps.push_back({step.at.line == 0 ? "" : task_.program.files[step.at.file], step.at.line,
                           std::move(step.function), std::move(step.text), std::move(step.core)});
    if (iteration.is_run != smt::Satisfiable::Unknown)
      out.is_run = iteration.is_run == smt::Satisfiable::Yes;
    out.is_excluded = iteration.is_excluded;
    for (const slam::FoundPredicate& one : iteration.found)
      out.found.push_back({one.text, one.step});
  }

  [[nodiscard]] static std::string_view verdict(smt::Satisfiable is_run) {
    switch (is_run) {
      case smt::Satisfiable::Yes: return "is a run";
      case smt::Satisfiable::No: return "is not a run";
      case smt::Satisfiable::Unknown: break;
    }
    return "may be a run";
  }
};

}  // namespace

Finding decide_by_refinement(const Task& task, const SlamOptions& options, Budget& budget) {
  budget.enter("building the model");
  const c::Bounds bounds = slam::model_bounds(
      task.bounds.heap, options.unbounded ? smt::Integers::Unbounded : smt::Integers::Machine,
      task.property.defects());
  WatchedModel watched{
      c::lower(task.program, bounds, c::Pointers::Direct, &budget), formula_of(task.property), {}};
  // It may not be complete.
  if (budget.poll() != StopReason::None) return unknown(budget.reason());
  if (watched.formula)
    watched.watch =
        watched.formula->all->watch(task.program, watched.model, watched.formula->number);
  return Refinement(task, options, std::move(watched), budget).run();
}

}  // namespace hardbop::verify
