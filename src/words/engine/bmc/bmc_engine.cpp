// SPDX-License-Identifier: MIT
#include "words/engine/bmc/bmc_engine.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <unordered_set>

#include "base/expression/evaluator.hpp"
#include "base/util/invariant.hpp"
#include "words/engine/bmc/array_theory.hpp"
#include "words/engine/bmc/blaster.hpp"
#include "words/engine/bmc/cnf.hpp"
#include "words/engine/bmc/follower.hpp"
#include "words/engine/bmc/run.hpp"

namespace hardbop::bmc {

namespace {

/// About so much memory is taken at most, by what was measured: a clause comes with a part of what
/// the solver keeps for its variables.
constexpr std::size_t most_bytes = 1'600'000'000;
constexpr std::size_t bytes_of_clause = 145;
constexpr std::size_t bytes_of_gate = 25;
constexpr std::size_t most_gates = 12'000'000;
/// Of comparisons, in gates: more is half of the room, with clauses.
constexpr std::size_t most_gates_compared = most_bytes / 2 / (bytes_of_gate + 2 * bytes_of_clause);
constexpr std::uint64_t more_visits = 8;  // times as many
/// Limits that are looked for before the program is unrolled anew.
constexpr int most_limits_at_once = 8;
/// What a read of an array is compared with at once, if there is not enough room for more.
constexpr Arrays::Limits few_comparisons{30, 30};
/// Different targets of a set that are named.
constexpr std::size_t most_named = 50;
/// Questions for a shorter run.
constexpr int most_shortened = 10;
constexpr std::uint32_t most_steps = ~std::uint32_t{0};

class Search {
 public:
  Search(const Program& program, const std::vector<std::vector<BlockId>>& targets,
         const Options& options, Arrays::Limits comparisons, Budget& budget)
      : program_(program),
        targets_(targets),
        options_(options),
        budget_(budget),
        is_target_(marks(program, targets)),
        arrays_(terms_, comparisons),
        follower_(terms_, arrays_),
        theory_(terms_, arrays_, budget),
        unroller_(program, is_target_, terms_, arrays_),
        blaster_(terms_.expressions(), aig_, most_gates),
        solver_(budget),
        sink_(solver_),
        cnf_(aig_, sink_),
        depths_(first_depths(program, options.unwind)) {}

  Findings run() {
    Findings out;
    out.findings.resize(targets_.size());
    while (!is_decided(out)) {
    }
    budget_.set_stage("");
    out.depths = depths_;
    return out;
  }

  /// Whether comparisons of elements made the circuit, or the expressions, too large.
  [[nodiscard]] bool has_too_many_comparisons() const {
    return (is_too_large_ || unrolling_.is_too_large) && arrays_.compared() > most_gates_compared;
  }

  void tell(Statistics& statistics) const {
    statistics.set("bmc.unrollings", unrollings_);
    statistics.set("bmc.visits", std::uint64_t{unrolling_.instances.size()});
    statistics.set("bmc.expressions", std::uint64_t{terms_.expressions().size()});
    statistics.set("bmc.gates", std::uint64_t{aig_.size()});
    statistics.set("bmc.clauses", cnf_.clauses());
    statistics.set("bmc.questions", questions_);
    if (theory_.questions() > 0) statistics.set("bmc.array-questions", theory_.questions());
  }

 private:
  const Program& program_;
  const std::vector<std::vector<BlockId>>& targets_;
  const Options& options_;
  Budget& budget_;
  std::vector<bool> is_target_;
  Terms terms_;
  Arrays arrays_;
  Follower follower_;
  ArrayTheory theory_;
  Unroller unroller_;
  Aig aig_;
  Blaster blaster_;
  sat::Solver solver_;
  SolverSink sink_;
  Cnf cnf_;
  Depths depths_;
  Unrolling unrolling_;
  CompleteValues whole_;  // with which the answer to the last question is yes
  bool is_too_large_ = false;
  bool theory_gave_up_ = false;
  std::unordered_set<ExprId> impossible_;  // conditions
  std::uint64_t unrollings_ = 0;
  std::uint64_t questions_ = 0;

