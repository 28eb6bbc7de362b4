// SPDX-License-Identifier: MIT
#include "words/engine/houdini.hpp"

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
    const Part all{0, is_kept_.size()};
    while (keeps_some(all)) {
      const Satisfiable found = questions_.ask(all);
      if (found == Satisfiable::No) return true;
      if (questions_.is_over()) return false;
      if (found == Satisfiable::Yes && drop_shown()) continue;
      return !drop_in_halves(all);
    }
    return true;
  }

 private:
  std::vector<bool>& is_kept_;
  const CandidateQuestions& questions_;

  [[nodiscard]] bool keeps_some(Part part) const {
    for (std::size_t i = part.begin; i < part.end; ++i)
      if (is_kept_[i]) return true;
    return false;
  }

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

  /// Whether something was dropped, or it is over.
  bool drop_in_halves(Part part) {
    const std::size_t middle = part.begin + (part.end - part.begin) / 2;
    const bool has_dropped = drop_of({part.begin, middle});
    return drop_of({middle, part.end}) || has_dropped;
  }

  bool drop_of(Part part) {
    bool has_dropped = false;
    while (keeps_some(part)) {
      const Satisfiable found = questions_.ask(part);
      if (questions_.is_over()) return true;
      if (found == Satisfiable::No) break;
      const bool is_shown = found == Satisfiable::Yes && drop_shown();
      has_dropped = has_dropped || is_shown;
      if (is_shown) continue;
      if (!part.is_one()) return drop_in_halves(part) || has_dropped;
      is_kept_[part.begin] = false;
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
  const auto ask = [&](Part part) {
    if (part == Part{0, candidates.size()}) assumptions = implication.assumptions();
    ExprId all = e.truth(true);
    for (std::size_t i = part.begin; i < part.end; ++i)
      if (is_kept[i]) all = e.binary(Op::And, all, candidates[i]);
    std::vector<ExprId> asked = assumptions;
    asked.push_back(e.unary(Op::Not, all));
    return to_sat(implication.check(asked));
  };
  const auto is_false = [&](std::size_t i) { return implication.value(candidates[i]) == 0; };
  return drop_false(is_kept, CandidateQuestions{ask, is_false, implication.is_over});
}

}  // namespace hardbop::words
