// SPDX-License-Identifier: MIT
#include "base/sat/solver.hpp"

#include <cadical.hpp>

namespace hardbop::sat {

class Solver::Implementation final : private CaDiCaL::Terminator {
 public:
  explicit Implementation(Budget& budget) : budget_(budget) {
    solver.set("quiet", 1);
    solver.connect_terminator(this);
  }
  Implementation(const Implementation&) = delete;
  Implementation& operator=(const Implementation&) = delete;
  ~Implementation() override { solver.disconnect_terminator(); }

  CaDiCaL::Solver solver;

 private:
  Budget& budget_;

  bool terminate() override { return budget_.poll() != StopReason::None; }
};

Solver::Solver(Budget& budget)
    : implementation_(std::make_unique<Implementation>(budget)), always_(fresh()) {
  clause({always_});
}

Solver::~Solver() = default;

void Solver::clause(std::span<const Literal> literals) {
  for (const Literal literal : literals) implementation_->solver.add(literal);
  implementation_->solver.add(0);
}

Literal Solver::conjunction(Literal a, Literal b) {
  const Literal out = fresh();
  clause({-out, a});
  clause({-out, b});
  clause({out, -a, -b});
  return out;
}

Literal Solver::iff(Literal a, Literal b) {
  const Literal out = fresh();
  clause({-out, -a, b});
  clause({-out, a, -b});
  clause({out, a, b});
  clause({out, -a, -b});
  return out;
}

Literal Solver::choice(Literal condition, Literal then, Literal otherwise) {
  const Literal out = fresh();
  clause({-out, -condition, then});
  clause({out, -condition, -then});
  clause({-out, condition, otherwise});
  clause({out, condition, -otherwise});
  clause({-out, then, otherwise});
  clause({out, -then, -otherwise});
  return out;
}

Satisfiable Solver::solve(std::span<const Literal> assumptions) {
  for (const Literal literal : assumptions) implementation_->solver.assume(literal);
  switch (implementation_->solver.solve()) {
    case 10: return Satisfiable::Yes;
    case 20: return Satisfiable::No;
    default: return Satisfiable::Unknown;
  }
}

bool Solver::value(Literal literal) const {
  return implementation_->solver.val(literal) == literal;
}

}  // namespace hardbop::sat
