// SPDX-License-Identifier: MIT
// A tuple is found part by part. A guess becomes the next part if no transition makes it greater,
// and some makes it less; from then on only transitions that leave it as it is have to be looked
// at. It does no harm to take a guess too many: what is left becomes less. So the first guess that
// fits is taken, and nothing is ever taken back.
//
// Most guesses are refuted by transitions that the solver showed before: these are kept as samples,
// and a guess is put to the solver only if it fits all of them.
#include "words/engine/rank/ranking.hpp"

#include <algorithm>
#include <span>

#include "base/expression/evaluator.hpp"
#include "base/util/components.hpp"
#include "words/analysis/liveness.hpp"

namespace hardbop::rank {

using smt::Satisfiable;
using words::Op;

namespace {

constexpr std::size_t most_parts = 12;
constexpr std::size_t most_splits = 3;  // within each other

/// A transition with values.
struct Sample {
  std::size_t from = 0;
  std::size_t to = 0;
  std::size_t transition = 0;
  std::vector<std::uint64_t> before;  // by variable
  std::vector<std::uint64_t> after;
};

class Ranker {
 public:
  Ranker(std::size_t nodes, const Guesses& guesses, Questions& questions)
      : nodes_(nodes),
        guesses_(guesses),
        questions_(questions),
        segments_(questions.segments()),
        e_(questions.expressions()),
        evaluator_(e_) {
    std::vector<ExprId> roots = guesses.splits;
    for (const std::vector<ExprId>& one : guesses.words)
      roots.insert(roots.end(), one.begin(), one.end());
    variables_ = words::variables_of(e_, roots);
  }

  std::optional<Ranks> run(std::vector<Transition> transitions, std::size_t splits) {
    Ranks out(nodes_);
    std::vector<Sample> samples;
    for (std::size_t parts = 0; parts < most_parts; ++parts) {
      if (!drop_impossible(transitions, samples)) return std::nullopt;
      if (transitions.empty()) return out;
      if (separate(transitions, samples, out)) continue;
      const std::size_t found = find_guess(transitions, samples);
      if (found == guesses_.words.size())
        return split(transitions, samples, splits, std::move(out));
      for (std::size_t i = 0; i < nodes_; ++i) out[i].push_back(guesses_.words[found][i]);
      for (Transition& one : transitions) one.conditions.push_back(compare(Op::Equal, one, found));
      std::erase_if(samples, [&](const Sample& one) {
        return value(one, found, true) != value(one, found, false);
      });
    }
    return std::nullopt;
  }

 private:
  std::size_t nodes_;
  const Guesses& guesses_;
  Questions& questions_;
  Segments& segments_;
  words::Expressions& e_;
  words::Evaluator evaluator_;
  std::vector<words::VariableId> variables_;  // of guesses

  /// The guess after a transition, compared with the guess before it.
  ExprId compare(Op op, const Transition& one, std::size_t guess) {
    const std::vector<ExprId>& words = guesses_.words[guess];
    return e_.binary(op, segments_.in_state(words[one.from], one.before),
                     segments_.in_state(words[one.to], one.after));
  }

  std::uint64_t value(const Sample& sample, std::size_t guess, bool is_after) {
    return value(sample, guesses_.words[guess][is_after ? sample.to : sample.from], is_after);
  }
  std::uint64_t value(const Sample& sample, ExprId word, bool is_after) {
    evaluator_.enter(is_after ? sample.after : sample.before, {});
    return evaluator_.value(word);
  }

  /// Of the model that the solver has just found.
  Sample sample(const Transition& one) {
    const std::size_t count = segments_.subject().graph.variables.size();
    Sample out{one.from, one.to, one.number, std::vector<std::uint64_t>(count),
               std::vector<std::uint64_t>(count)};
    for (const words::VariableId v : variables_) {
      out.before[v] = questions_.value(segments_.variable(v, one.before));
      out.after[v] = questions_.value(segments_.variable(v, one.after));
    }
    return out;
  }

  /// Keeps what can happen; false where the solver does not know.
  bool drop_impossible(std::vector<Transition>& transitions, std::vector<Sample>& samples) {
    std::vector<Transition> possible;
    for (Transition& one : transitions) {
      const bool is_shown =
          std::ranges::find(samples, one.number, &Sample::transition) != samples.end();
      if (!is_shown) {
        const Satisfiable answer = questions_.check(one.conditions);
        if (answer == Satisfiable::Unknown) return false;
        if (answer == Satisfiable::No) continue;
        samples.push_back(sample(one));
      }
      possible.push_back(std::move(one));
    }
    transitions = std::move(possible);
    return true;
  }

