// SPDX-License-Identifier: MIT
#include "c/slam/loop.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>

#include "base/util/invariant.hpp"
#include "boolean/engine/concurrent/concurrent.hpp"
#include "boolean/engine/summary/summary_engine.hpp"
#include "c/slam/discover.hpp"
#include "c/slam/simulate.hpp"

namespace hardbop::slam {

namespace {

constexpr std::size_t longest_path = 200'000;
/// Of the reasons why a path is impossible, so many from its beginning and its end are looked at.
constexpr std::size_t most_cores = 6;
/// So many predicates that differ in constants only are taken before something else is tried.
constexpr std::size_t most_alike = 4;
/// A round is followed so many times, and so far, to see whether it repeats itself.
constexpr std::size_t most_rounds = 64;
constexpr std::size_t longest_unrolled = 5'000;
/// Of threads: where predicates are unknown, there are too many to look at them one by one.
constexpr std::uint64_t few_configurations = 3'000;
/// Files of answers; another number for another form.
constexpr std::string_view answers_kind = "answers-2";

}  // namespace

struct Loop::Checked {
  engine::Outcome outcome = engine::Outcome::Unknown;
  std::string reason;
  std::optional<Path> path;
};

Loop::Loop(Procedures& procedures, smt::Solver& solver, const LoopOptions& options,
           Abstractor::SourceLine source, Budget& budget, Statistics& statistics)
    : procedures_(procedures),
      solver_(solver),
      options_(options),
      source_(std::move(source)),
      budget_(budget),
      statistics_(statistics),
      predicates_(procedures),
      for_implications_(smt::make_solver(procedures.expressions(), solver.integers())),
      implications_(procedures, *for_implications_, budget, &known_),
      of_steps_(procedures, *for_implications_, budget, &known_, Asking::Alone),
      excluder_(procedures, predicates_, of_steps_, budget),
      generaliser_(procedures) {
  take_answers();
  for (const ExprId predicate : options.predicates) keep(predicate);
}

void Loop::keep(ExprId condition) {
  predicates_.add(condition);
  kept_.insert(positive(procedures_.expressions(), condition));
}

Loop::Checked Loop::check(const Abstraction& abstraction, const std::vector<BlockId>& sinks) {
  const Phase phase(*this, "checking the abstraction", "", "check");
  const BooleanProgram program(abstraction, procedures_);
  idle_ = program.idle(kept_);
  engine::Query query;
  query.want_traces = true;
  query.shortest = engine::Shortest::NoMatter;
  query.entries = program.entries();
  std::vector<bp::VertexId>& targets = query.targets.emplace_back();
  for (bp::VertexId v = 0; v < program.graph().vertices().size(); ++v)
    if (std::ranges::find(sinks, program.block(v)) != sinks.end()) targets.push_back(v);
  Checked out;
  if (targets.empty()) {
    out.outcome = engine::Outcome::Unreachable;
    return out;
  }
  if (program.is_concurrent()) return check_threads(program, targets);
  const engine::Finding finding = find_path(program, query);
  out.outcome = finding.outcome;
  out.reason = finding.reason;
  if (finding.outcome == engine::Outcome::Reached && finding.trace) {
    out.path = path_of(procedures_, program, *finding.trace, longest_path);
    if (!out.path) out.reason = "path with more than 200000 steps";
  } else if (finding.outcome == engine::Outcome::Reached) {
    out.reason = budget_.reason();
  }
  return out;
}

Loop::Checked Loop::check_threads(const BooleanProgram& program,
                                  const std::vector<bp::VertexId>& targets) {
  const bp::Threads threads(program.graph());
  engine::ConcurrentQuery query;
  query.targets = {targets};
  query.want_traces = true;
  query.may_be_long = true;
  if (const auto switches = procedures_.program().schedule.switches)
    query.bound = {transform::Bound::Kind::Switches, *switches};
  engine::ConcurrentOptions options;
  options.first_configurations = few_configurations;
  const engine::ConcurrentFinding finding =
      engine::decide_concurrent(threads, query, options, budget_, statistics_).front();
  Checked out{finding.outcome, finding.reason, std::nullopt};
  if (finding.trace) {
    out.path = path_of(procedures_, program, *finding.trace, longest_path);
    if (!out.path) out.reason = "path with more than 200000 steps";
  } else if (out.reason.empty()) {
    out.reason = budget_.reason();
  }
  return out;
}

Loop::Checked Loop::check(const Abstraction& abstraction, const std::vector<ExprId>& fairness,
                          const FindFairCycle& find) {
  const Phase phase(*this, "checking the abstraction", "", "check");
  const BooleanProgram program(abstraction, procedures_);
  idle_ = program.idle(kept_);
  const std::vector<SlotMeaning>& slots = abstraction.slots.at(procedures_.main());
  std::vector<FairGlobal> globals;
  for (const ExprId condition : fairness) {
    const ExprId predicate = positive(procedures_.expressions(), condition);
    const auto slot = std::ranges::find_if(
        slots, [&](const SlotMeaning& meaning) { return meaning.condition == predicate; });
    HARDBOP_INVARIANT(slot != slots.end(), "a condition of fairness should be a predicate");
    globals.push_back({static_cast<bp::Slot>(slot - slots.begin()), predicate == condition});
  }
  const FairCycle cycle = find(program, globals);
  Checked out{cycle.outcome, cycle.reason, std::nullopt};
  if (cycle.lasso) {
    out.path = path_of(procedures_, program, *cycle.lasso, longest_path);
    if (!out.path) out.reason = "path with more than 200000 steps";
  } else if (cycle.outcome == engine::Outcome::Reached) {
    out.reason = budget_.reason();
  }
  return out;
}

/// With a store: summaries are asked first where an earlier run proved something with the same
/// predicates, and kept where this run does. All other rounds end with a path, which has to go
/// through the procedures that it calls, so that there is nothing to take.
engine::Finding Loop::find_path(const BooleanProgram& program, const engine::Query& query) {
  const auto ask = [&](engine::SummaryOptions options) {
    return engine::make_summary_engine(std::move(options))
        ->run(program.graph(), query, budget_, statistics_)
        .front();
  };
  if (!summaries_) return ask({});
  engine::SummaryOptions with_store;
  with_store.store = summaries_;
  with_store.store_key = summaries_key(query);
  if (!summaries_->take(with_store.store_key)->records.empty()) return ask(with_store);
  engine::Finding out = ask({});
  if (out.outcome == engine::Outcome::Unreachable) (void)ask(with_store);
  return out;
}

std::string Loop::summaries_key(const engine::Query& query) const {
  return fmt::format("{}|{}|{}", options_.key, query.targets.front().size(),
                     fmt::join(predicates_.texts(), "|"));
}

void Loop::take_answers() {
  if (!options_.files) return;
  summaries_ = std::make_shared<engine::SnapshotStore>(options_.files);
  if (const auto bytes = options_.files->take(digest_of(options_.key), answers_kind))
    known_.add(*bytes);
  for (const std::string_view done : {"taken", "explored_in_part", "explored"})
    statistics_.set(fmt::format("store.procedures_{}", done), std::uint64_t{0});
}

void Loop::keep_answers() {
  if (!options_.files) return;
  statistics_.set("store.answers_taken", known_.taken());
  if (known_.has_new())
    options_.files->keep(digest_of(options_.key), answers_kind, known_.to_bytes());
}

/// Of several reasons why a path is impossible, the first that does not just count the rounds of a
/// loop, as far as that can be said.
std::vector<ExprId> Loop::best_explanation(const Path& path,
                                           const std::vector<std::vector<std::size_t>>& cores) {
  std::vector<ExprId> best;
  std::size_t least = std::numeric_limits<std::size_t>::max();
  for (std::size_t i = 0; i < cores.size(); ++i) {
    if (i >= most_cores && i + most_cores < cores.size()) continue;
    std::vector<ExprId> found =
        explain_infeasible(procedures_, predicates_, path, cores[i], solver_, budget_,
                           observer_ ? &origins_ : nullptr);
    std::erase_if(found, [&](ExprId predicate) {
      return predicates_.contains(predicate) || is_decided(predicate);
    });
    std::size_t cost = 0;
    for (const ExprId predicate : found) cost += generaliser_.alike(predicate);
    if (found.empty() || cost >= least) continue;
    least = cost;
    best = std::move(found);
  }
  return best;
}

/// True in every state or in none, so that it says nothing.
bool Loop::is_decided(ExprId predicate) {
  return implications_.holds({}, predicate) ||
         implications_.holds({}, procedures_.expressions().unary(words::Op::Not, predicate));
}

bool Loop::add_if_new(const std::vector<ExprId>& predicates) {
  bool is_new = false;
  for (const ExprId predicate : predicates)
    if (!predicates_.contains(predicate) && !is_decided(predicate)) {
      is_new = predicates_.add(predicate) || is_new;
      if (dropped_.contains(predicate)) kept_.insert(predicate);
    }
  return is_new;
}

/// Predicates that did not help; one that is found again may stay.
void Loop::drop_idle() {
  for (const ExprId predicate : idle_) predicates_.remove(predicate);
  dropped_.insert(idle_.begin(), idle_.end());
}

bool Loop::add_predicates(const std::vector<ExprId>& explanation) {
  bool is_new = false;
  for (const ExprId predicate : explanation) {
    generaliser_.count(predicate);
    if (generaliser_.alike(predicate) != most_alike) continue;
    is_new = add_if_new(generaliser_.templates(predicate)) || is_new;
  }
  return is_new || add_if_new(explanation);
}

/// A second try: the values that the path's variables have.
bool Loop::add_constants(const Path& path, const Simulation& simulation) {
  bool is_new = false;
  for (const std::vector<std::size_t>& core : simulation.cores)
    is_new = add_if_new(explain_by_constants(procedures_, predicates_, path, core, simulation,
                                             solver_, budget_, observer_ ? &origins_ : nullptr)) ||
             is_new;
  return is_new;
}

bool Loop::refine(const Path& path, const Simulation& simulation) {
  const std::vector<std::vector<std::size_t>>& cores = simulation.cores;
  const Phase phase(*this, "looking for predicates", "", "discover");
  const std::vector<ExprId> explanation = best_explanation(path, cores);
  const bool counts = std::ranges::any_of(
      explanation, [&](ExprId predicate) { return generaliser_.alike(predicate) >= most_alike; });
  const auto exclude = [&] {
    std::size_t last = 0;
    for (const std::vector<std::size_t>& core : cores) last = std::max(last, core.back());
    return excluder_.run(path, last, exclusions_);
  };
  if (counts && (add_suggested() || add_path_invariants(path) || exclude())) return true;
  return add_predicates(explanation) || (!counts && exclude()) || add_constants(path, simulation) ||
         add_suggested() || add_path_invariants(path);
}

bool Loop::add_suggested() {
  return options_.suggestions && add_atoms(options_.suggestions());
}

bool Loop::add_path_invariants(const Path& path) {
  return options_.path_invariants && add_atoms(options_.path_invariants(path));
}

bool Loop::add_atoms(const std::vector<ExprId>& conditions) {
  bool is_new = false;
  for (const ExprId condition : conditions)
    is_new = add_if_new(atoms(procedures_.expressions(), condition)) || is_new;
  return is_new;
}

Abstraction Loop::abstract() {
  const Phase phase(*this, "abstracting", "questions", "abstract");
  if (options_.forgets) {
    implications_.forget();
    of_steps_.forget();
    bodies_.forget();
  }
  const Cubes cubes(procedures_, implications_, options_.cubes, bodies_.terms);
  return Abstractor(procedures_, predicates_, cubes, exclusions_, bodies_, budget_, source_).run();
}

/// A round that C can go, but not so that it repeats itself, is tried several times in a row.
Simulation Loop::follow(Path& path) {
  const Phase phase(*this, "simulating a path", "steps", "simulate");
  Simulation out = simulate(procedures_, path, solver_, budget_);
  for (std::size_t rounds = 1; rounds < most_rounds; rounds *= 2) {
    const bool goes_on = path.round && out.feasible == smt::Satisfiable::Yes && out.run.empty();
    if (!goes_on || path.steps.size() > longest_unrolled) break;
    path = unrolled(path);
    out = simulate(procedures_, path, solver_, budget_);
    if (out.feasible != smt::Satisfiable::Yes || !out.run.empty()) break;
    Path later = path;  // its first rounds may be what leads to those that repeat
    *later.round += (path.steps.size() - *path.round) / 2;
    Simulation other = simulate(procedures_, later, solver_, budget_);
    if (other.run.empty()) continue;
    path = std::move(later);
    out = std::move(other);
  }
  return out;
}

Loop::Phase::Phase(Loop& loop, std::string_view name, std::string_view unit,
                   std::string_view statistic)
    : loop_(loop), statistic_(statistic), start_(loop.budget_.seconds()) {
  loop.budget_.enter(name, unit);
}

Loop::Phase::~Phase() {
  loop_.seconds_[statistic_] += loop_.budget_.seconds() - start_;
}

/// "round 3, 12 predicates, abstract 0.1 s, check 1.5 s".
std::string Loop::stage() const {
  std::string out = fmt::format("round {}, {} predicates", iterations_ + 1, predicates_.size());
  for (const auto& [phase, seconds] : seconds_) out += fmt::format(", {} {:.1f} s", phase, seconds);
  return out;
}

void Loop::report() {
  statistics_.set("slam.iterations", std::uint64_t{iterations_ + 1});
  statistics_.set("slam.predicates", std::uint64_t{predicates_.size()});
  statistics_.set("slam.predicates_dropped", std::uint64_t{dropped_.size()});
  statistics_.set("slam.questions", implications_.asked() + of_steps_.asked());
  statistics_.set("slam.questions_solved", implications_.solved() + of_steps_.solved());
  for (const auto& [phase, seconds] : seconds_)
    statistics_.set(fmt::format("slam.{}_s", phase), seconds);
}

LoopResult Loop::run(const std::vector<BlockId>& sinks) {
  return refine_until_known(
      [&](const Abstraction& abstraction) { return check(abstraction, sinks); });
}

LoopResult Loop::run_once(const std::vector<BlockId>& sinks) {
  LoopResult out;
  out.abstraction = abstract();
  if (budget_.poll(predicates_.size()) != StopReason::None) return out;
  Checked checked = check(out.abstraction, sinks);
  if (checked.outcome == engine::Outcome::Unreachable) out.kind = LoopResult::Kind::Unreachable;
  if (!checked.path) return out;
  out.run = follow(*checked.path).run;
  if (!out.run.empty()) out.kind = LoopResult::Kind::Reached;
  out.path = std::move(checked.path);
  return out;
}

LoopResult Loop::run(const std::vector<ExprId>& fairness, const FindFairCycle& find) {
  for (const ExprId condition : fairness) keep(condition);
  return refine_until_known(
      [&](const Abstraction& abstraction) { return check(abstraction, fairness, find); });
}

LoopResult Loop::refine_until_known(const Check& check) {
  LoopResult out = refine_rounds(check);
  budget_.set_stage("");
  report();
  keep_answers();
  return out;
}

void Loop::tell_excluded(Iteration& iteration) const {
  iteration.is_excluded = true;
  std::map<std::string, std::size_t> steps;
  for (const auto& [predicate, step] : origins_) steps.emplace(predicates_.text(predicate), step);
  for (const std::string& text : predicates_.texts()) {
    if (std::ranges::find(iteration.predicates, text) != iteration.predicates.end()) continue;
    const auto known =
        steps.find(text.substr(text.find(": ") == text.npos ? 0 : text.find(": ") + 2));
    FoundPredicate& found = iteration.found.emplace_back(FoundPredicate{text, std::nullopt});
    if (known != steps.end()) found.step = known->second;
  }
  observer_(iteration);
}

std::string Loop::why_stuck(const Simulation& simulation) {
  switch (simulation.feasible) {
    case smt::Satisfiable::Yes: return "an infinite run was neither found nor excluded";
    case smt::Satisfiable::No: return "refinement finds no new predicates";
    case smt::Satisfiable::Unknown: break;
  }
  return simulation.reason;
}

LoopResult Loop::refine_rounds(const Check& check) {
  LoopResult out;
  for (; iterations_ < options_.iterations; ++iterations_) {
    budget_.set_stage(stage());
    out.abstraction = abstract();
    out.predicates = predicates_.texts();
    Iteration iteration{iterations_, &out.abstraction, out.predicates};
    if (observer_) observer_(iteration);
    if (budget_.poll(predicates_.size()) != StopReason::None) {
      out.reason = budget_.reason();
      return out;
    }
    Checked checked = check(out.abstraction);
    out.iterations = iterations_ + 1;
    if (checked.outcome == engine::Outcome::Unreachable) {
      out.kind = LoopResult::Kind::Unreachable;
      return out;
    }
    if (!checked.path) {
      out.reason = checked.reason;
      return out;
    }
    Simulation simulation = follow(*checked.path);
    iteration.path = &*checked.path;
    iteration.is_run = simulation.feasible;
    iteration.simulation = &simulation;
    if (observer_) observer_(iteration);
    if (!simulation.run.empty()) {
      out.kind = LoopResult::Kind::Reached;
      out.run = std::move(simulation.run);
      out.round = checked.path->round.value_or(0);
      return out;
    }
    origins_.clear();
    if (simulation.feasible == smt::Satisfiable::No && refine(*checked.path, simulation)) {
      if (observer_) tell_excluded(iteration);
      drop_idle();
      continue;
    }
    out.reason = budget_.poll() != StopReason::None ? budget_.reason() : why_stuck(simulation);
    out.path = std::move(checked.path);
    return out;
  }
  out.reason = fmt::format("no answer after {} iterations", options_.iterations);
  return out;
}

}  // namespace hardbop::slam
