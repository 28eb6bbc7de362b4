// SPDX-License-Identifier: MIT
// Which of many candidates for invariants are true, after [flanagan01]: what a run makes false is
// dropped, until no run makes anything false. Engines differ in what they ask, and whom.
#pragma once

#include <functional>
#include <vector>

#include "base/expression/expression.hpp"
#include "base/sat/solver.hpp"
#include "base/smt/solver.hpp"

namespace hardbop::words {

/// Candidates from one number to before another.
struct Part {
  std::size_t begin = 0;
  std::size_t end = 0;

  [[nodiscard]] bool contains(std::size_t i) const { return begin <= i && i < end; }
  [[nodiscard]] bool is_one() const { return end - begin == 1; }
  friend bool operator==(const Part&, const Part&) = default;
};

/// Of candidates, each of which is kept or not, by number.
struct CandidateQuestions {
  /// Whether one of those of the part that are kept can be false.
  std::function<sat::Satisfiable(Part part)> ask;
  /// After Yes: whether it is false in what was found.
  std::function<bool(std::size_t candidate)> is_false;
  /// Nothing more is asked then.
  std::function<bool()> is_over;
};

/// Drops what can be false. What is too much at once is asked in halves, and dropped where it is
/// not known of one alone. True: none of those that are left can be false. Else something was
/// dropped from a part that others may rest on, or it is over.
bool drop_false(std::vector<bool>& is_kept, const CandidateQuestions& questions);

/// Candidates that are to follow from assumptions, and a solver to ask.
struct Implication {
  Expressions& expressions;
  std::vector<ExprId> candidates;
  /// May rest on those that are kept.
  std::function<std::vector<ExprId>()> assumptions;
  std::function<smt::Satisfiable(const std::vector<ExprId>&)> check;
  std::function<std::uint64_t(ExprId)> value;  // after Yes
  std::function<bool()> is_over;
};
bool drop_false(std::vector<bool>& is_kept, const Implication& implication);

/// Those of all that are kept.
template <typename T>
[[nodiscard]] std::vector<T> kept_of(const std::vector<T>& all, const std::vector<bool>& is_kept) {
  std::vector<T> out;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (is_kept[i]) out.push_back(all[i]);
  return out;
}

}  // namespace hardbop::words