  /// Where nodes do not all lead to each other: a part that says where in their order they are.
  bool separate(std::vector<Transition>& transitions, std::vector<Sample>& samples, Ranks& out) {
    std::vector<std::uint32_t> roots(nodes_);
    for (std::size_t i = 0; i < nodes_; ++i) roots[i] = static_cast<std::uint32_t>(i);
    const auto successor = [&](std::uint32_t node, std::size_t i) -> std::optional<std::uint32_t> {
      for (const Transition& one : transitions)
        if (one.from == node && i-- == 0) return static_cast<std::uint32_t>(one.to);
      return std::nullopt;
    };
    std::vector<std::size_t> place(nodes_);
    const auto components = strong_components(nodes_, roots, successor);
    for (std::size_t i = 0; i < components.size(); ++i)
      for (const std::uint32_t node : components[i]) place[node] = i;
    const auto leads_on = [&](const auto& one) { return place[one.from] != place[one.to]; };
    if (std::ranges::none_of(transitions, leads_on)) return false;
    for (std::size_t i = 0; i < nodes_; ++i) out[i].push_back(e_.constant(rank_width, place[i]));
    std::erase_if(transitions, leads_on);
    std::erase_if(samples, leads_on);
    return true;
  }

  /// The next part; as many as there are guesses where none fits.
  std::size_t find_guess(const std::vector<Transition>& transitions, std::vector<Sample>& samples) {
    for (std::size_t g = 0; g < guesses_.words.size(); ++g)
      if (fits(g, samples) && is_never_greater(g, transitions, samples)) return g;
    return guesses_.words.size();
  }

  bool fits(std::size_t guess, const std::vector<Sample>& samples) {
    bool gets_less = false;
    for (const Sample& one : samples) {
      const std::uint64_t before = value(one, guess, false);
      const std::uint64_t after = value(one, guess, true);
      if (after > before) return false;
      gets_less = gets_less || after < before;
    }
    return gets_less;
  }

  bool is_never_greater(std::size_t guess, const std::vector<Transition>& transitions,
                        std::vector<Sample>& samples) {
    for (const Transition& one : transitions) {
      std::vector<ExprId> conditions = one.conditions;
      conditions.push_back(compare(Op::LessUnsigned, one, guess));
      const Satisfiable answer = questions_.check(conditions);
      if (answer == Satisfiable::Yes) samples.push_back(sample(one));
      if (answer != Satisfiable::No) return false;
    }
    return true;
  }

  // Conditions that stay as they are tell runs from each other: each kind has ranks of its own.

  std::optional<Ranks> split(const std::vector<Transition>& transitions,
                             const std::vector<Sample>& samples, std::size_t splits, Ranks first) {
    if (splits == 0) return std::nullopt;
    for (const ExprId condition : guesses_.splits) {
      if (questions_.is_over()) return std::nullopt;
      if (!stays(condition, transitions, samples)) continue;
      const std::optional<Ranks> yes = run(under(condition, transitions), splits - 1);
      if (!yes) continue;
      const std::optional<Ranks> no =
          run(under(e_.unary(Op::Not, condition), transitions), splits - 1);
      if (!no) continue;
      for (std::size_t i = 0; i < nodes_; ++i) add_chosen(condition, (*yes)[i], (*no)[i], first[i]);
      return first;
    }
    return std::nullopt;
  }

  bool stays(ExprId condition, const std::vector<Transition>& transitions,
             const std::vector<Sample>& samples) {
    bool is_true = false;
    bool is_false = false;
    for (const Sample& one : samples) {
      const std::uint64_t before = value(one, condition, false);
      if (before != value(one, condition, true)) return false;
      is_true = is_true || before != 0;
      is_false = is_false || before == 0;
    }
    if (!is_true || !is_false) return false;
    return std::ranges::all_of(transitions, [&](const Transition& one) {
      std::vector<ExprId> conditions = one.conditions;
      conditions.push_back(e_.binary(Op::Xor, segments_.in_state(condition, one.before),
                                     segments_.in_state(condition, one.after)));
      return questions_.check(conditions) == Satisfiable::No;
    });
  }

  std::vector<Transition> under(ExprId condition, std::vector<Transition> transitions) {
    for (Transition& one : transitions)
      one.conditions.push_back(segments_.in_state(condition, one.before));
    return transitions;
  }

  void add_chosen(ExprId condition, const std::vector<ExprId>& yes, const std::vector<ExprId>& no,
                  std::vector<ExprId>& out) {
    const ExprId nothing = e_.constant(rank_width, 0);
    for (std::size_t i = 0; i < std::max(yes.size(), no.size()); ++i)
      out.push_back(e_.conditional(condition, i < yes.size() ? yes[i] : nothing,
                                   i < no.size() ? no[i] : nothing));
  }
};

}  // namespace

std::optional<Ranks> find_ranks(std::size_t nodes, const std::vector<Transition>& transitions,
                                const Guesses& guesses, Questions& questions) {
  return Ranker(nodes, guesses, questions).run(transitions, most_splits);
}

}  // namespace hardbop::rank
