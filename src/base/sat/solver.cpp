// SPDX-License-Identifier: MIT
#include "base/sat/solver.hpp"

#include <cadical.hpp>
#include <cstdlib>
#include <utility>

#include "base/sat/proof_recorder.hpp"
#include "base/util/invariant.hpp"

namespace hardbop::sat {

class Solver::Implementation final : private CaDiCaL::Terminator {
 public:
  Implementation(Budget& budget, Recording recording) : budget_(budget) {
    solver.set("quiet", 1);
    if (recording == Recording::Proofs) {
      record = std::make_unique<Record>();
      solver.trace_proof(record->recorder.stream(), "proof");
    }
    solver.connect_terminator(this);
  }
  Implementation(const Implementation&) = delete;
  Implementation& operator=(const Implementation&) = delete;
  ~Implementation() override { solver.disconnect_terminator(); }

  struct Record {
    ProofRecorder recorder;
    Clauses formula;
    std::vector<Literal> assumptions;
  };

  std::unique_ptr<Record> record;  // where there is one; the solver writes to it to its end
  CaDiCaL::Solver solver;

 private:
  Budget& budget_;

  bool terminate() override { return budget_.poll() != StopReason::None; }
};

Solver::Solver(Budget& budget, Recording recording)
    : implementation_(std::make_unique<Implementation>(budget, recording)), always_(fresh()) {
  clause({always_});
}

Solver::~Solver() = default;

void Solver::clause(std::span<const Literal> literals) {
  for (const Literal literal : literals) implementation_->solver.add(literal);
  implementation_->solver.add(0);
  if (implementation_->record) implementation_->record->formula.add(literals);
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
  if (implementation_->record) {
    implementation_->record->assumptions.assign(assumptions.begin(), assumptions.end());
    implementation_->solver.flush_proof_trace();
    implementation_->record->recorder.begin_question();
  }
  switch (implementation_->solver.solve()) {
    case 10: return Satisfiable::Yes;
    case 20: return Satisfiable::No;
    default: return Satisfiable::Unknown;
  }
}

bool Solver::value(Literal literal) const {
  const bool value = implementation_->solver.val(std::abs(literal)) > 0;
  return value == (literal > 0);
}

Refutation Solver::take_refutation() {
  HARDBOP_INVARIANT(implementation_->record, "a solver should record what it is asked to prove");
  implementation_->solver.flush_proof_trace();
  Implementation::Record& record = *implementation_->record;
  Refutation out{std::move(record.formula), record.recorder.take_proof()};
  for (const Literal literal : record.assumptions) out.formula.add({&literal, 1});
  out.proof.add({});
  return out;
}

}  // namespace hardbop::sat