  static std::vector<bool> marks(const Program& program,
                                 const std::vector<std::vector<BlockId>>& targets) {
    std::vector<bool> out(program.graph.blocks.size());
    for (const std::vector<BlockId>& target : targets)
      for (const BlockId b : target) out[b] = true;
    return out;
  }

  /// How far the program is unrolled, for a progress line.
  [[nodiscard]] std::string stage() const {
    std::size_t loops = 0;
    std::uint32_t rounds = 0;
    for (BlockId b = 0; b < depths_.rounds.size(); ++b) {
      if (!unroller_.nesting().is_head(b)) continue;
      ++loops;
      rounds = std::max(rounds, depths_.rounds[b]);
    }
    std::string out =
        fmt::format("unrolling {}: {} loop{}", unrollings_, loops, loops == 1 ? "" : "s");
    if (loops > 0) out += fmt::format(", up to {} rounds", rounds);
    return out + fmt::format(", {} clauses", cnf_.clauses());
  }

  /// Unrolls once; whether all is known that can be.
  bool is_decided(Findings& out) {
    ++unrollings_;
    budget_.set_stage(stage());
    budget_.enter("unrolling", "visits of blocks");
    unrolling_ = unroller_.run(depths_, budget_);
    if (budget_.stopped() != StopReason::None) return fail(out, budget_.reason());
    if (unrolling_.is_too_large) return fail(out, "the unrolled program is too large");
    decide(out.findings[0], 0);
    if (out.findings[0].outcome != engine::Outcome::Unreachable) return true;
    switch (deepen()) {
      case sat::Satisfiable::Unknown: return fail(out, why_unknown());
      case sat::Satisfiable::Yes:
        if (!options_.unwind) return false;
        out.is_bounded = true;
        break;
      case sat::Satisfiable::No: break;
    }
    for (std::size_t k = 1; k < targets_.size(); ++k) decide(out.findings[k], k);
    return true;
  }

  bool fail(Findings& out, const std::string& reason) {
    for (Finding& finding : out.findings) {
      finding.outcome = engine::Outcome::Unknown;
      finding.reason = reason;
    }
    return true;
  }

  [[nodiscard]] std::string why_unknown() const {
    if (is_too_large_) return "the unrolled program is too large";
    if (budget_.stopped() != StopReason::None) return budget_.reason();
    return theory_gave_up_ ? "an array is accessed at too many unknown places"
                           : "the SAT solver gave up";
  }

  /// Who may be asked where the SAT solver is not told all about arrays.
  enum class Theory : std::uint8_t { Z3, None };

  /// Whether one of these conditions can be true; then there are values for that.
  sat::Satisfiable ask(const std::vector<Value>& conditions, Theory theory = Theory::Z3) {
    Value any = no;
    for (const Value& condition : conditions)
      if (!is_impossible(condition)) any = terms_.disjunction(any, condition);
    if (is_impossible(any)) return sat::Satisfiable::No;
    const sat::Satisfiable out = ask_about(any, theory);
    if (out == sat::Satisfiable::No)
      for (const Value& condition : conditions)
        if (!condition.is_constant()) impossible_.insert(condition.id);
    return out;
  }

  /// The SAT solver may choose words as no array has them. Then it is told what these words are; if
  /// that is too much, Z3 is.
  sat::Satisfiable ask_about(const Value& condition, Theory theory) {
    while (true) {
      const sat::Satisfiable out = ask_sat(condition);
      if (out != sat::Satisfiable::Yes) return out;
      const InputValues found = sat_values();
      if (is_true_of_run(condition, found)) return out;
      if (tell_more(condition, found)) continue;
      return theory == Theory::Z3 ? ask_theory(condition) : sat::Satisfiable::Unknown;
    }
  }

  /// Whether there was something that the SAT solver had not been told.
  bool tell_more(const Value& condition, const InputValues& found) {
    budget_.enter("building the circuit", "gates");
    const std::vector<ExprId> more = follower_.follow(condition.id, found, whole_);
    for (const ExprId one : more) {
      const std::optional<sat::Literal> literal = literal_of(one);
      if (!literal) break;
      sink_.clause(std::span(&*literal, 1));
    }
    return !more.empty();
  }

