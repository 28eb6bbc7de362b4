// SPDX-License-Identifier: MIT
// Literals, and clauses of them: a formula in conjunctive normal form, or the lemmas of a proof.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace hardbop::sat {

/// A variable's number, negative for its negation; never 0.
using Literal = int;

/// Clauses one behind the other in one piece of memory, as there may be millions of them.
class Clauses {
 public:
  void add(std::span<const Literal> literals) {
    literals_.insert(literals_.end(), literals.begin(), literals.end());
    ends_.push_back(literals_.size());
  }

  [[nodiscard]] std::size_t size() const { return ends_.size(); }
  [[nodiscard]] std::span<const Literal> operator[](std::size_t number) const {
    const std::size_t begin = number == 0 ? 0 : ends_[number - 1];
    return std::span(literals_).subspan(begin, ends_[number] - begin);
  }

  /// The largest number of a variable; 0 where there is none.
  [[nodiscard]] Literal last_variable() const {
    Literal last = 0;
    for (const Literal literal : literals_) last = std::max(last, literal < 0 ? -literal : literal);
    return last;
  }

  friend bool operator==(const Clauses&, const Clauses&) = default;

 private:
  std::vector<Literal> literals_;
  std::vector<std::size_t> ends_;  // of each clause
};

}  // namespace hardbop::sat
