// SPDX-License-Identifier: MIT
// Equal gates are found; those that only seem equal stay what they are; proofs have all steps.
#include "words/engine/bmc/sweep.hpp"

#include <gtest/gtest.h>

#include "base/sat/trim.hpp"
#include "words/engine/bmc/circuits.hpp"

namespace hardbop::bmc {
namespace {

class Swept : public testing::Test {
 protected:
  explicit Swept(sat::Solver::Recording recording = sat::Solver::Recording::Nothing)
      : solver_(budget_, recording) {}

  Budget budget_;
  Aig aig_;
  Circuits circuits_{aig_};
  sat::Solver solver_;
  SolverSink sink_{solver_};
  Cnf cnf_{aig_, sink_};
  Sweep sweep_{aig_, cnf_, solver_, budget_};

  [[nodiscard]] Bits inputs(std::size_t width) {
    Bits out(width);
    for (Edge& bit : out) bit = aig_.input();
    return out;
  }
  /// That sums of three words depend on the order of addition.
  [[nodiscard]] Edge sums_differ(std::size_t width) {
    const Bits a = inputs(width);
    const Bits b = inputs(width);
    const Bits c = inputs(width);
    const Bits one = circuits_.sum(circuits_.sum(a, b), c);
    const Bits other = circuits_.sum(a, circuits_.sum(b, c));
    return circuits_.any(circuits_.exclusive(one, other));
  }
  [[nodiscard]] sat::Satisfiable ask(Edge root, std::optional<int> conflicts = {}) {
    return solver_.solve(std::vector{cnf_.literal(root)}, conflicts);
  }
};

class SweptWithProof : public Swept {
 protected:
  SweptWithProof() : Swept(sat::Solver::Recording::Proofs) {}
};

TEST_F(Swept, equal_gates_leave_nothing_to_search) {
  const Edge root = sums_differ(6);
  ASSERT_EQ(ask(root, 1), sat::Satisfiable::Unknown);
  sweep_.find_equal(root);
  EXPECT_GT(sweep_.merged(), 6U);
  EXPECT_EQ(ask(root, 1), sat::Satisfiable::No);
}

TEST_F(Swept, what_is_rarely_true_is_not_taken_for_false) {
  const Bits word = inputs(40);
  const Edge is_one_of_many = circuits_.all(word);
  const Edge is_another = circuits_.all(Circuits::complement(word));
  const Edge root = aig_.disjunction(is_one_of_many, is_another);
  static_cast<void>(cnf_.literal(root));
  sweep_.find_equal(root);
  EXPECT_EQ(ask(is_one_of_many), sat::Satisfiable::Yes);
  EXPECT_EQ(ask(is_another), sat::Satisfiable::Yes);
}

TEST_F(Swept, a_gate_that_implies_another_one_is_not_equal_to_it) {
  const Bits word = inputs(40);
  const Edge all = circuits_.all(word);
  const Edge most = circuits_.all(Circuits::part(word, 0, 39));
  const Edge root = aig_.conjunction(most, Aig::negation(all));
  static_cast<void>(cnf_.literal(root));
  sweep_.find_equal(root);
  EXPECT_EQ(ask(root), sat::Satisfiable::Yes);
}

TEST_F(SweptWithProof, lemmas_about_equal_gates_are_steps_of_the_proof) {
  const Edge root = sums_differ(6);
  static_cast<void>(cnf_.literal(root));
  sweep_.find_equal(root);
  ASSERT_EQ(ask(root), sat::Satisfiable::No);
  const sat::Refutation refutation = solver_.take_refutation();
  const sat::Trimmed trimmed = sat::trim(refutation.formula, refutation.proof, budget_);
  EXPECT_EQ(trimmed.verdict.status, sat::RupVerdict::Status::Valid) << trimmed.verdict.reason;
}

}  // namespace
}  // namespace hardbop::bmc