  /// Nothing where the budget runs out, or there is no more room.
  [[nodiscard]] std::optional<sat::Literal> literal_of(ExprId condition) {
    const Edge gate = blaster_.bits(condition, budget_).front();
    const std::size_t taken =
        unrolled_bytes(terms_.expressions().size(), unrolling_.instances.size()) +
        aig_.size() * bytes_of_gate;
    if (aig_.size() > most_gates || taken > most_bytes) is_too_large_ = true;
    if (is_too_large_ || budget_.stopped() != StopReason::None) return std::nullopt;
    const std::optional<sat::Literal> out =
        cnf_.literal(gate, (most_bytes - taken) / bytes_of_clause);
    if (!out) is_too_large_ = true;
    return out;
  }

  sat::Satisfiable ask_sat(const Value& condition) {
    budget_.enter("building the circuit", "gates");
    const std::optional<sat::Literal> literal =
        condition.is_constant() ? solver_.always() : literal_of(condition.id);
    if (!literal) return sat::Satisfiable::Unknown;
    if (*literal == -solver_.always()) return sat::Satisfiable::No;
    budget_.set_stage(stage());
    budget_.enter("solving");
    if (budget_.poll() != StopReason::None) return sat::Satisfiable::Unknown;
    ++questions_;
    return solver_.solve(std::span(&*literal, 1));
  }

  sat::Satisfiable ask_theory(const Value& condition) {
    budget_.enter("solving with arrays");
    switch (theory_.ask(condition.id)) {
      case smt::Satisfiable::No: return sat::Satisfiable::No;
      case smt::Satisfiable::Yes:
        if (is_true_of_run(condition, theory_.values())) return sat::Satisfiable::Yes;
        break;
      case smt::Satisfiable::Unknown: break;
    }
    theory_gave_up_ = true;
    return sat::Satisfiable::Unknown;
  }

  /// Whether the values that were found, made whole, are those of a run for which this is true.
  [[nodiscard]] bool is_true_of_run(const Value& condition, InputValues found) {
    whole_ = complete(terms_, arrays_, std::move(found));
    if (condition.is_constant()) return condition.constant != 0;
    words::Evaluator evaluator(terms_.expressions());
    evaluator.enter({}, whole_.values.words);
    return evaluator.value(condition.id) != 0;
  }

  [[nodiscard]] bool is_impossible(const Value& condition) const {
    return condition.is(0) || (!condition.is_constant() && impossible_.contains(condition.id));
  }

  [[nodiscard]] InputValues sat_values() const {
    InputValues out{std::vector<std::uint64_t>(terms_.inputs().size())};
    for (InputId i = 0; i < out.words.size(); ++i) {
      const std::span<const Edge> bits = blaster_.input(i);
      for (std::size_t k = 0; k < bits.size(); ++k)
        if (const auto literal = cnf_.known(bits[k]); literal && solver_.value(*literal))
          out.words[i] |= std::uint64_t{1} << k;
    }
    return out;
  }

  /// Which blocks of a set of targets a run gets to, with a run to the first.
  void decide(Finding& out, std::size_t which) {
    out = {};  // forgets what shorter runs showed
    std::set<BlockId> left(targets_[which].begin(), targets_[which].end());
    while (out.reached.size() < (which == 0 ? 1 : most_named)) {
      const sat::Satisfiable found = ask(conditions_of(left, most_steps));
      if (found != sat::Satisfiable::Yes) {
        if (!out.reached.empty()) return;
        out.outcome =
            found == sat::Satisfiable::No ? engine::Outcome::Unreachable : engine::Outcome::Unknown;
        if (found == sat::Satisfiable::Unknown) out.reason = why_unknown();
        return;
      }
      InputValues values = whole_.values;
      if (out.reached.empty()) {
        values = shorten(left, std::move(values));
        out.run = make_run(program_, is_target_, unrolling_, terms_, arrays_, values);
      }
      if (!out.run) {
        out.reason = "a target can be reached, but by a run that is too long to be kept";
        return;
      }
      const BlockId reached = first_of(left, values).block;
      out.reached.push_back(reached);
      out.outcome = engine::Outcome::Reached;
      left.erase(reached);
    }
  }

