// SPDX-License-Identifier: MIT
#include "base/sat/solver.hpp"

#include <cadical.hpp>
#include <cstdlib>
#include <new>
#include <utility>

#include "base/sat/proof_recorder.hpp"
#include "base/util/invariant.hpp"

namespace hardbop::sat {

/// What is recorded for a refutation.
struct Solver::Record {
  ProofRecorder recorder;
  Clauses formula;
  std::vector<Literal> assumptions;  // of the last question
};

class Solver::Implementation final : private CaDiCaL::Terminator {
 public:
  explicit Implementation(Budget& budget) : budget_(budget) {
    solver_->set("quiet", 1);
    solver_->set("phase", 0);  // where nothing else matters, words are zero
    solver_->connect_terminator(this);
  }
  Implementation(const Implementation&) = delete;
  Implementation& operator=(const Implementation&) = delete;
  ~Implementation() override = default;

  // CaDiCaL's destructor is not prepared for an allocation that failed in the middle of its work:
  // it frees what it does not have. Such a solver is left in memory, and no longer used.
  template <typename Work>
  auto use(const Work& work) {
    if (!solver_) throw std::bad_alloc();
    try {
      return work(*solver_);
    } catch (...) {
      static_cast<void>(solver_.release());
      throw;
    }
  }

  void add(std::span<const Literal> literals) {
    use([&](CaDiCaL::Solver& solver) {
      for (const Literal literal : literals) solver.add(literal);
      solver.add(0);
    });
  }

 private:
  std::unique_ptr<CaDiCaL::Solver> solver_ = std::make_unique<CaDiCaL::Solver>();
  Budget& budget_;

  bool terminate() override { return budget_.poll() != StopReason::None; }
};

Solver::Solver(Budget& budget, Recording recording)
    : record_(recording == Recording::Proofs ? std::make_unique<Record>() : nullptr),
      implementation_(std::make_unique<Implementation>(budget)),
      always_(fresh()) {
  if (record_)
    implementation_->use(
        [&](CaDiCaL::Solver& solver) { solver.trace_proof(record_->recorder.stream(), "proof"); });
  clause({always_});
}

Solver::~Solver() = default;

void Solver::clause(std::span<const Literal> literals) {
  implementation_->add(literals);
  if (record_) record_->formula.add(literals);
}

void Solver::lemma(std::span<const Literal> literals) {
  if (record_) {
    implementation_->use([](CaDiCaL::Solver& solver) { solver.flush_proof_trace(); });
    record_->recorder.add(literals);
  }
  implementation_->add(literals);
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

Satisfiable Solver::solve(std::span<const Literal> assumptions, std::optional<int> conflicts) {
  if (record_) {
    implementation_->use([](CaDiCaL::Solver& solver) { solver.flush_proof_trace(); });
    record_->recorder.begin_question();
    record_->assumptions.assign(assumptions.begin(), assumptions.end());
  }
  const int answer = implementation_->use([&](CaDiCaL::Solver& solver) {
    for (const Literal literal : assumptions) solver.assume(literal);
    if (conflicts) solver.limit("conflicts", *conflicts);
    return solver.solve();
  });
  switch (answer) {
    case 10: return Satisfiable::Yes;
    case 20: return Satisfiable::No;
    default: return Satisfiable::Unknown;
  }
}

bool Solver::value(Literal literal) const {
  const int value =
      implementation_->use([&](CaDiCaL::Solver& solver) { return solver.val(std::abs(literal)); });
  return (value > 0) == (literal > 0);
}

Refutation Solver::take_refutation() {
  HARDBOP_INVARIANT(record_, "a solver should record what it is asked to prove");
  implementation_->use([](CaDiCaL::Solver& solver) { solver.flush_proof_trace(); });
  Refutation out{std::move(record_->formula), record_->recorder.take_proof()};
  for (const Literal literal : record_->assumptions) out.formula.add({&literal, 1});
  out.proof.add({});
  return out;
}

}  // namespace hardbop::sat
