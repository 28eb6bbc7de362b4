// SPDX-License-Identifier: MIT
// A SAT solver (CaDiCaL) with gates: literals for what formulas are made of.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "base/util/budget.hpp"

namespace hardbop::sat {

enum class Satisfiable : std::uint8_t { No, Yes, Unknown };

/// A variable's number, negative for its negation; never 0.
using Literal = int;

class Solver {
 public:
  explicit Solver(Budget& budget);
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;
  ~Solver();

  /// The literal that is true.
  [[nodiscard]] Literal always() const { return always_; }
  /// One of which nothing is known.
  [[nodiscard]] Literal fresh() { return ++last_; }
  /// One of these is true.
  void clause(std::span<const Literal> literals);
  void clause(std::initializer_list<Literal> literals) {
    clause(std::span(literals.begin(), literals.size()));
  }

  [[nodiscard]] Literal conjunction(Literal a, Literal b);
  [[nodiscard]] Literal iff(Literal a, Literal b);
  [[nodiscard]] Literal choice(Literal condition, Literal then, Literal otherwise);

  /// Whether all clauses can be true, and these; unknown where the budget is spent.
  [[nodiscard]] Satisfiable solve(std::span<const Literal> assumptions);
  /// After Yes: whether it is true.
  [[nodiscard]] bool value(Literal literal) const;

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
  Literal last_ = 0;
  Literal always_ = 0;
};

}  // namespace hardbop::sat