  /// That a run gets to one of the targets, in a visit that can be had within so many steps.
  [[nodiscard]] std::vector<Value> conditions_of(const std::set<BlockId>& targets,
                                                 std::uint32_t steps) const {
    std::vector<Value> out;
    for (const std::uint32_t i : unrolling_.reached) {
      const Instance& instance = unrolling_.instances[i];
      if (instance.steps <= steps && targets.contains(instance.block))
        out.push_back(instance.condition);
    }
    return out;
  }

  /// Of a run to one of the targets: one to a visit that can be had with fewer steps, if there is
  /// one. Not the shortest of all, as a way to a visit may be longer than it could be.
  InputValues shorten(const std::set<BlockId>& targets, InputValues values) {
    std::uint32_t above = first_of(targets, values).steps;
    std::uint32_t below = 0;
    for (int i = 0; i < most_shortened && below < above; ++i) {
      const std::uint32_t middle = below + (above - below) / 2;
      switch (ask(conditions_of(targets, middle), Theory::None)) {
        case sat::Satisfiable::Unknown: return values;
        case sat::Satisfiable::No: below = middle + 1; break;
        case sat::Satisfiable::Yes:
          values = whole_.values;
          above = first_of(targets, values).steps;
          break;
      }
    }
    return values;
  }

  /// Of some targets, one that the run of these inputs gets to.
  [[nodiscard]] const Instance& first_of(const std::set<BlockId>& targets,
                                         const InputValues& values) const {
    words::Evaluator evaluator(terms_.expressions());
    evaluator.enter({}, values.words);
    for (const std::uint32_t i : unrolling_.reached) {
      const Instance& instance = unrolling_.instances[i];
      if (!targets.contains(instance.block)) continue;
      const Value& condition = instance.condition;
      if (condition.is_constant() ? condition.constant != 0 : evaluator.value(condition.id) != 0)
        return instance;
    }
    throw InternalError("a solution should be a run to a target");
  }

  /// Whether a run meets a limit: then the limits grow that one does.
  sat::Satisfiable deepen() {
    std::vector<Cut> left = unrolling_.cuts;
    sat::Satisfiable out = sat::Satisfiable::No;
    for (int i = 0; i < most_limits_at_once && !left.empty(); ++i) {
      std::vector<Value> conditions;
      for (const Cut& cut : left) conditions.push_back(cut.condition);
      const sat::Satisfiable found = ask(conditions);
      if (found == sat::Satisfiable::No) return out;
      if (found == sat::Satisfiable::Unknown) return i == 0 ? found : out;
      out = found;
      if (options_.unwind) return out;
      const Cut met = first_met(left);
      grow(met);
      std::erase_if(left, [&](const Cut& cut) {
        return cut.kind == met.kind && (cut.which == met.which || cut.kind == Cut::Kind::Visits);
      });
    }
    return out;
  }

  [[nodiscard]] Cut first_met(const std::vector<Cut>& cuts) const {
    words::Evaluator evaluator(terms_.expressions());
    evaluator.enter({}, whole_.values.words);
    for (const Cut& cut : cuts)
      if (cut.condition.is_constant() || evaluator.value(cut.condition.id) != 0) return cut;
    return cuts.front();
  }

  void grow(const Cut& cut) {
    switch (cut.kind) {
      case Cut::Kind::Loop: depths_.rounds[cut.which] *= 2; break;
      case Cut::Kind::Call: depths_.calls[cut.which] *= 2; break;
      case Cut::Kind::Visits: depths_.visits *= more_visits; break;
    }
  }
};

}  // namespace

Findings run_bmc(const Program& program, const std::vector<std::vector<BlockId>>& targets,
                 const Options& options, Budget& budget, Statistics& statistics) {
  Findings out;
  for (const Arrays::Limits comparisons : {options.arrays, few_comparisons}) {
    Search search(program, targets, options, comparisons, budget);
    out = search.run();
    search.tell(statistics);
    if (!search.has_too_many_comparisons()) break;
  }
  return out;
}

}  // namespace hardbop::bmc
