// SPDX-License-Identifier: MIT
// A SAT solver (CaDiCaL) with gates: literals for what formulas are made of. If asked to, it
// records why a formula is unsatisfiable.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "base/sat/clausal_proof.hpp"
#include "base/util/budget.hpp"

namespace hardbop::sat {

enum class Satisfiable : std::uint8_t { No, Yes, Unknown };

/// Clauses that cannot all be true, and why.
struct Refutation {
  Clauses formula;
  ClausalProof proof;
};

/// Where memory is exhausted, std::bad_alloc is thrown, then and by all that is asked later.
class Solver {
 public:
  enum class Recording : std::uint8_t { Nothing, Proofs };

  explicit Solver(Budget& budget, Recording recording = Recording::Nothing);
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
  /// The same of what all clauses imply, as an answer showed: it stays part of what is recorded.
  void lemma(std::span<const Literal> literals);

  [[nodiscard]] Literal conjunction(Literal a, Literal b);
  [[nodiscard]] Literal iff(Literal a, Literal b);
  [[nodiscard]] Literal choice(Literal condition, Literal then, Literal otherwise);

  /// Whether all clauses can be true, and these; unknown where the budget is spent, or after so
  /// many conflicts.
  [[nodiscard]] Satisfiable solve(std::span<const Literal> assumptions,
                                  std::optional<int> conflicts = std::nullopt);
  /// Whether a literal is true in the solution that was found, until a clause is added.
  [[nodiscard]] bool value(Literal literal) const;
  /// Of all clauses and, as clauses of one literal behind them, the last assumptions, where there
  /// is no solution. Only of a solver that records, which cannot be used after this.
  [[nodiscard]] Refutation take_refutation();

 private:
  struct Record;
  class Implementation;
  std::unique_ptr<Record> record_;  // only where recording; the solver writes to it to its end
  std::unique_ptr<Implementation> implementation_;
  Literal last_ = 0;
  Literal always_ = 0;
};

}  // namespace hardbop::sat
