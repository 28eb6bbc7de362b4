// SPDX-License-Identifier: MIT
#include "words/engine/bmc/bmc_engine.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "base/expression/evaluator.hpp"
#include "base/util/invariant.hpp"
#include "words/engine/bmc/questions.hpp"
#include "words/engine/bmc/run.hpp"

namespace hardbop::bmc {

namespace {

constexpr std::uint64_t more_visits = 8;    // times as many
constexpr double first_unrolled_slice = 1;  // seconds
constexpr double more_time = 4;
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
        questions_(comparisons, budget),
        unroller_(program, is_target_, questions_.terms(), questions_.arrays()),
        depths_(first_depths(program, options.unwind)) {}

  Findings run() {
    Findings out;
    out.findings.resize(targets_.size());
    for (double slice = first_unrolled_slice; !is_decided_within(slice, out); slice *= more_time) {
    }
    budget_.set_stage("");
    out.depths = depths_;
    return out;
  }

  /// Whether comparisons of elements made the circuit, or the expressions, too large.
  [[nodiscard]] bool has_too_many_comparisons() const {
    return (questions_.is_too_large() || unrolling_.is_too_large) &&
           questions_.has_many_comparisons();
  }

  void tell(Statistics& statistics) const {
    statistics.set("bmc.unrollings", unrollings_);
    statistics.set("bmc.visits", std::uint64_t{unrolling_.instances.size()});
    questions_.tell(statistics);
  }

 private:
  const Program& program_;
  const std::vector<std::vector<BlockId>>& targets_;
  const Options& options_;
  Budget& budget_;
  std::vector<bool> is_target_;
  Questions questions_;
  Unroller unroller_;
  Depths depths_;
  Unrolling unrolling_;
  std::uint64_t unrollings_ = 0;

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
    return out + fmt::format(", {} clauses", questions_.clauses());
  }

  /// Where the answer may come from others, in slices of time that grow.
  bool is_decided_within(double seconds, Findings& out) {
    if (!options_.is_known) return is_decided(out);
    budget_.begin_attempt(seconds);
    const bool is_over = is_decided(out);
    const bool is_cut = budget_.end_attempt();
    if (budget_.stopped() != StopReason::None || (is_over && !is_cut)) return true;
    return is_known(out);
  }

  /// Unrolls once; whether all is known that can be.
  bool is_decided(Findings& out) {
    ++unrollings_;
    budget_.set_stage(stage());
    budget_.enter("unrolling", "visits of blocks");
    unrolling_ = unroller_.run(depths_, budget_);
    if (budget_.stopped() != StopReason::None) return fail(out, budget_.reason());
    if (unrolling_.is_too_large) return fail(out, "the unrolled program is too large");
    questions_.set_visits(unrolling_.instances.size());
    decide(out.findings[0], 0);
    if (out.findings[0].outcome != engine::Outcome::Unreachable) return true;
    switch (deepen()) {
      case sat::Satisfiable::Unknown: return fail(out, questions_.why_unknown());
      case sat::Satisfiable::Yes:
        if (!options_.unwind) return false;
        out.is_bounded = true;
        break;
      case sat::Satisfiable::No: break;
    }
    for (std::size_t k = 1; k < targets_.size(); ++k) decide(out.findings[k], k);
    return true;
  }

  bool is_known(Findings& out) const {
    out.is_known = options_.is_known && options_.is_known();
    return out.is_known;
  }

  bool fail(Findings& out, const std::string& reason) {
    for (Finding& finding : out.findings) {
      finding.outcome = engine::Outcome::Unknown;
      finding.reason = reason;
    }
    return true;
  }

  /// Which blocks of a set of targets a run gets to, with a run to the first.
  void decide(Finding& out, std::size_t which) {
    out = {};  // forgets what shorter runs showed
    std::set<BlockId> left(targets_[which].begin(), targets_[which].end());
    while (out.reached.size() < (which == 0 ? 1 : most_named)) {
      const sat::Satisfiable found = questions_.ask(conditions_of(left, most_steps));
      if (found != sat::Satisfiable::Yes) {
        if (!out.reached.empty()) return;
        out.outcome =
            found == sat::Satisfiable::No ? engine::Outcome::Unreachable : engine::Outcome::Unknown;
        if (found == sat::Satisfiable::Unknown) out.reason = questions_.why_unknown();
        return;
      }
      InputValues values = questions_.values();
      if (out.reached.empty()) {
        values = shorten(left, std::move(values));
        // A long run takes room, too. Where time ran out, there may be more questions.
        if (which == 0 && budget_.stopped() == StopReason::None) questions_.forget_circuit();
        out.run = make_run(program_, is_target_, unrolling_, questions_.terms(),
                           questions_.arrays(), values);
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
      switch (questions_.ask(conditions_of(targets, middle), Questions::Theory::None)) {
        case sat::Satisfiable::Unknown: return values;
        case sat::Satisfiable::No: below = middle + 1; break;
        case sat::Satisfiable::Yes:
          values = questions_.values();
          above = first_of(targets, values).steps;
          break;
      }
    }
    return values;
  }

  /// Of some targets, one that the run of these inputs gets to.
  [[nodiscard]] const Instance& first_of(const std::set<BlockId>& targets,
                                         const InputValues& values) const {
    words::Evaluator evaluator(questions_.terms().expressions());
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
      const sat::Satisfiable found = questions_.ask(conditions);
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
    words::Evaluator evaluator(questions_.terms().expressions());
    evaluator.enter({}, questions_.values().words);
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
