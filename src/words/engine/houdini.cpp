// SPDX-License-Identifier: MIT
#include "words/engine/houdini.hpp"

#include <algorithm>

namespace hardbop::words {

namespace {

using sat::Satisfiable;

sat::Satisfiable to_sat(smt::Satisfiable answer) {
  if (answer == smt::Satisfiable::Unknown) return Satisfiable::Unknown;
  return answer == smt::Satisfiable::Yes ? Satisfiable::Yes : Satisfiable::No;
}

class Dropping {
 public:
  Dropping(std::vector<bool>& is_kept, const CandidateQuestions& questions)
      : is_kept_(is_kept), questions_(questions) {}

  bool run() {
    while (std::ranges::find(is_kept_, true) != is_kept_.end()) {
      const Satisfiable found = questions_.ask(std::nullopt);
      if (found == Satisfiable::No) return true;
      if (questions_.is_over()) return false;
      if (found == Satisfiable::Yes && drop_shown()) continue;
      return !drop_one_by_one();
    }
    return true;
  }

 private:
  std::vector<bool>& is_kept_;
  const CandidateQuestions& questions_;

  /// Whether there was something that is false in what was found.
  bool drop_shown() {
    bool has_dropped = false;
    for (std::size_t i = 0; i < is_kept_.size(); ++i) {
      if (!is_kept_[i] || !questions_.is_false(i)) continue;
      is_kept_[i] = false;
      has_dropped = true;
    }
    return has_dropped;
  }

  bool drop_one_by_one() {
    bool has_dropped = false;
    for (std::size_t i = 0; i < is_kept_.size(); ++i) {
      if (!is_kept_[i]) continue;
      const Satisfiable found = questions_.ask(i);
      if (questions_.is_over()) return true;
      if (found == Satisfiable::No) continue;
      if (found == Satisfiable::Yes) drop_shown();
      is_kept_[i] = false;
      has_dropped = true;
    }
    return has_dropped;
  }
};

}  // namespace

bool drop_false(std::vector<bool>& is_kept, const CandidateQuestions& questions) {
  return Dropping(is_kept, questions).run();
}

bool drop_false(std::vector<bool>& is_kept, const Implication& implication) {
  Expressions& e = implication.expressions;
  const std::vector<ExprId>& candidates = implication.candidates;
  std::vector<ExprId> assumptions;
  const auto ask = [&](std::optional<std::size_t> one) {
    if (!one) assumptions = implication.assumptions();
    ExprId all = e.truth(true);
    for (std::size_t i = 0; i < candidates.size(); ++i)
      if (one ? i == *one : static_cast<bool>(is_kept[i]))
        all = e.binary(Op::And, all, candidates[i]);
    std::vector<ExprId> asked = assumptions;
    asked.push_back(e.unary(Op::Not, all));
    return to_sat(implication.check(asked));
  };
  const auto is_false = [&](std::size_t i) { return implication.value(candidates[i]) == 0; };
  return drop_false(is_kept, CandidateQuestions{ask, is_false, implication.is_over});
}

}  // namespace hardbop::words
