// SPDX-License-Identifier: MIT
// Circuits as clauses [Tseitin 1968]: a literal for each gate that is asked for, with all below it.
// They only say what gates are, so they can be true whatever is asked; what is asked is assumed.
#pragma once

#include <optional>
#include <vector>

#include "base/sat/solver.hpp"
#include "words/engine/bmc/aig.hpp"

namespace hardbop::bmc {

class Cnf {
 public:
  Cnf(const Aig& aig, sat::Solver& solver) : aig_(aig), solver_(solver) {}

  [[nodiscard]] sat::Literal literal(Edge edge);
  /// Nothing where no gate that was asked for depends on it.
  [[nodiscard]] std::optional<sat::Literal> known(Edge edge) const;
  [[nodiscard]] std::uint64_t clauses() const { return clauses_; }

 private:
  const Aig& aig_;
  sat::Solver& solver_;
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
