// SPDX-License-Identifier: MIT
// Circuits as clauses [tseitin68]: a literal for each gate that is asked for, with all below it.
// They only say what gates are, so they can be true whatever is asked; what is asked is assumed.
#pragma once

#include <optional>
#include <vector>

#include "base/sat/solver.hpp"
#include "words/engine/bmc/aig.hpp"

namespace hardbop::bmc {

/// Who takes the clauses.
class ClauseSink {
 public:
  ClauseSink() = default;
  ClauseSink(const ClauseSink&) = delete;
  ClauseSink& operator=(const ClauseSink&) = delete;
  virtual ~ClauseSink() = default;

  /// The literal that is true.
  [[nodiscard]] virtual sat::Literal always() const = 0;
  [[nodiscard]] virtual sat::Literal fresh() = 0;
  virtual void clause(std::span<const sat::Literal> literals) = 0;
};

class SolverSink final : public ClauseSink {
 public:
  explicit SolverSink(sat::Solver& solver) : solver_(solver) {}

  [[nodiscard]] sat::Literal always() const override { return solver_.always(); }
  [[nodiscard]] sat::Literal fresh() override { return solver_.fresh(); }
  void clause(std::span<const sat::Literal> literals) override { solver_.clause(literals); }

 private:
  sat::Solver& solver_;
};

/// Keeps them, the same as a solver gets.
class FormulaSink final : public ClauseSink {
 public:
  FormulaSink() { formula.add(std::span(&last_, 1)); }

  sat::Clauses formula;

  [[nodiscard]] sat::Literal always() const override { return 1; }
  [[nodiscard]] sat::Literal fresh() override { return ++last_; }
  void clause(std::span<const sat::Literal> literals) override { formula.add(literals); }

 private:
  sat::Literal last_ = 1;
};

class Cnf {
 public:
  Cnf(const Aig& aig, ClauseSink& sink) : aig_(aig), sink_(sink) {}

  [[nodiscard]] sat::Literal literal(Edge edge);
  /// Nothing where there would be more clauses.
  [[nodiscard]] std::optional<sat::Literal> literal(Edge edge, std::uint64_t most_clauses);
  /// Nothing where no gate that was asked for depends on it.
  [[nodiscard]] std::optional<sat::Literal> known(Edge edge) const;
  [[nodiscard]] std::uint64_t clauses() const { return clauses_; }

 private:
  const Aig& aig_;
  ClauseSink& sink_;
  std::vector<sat::Literal> literals_;  // by node; 0: none yet
  std::vector<std::uint32_t> stack_;
  std::uint64_t clauses_ = 0;

  /// A choice between two, negated.
  struct Choice {
    Edge condition = Aig::never;
    Edge a = Aig::never;
    Edge b = Aig::never;
  };
  [[nodiscard]] std::optional<Choice> choice(const Aig::Node& node) const;
  [[nodiscard]] bool ask(Edge edge);
  [[nodiscard]] bool define(std::uint32_t node);
  [[nodiscard]] sat::Literal of(Edge edge) const;
  void clause(std::initializer_list<sat::Literal> literals);
};

}  // namespace hardbop::bmc
