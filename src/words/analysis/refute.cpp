// SPDX-License-Identifier: MIT
// States are looked at while a run goes on, which is why it may be long: loops of a hundred
// thousand rounds are run to their end. Of each block, the first states of a run are looked at, and
// then one now and then. A guess is false if it is false for some values of the twins, so a few are
// tried.
#include "words/analysis/refute.hpp"

#include <algorithm>
#include <map>

#include "base/expression/evaluator.hpp"
#include "base/expression/substitute.hpp"
#include "words/analysis/execution.hpp"
#include "words/analysis/random_walk.hpp"

namespace hardbop::words {

namespace {

constexpr std::uint64_t steps_of_all_runs = 4'000'000;  // of all runs
constexpr std::uint64_t most_tests = 6'000;             // of states
constexpr std::uint64_t most_runs = 200;
constexpr std::uint64_t first_visits = 3;
constexpr std::uint64_t rarely = 500;
constexpr int tries = 4;  // of values of twins
constexpr std::uint64_t steps_between_looks = 256;

class Refutation {
 public:
  Refutation(const Graph& original, const Expressions& expressions, std::size_t variables,
             const StandIns& stand_ins, std::vector<Guess> guesses)
      : graph_(original),
        stand_ins_(stand_ins),
        guesses_(std::move(guesses)),
        is_refuted_(guesses_.size()),
        tested_(original.blocks.size()),
        walk_(original),
        execution_(original),
        values_(expressions),
        words_(variables) {
    std::vector<bool> is_known(variables);
    std::fill_n(is_known.begin(), graph_.variables.size(), true);
    for (const StandIns::Twin& one : stand_ins_.twins) is_known[one.variable] = true;
    for (const StandIns::Element& one : stand_ins_.elements) is_known[one.variable] = true;
    std::map<ExprId, bool> is_testable;
    for (std::size_t i = 0; i < guesses_.size(); ++i) {
      const auto [found, is_new] = is_testable.try_emplace(guesses_[i].condition);
      if (is_new)
        found->second =
            std::ranges::all_of(variables_of(expressions, {guesses_[i].condition}),
                                [&](VariableId v) { return static_cast<bool>(is_known[v]); });
      if (found->second && guesses_[i].block < tested_.size())
        tested_[guesses_[i].block].push_back(i);
    }
  }

  std::vector<Guess> run(Budget& budget) {
    for (std::uint64_t i = 0; i < most_runs && !is_over(budget); ++i) run_once(i, budget);
    std::vector<Guess> out;
    for (std::size_t i = 0; i < guesses_.size(); ++i)
      if (!is_refuted_[i]) out.push_back(guesses_[i]);
    return out;
  }

 private:
  const Graph& graph_;
  const StandIns& stand_ins_;
  std::vector<Guess> guesses_;
  std::vector<bool> is_refuted_;                  // by guess
  std::vector<std::vector<std::size_t>> tested_;  // guesses that are left, by block
  RandomWalk walk_;
  Execution execution_;
  Evaluator values_;
  std::vector<std::uint64_t> words_;
  std::vector<std::uint64_t> visits_;  // by block, in this run
  std::uint64_t steps_ = 0;
  std::uint64_t tests_ = 0;

  [[nodiscard]] bool is_over(Budget& budget) const {
    return steps_ >= steps_of_all_runs || tests_ >= most_tests || budget.poll() != StopReason::None;
  }

  void run_once(std::uint64_t number, Budget& budget) {
    walk_.seed(number);
    execution_.start(walk_.start());
    visits_.assign(graph_.blocks.size(), 0);
    while (true) {
      if (++steps_ % steps_between_looks == 0 && is_over(budget)) return;
      std::vector<std::size_t>& tested = tested_[execution_.block()];
      const bool is_early = visits_[execution_.block()]++ < first_visits;
      if (!tested.empty() && (is_early || walk_.below(rarely) == 0)) test(tested);
      walk_.choose(execution_.point());
      const std::vector<BlockId>& ways = execution_.ways();
      if (ways.empty()) return;
      execution_.go(ways[walk_.below(ways.size())]);
    }
  }

  /// Drops those that are false in the state.
  void test(std::vector<std::size_t>& tested) {
    ++tests_;
    std::ranges::copy(execution_.point().variables, words_.begin());
    for (int i = 0; i < tries; ++i) {
      for (const StandIns::Twin& one : stand_ins_.twins) words_[one.variable] = near(one.of);
      values_.enter(words_, {});
      std::vector<std::uint64_t> elements;
      for (const StandIns::Element& one : stand_ins_.elements)
        elements.push_back(execution_.array(one.array).read(values_.value(one.index)));
      for (std::size_t k = 0; k < elements.size(); ++k)
        words_[stand_ins_.elements[k].variable] = elements[k];
      values_.enter(words_, {});
      std::erase_if(tested, [&](std::size_t guess) {
        const bool is_false = values_.value(guesses_[guess].condition) == 0;
        if (is_false) is_refuted_[guess] = true;
        return is_false;
      });
    }
  }

  /// Its value, or what is near it or another variable, or below that.
  [[nodiscard]] std::uint64_t near(VariableId v) {
    const Width width = graph_.variables[v].width;
    const auto other = static_cast<VariableId>(walk_.below(graph_.variables.size()));
    const bool is_like = graph_.variables[other].width == width;
    const std::uint64_t value = execution_.point().variables[is_like ? other : v];
    switch (walk_.below(8)) {
      case 0: return 0;
      case 1: return walk_.below(20) & mask(width);
      case 2: return value;
      case 3: return (value + 1) & mask(width);
      case 4: return (value - 1) & mask(width);
      default: return value == 0 ? 0 : walk_.below(value);
    }
  }
};

}  // namespace

std::vector<Guess> not_refuted(const Graph& original, const Expressions& expressions,
                               std::size_t variables, const StandIns& stand_ins,
                               std::vector<Guess> guesses, Budget& budget) {
  return Refutation(original, expressions, variables, stand_ins, std::move(guesses)).run(budget);
}

}  // namespace hardbop::words
