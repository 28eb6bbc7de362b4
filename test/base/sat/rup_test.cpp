// SPDX-License-Identifier: MIT
// Proofs of the solver are accepted, trimmed or not; spoilt ones are refused at the step at which a
// naive checker refuses them.
#include "base/sat/rup.hpp"

#include <gtest/gtest.h>

#include "base/sat/naive_rup.hpp"
#include "base/sat/refutations.hpp"
#include "base/sat/trim.hpp"
#include "repetitions.hpp"

namespace hardbop::sat {
namespace {

using Status = RupVerdict::Status;

Clauses formula_of(std::initializer_list<std::vector<Literal>> clauses) {
  Clauses out;
  for (const std::vector<Literal>& clause : clauses) out.add(clause);
  return out;
}

/// In the form of a file.
ClausalProof proof_of(std::string_view text) {
  Diagnostics diagnostics;
  std::optional<ClausalProof> proof = read_proof(text, diagnostics);
  EXPECT_TRUE(proof) << text;
  return std::move(proof).value_or(ClausalProof());
}

RupVerdict check(const Clauses& formula, const ClausalProof& proof) {
  Budget budget;
  return check_rup(formula, proof, budget);
}

std::string check(const Clauses& formula, std::string_view proof) {
  const RupVerdict verdict = check(formula, proof_of(proof));
  if (verdict.status == Status::Valid) return "valid";
  return std::to_string(verdict.step) + ": " + verdict.reason;
}

const Clauses square = formula_of({{1, 2}, {1, -2}, {-1, 2}, {-1, -2}});
constexpr std::string_view does_not_follow = ": the lemma does not follow by unit propagation";

TEST(Rup, a_lemma_follows_where_its_negation_is_contradictory) {
  EXPECT_EQ(check(square, "1 0 0"), "valid");
  EXPECT_EQ(check(square, "-2 0 0"), "valid");
  EXPECT_EQ(check(square, "1 -1 0 2 2 0 0"), "valid");
  EXPECT_EQ(check(square, "0"), "1" + std::string(does_not_follow));
  EXPECT_EQ(check(formula_of({{1, 2}, {1, -2}}), "1 0 2 0 0"), "2" + std::string(does_not_follow));
}

TEST(Rup, a_proof_has_the_empty_clause) {
  EXPECT_EQ(check(square, "1 0"), "2: the proof ends without the empty clause");
  EXPECT_EQ(check(square, ""), "1: the proof ends without the empty clause");
  EXPECT_EQ(check(square, "d 0 1 0 d 0"), "4: the proof ends without the empty clause");
  EXPECT_EQ(check(formula_of({{}}), ""), "1: the proof ends without the empty clause");
  EXPECT_EQ(check(formula_of({{}}), "0"), "valid");
  EXPECT_EQ(check(formula_of({{1}, {-1}}), "0"), "valid");
  EXPECT_EQ(check(Clauses(), "0"), "1" + std::string(does_not_follow));
}

TEST(Rup, variables_that_the_formula_does_not_have_are_refused) {
  EXPECT_EQ(check(square, "1 0 3 1 0 0"), "2: the formula has no variable of literal 3");
  EXPECT_EQ(check(square, "-2147483647 0"),
            "1: the formula has no variable of literal -2147483647");
  ClausalProof proof;
  proof.add(std::vector{std::numeric_limits<Literal>::min()});
  EXPECT_EQ(check(square, proof).status, Status::Invalid);
}

TEST(Rup, what_is_deleted_cannot_be_used) {
  EXPECT_EQ(check(square, "d 2 1 0 1 0 0"), "2" + std::string(does_not_follow));
  EXPECT_EQ(check(square, "1 2 0 d 2 1 0 1 0 0"), "valid") << "it is there twice";
  EXPECT_EQ(check(square, "d 1 2 -2 0 1 0 0"), "valid") << "there is no such clause";
}

TEST(Rup, what_made_a_literal_true_is_not_deleted) {
  const Clauses chain = formula_of({{1}, {-1, 2}, {-2, 3}, {-3, 4, 5}, {-3, 4, -5}, {-4, -3}});
  EXPECT_EQ(check(chain, "d 1 0 d -1 2 0 d 3 -2 0 4 0 0"), "valid");
}

TEST(Rup, a_spent_budget_is_no_verdict) {
  const std::atomic<bool> cancel = true;
  Limits limits;
  limits.cancel = &cancel;
  Budget budget(limits);
  EXPECT_EQ(check_rup(square, proof_of("1 0 0"), budget).status, Status::OutOfBudget);
  Budget another(limits);
  EXPECT_EQ(trim(square, proof_of("1 0 0"), another).verdict.status, Status::OutOfBudget);
}

std::size_t lemmas(const ClausalProof& proof) {
  return without_deletions(proof).size();
}

void expect_valid(const Refutation& refutation) {
  const RupVerdict verdict = check(refutation.formula, refutation.proof);
  EXPECT_EQ(verdict.status, Status::Valid) << verdict.step << ": " << verdict.reason;
  Budget budget;
  const Trimmed trimmed = trim(refutation.formula, refutation.proof, budget);
  ASSERT_EQ(trimmed.verdict.status, Status::Valid)
      << trimmed.verdict.step << ": " << trimmed.verdict.reason;
  EXPECT_LE(lemmas(trimmed.proof), lemmas(refutation.proof));
  const RupVerdict again = check(refutation.formula, trimmed.proof);
  EXPECT_EQ(again.status, Status::Valid) << again.step << ": " << again.reason;
  EXPECT_EQ(proof_of(write_proof(trimmed.proof)), trimmed.proof);
}

TEST(Rup, accepts_what_the_solver_says_of_pigeons) {
  for (int pigeons = 2; pigeons <= 8; ++pigeons) {
    const auto refutation = refute(pigeonhole(pigeons));
    ASSERT_TRUE(refutation);
    expect_valid(*refutation);
  }
}

TEST(Rup, accepts_what_the_solver_says_of_parities) {
  for (unsigned seed = 0; seed < test::repetitions(10); ++seed) {
    std::mt19937 random(seed);
    const auto refutation = refute(parity(6 + 4 * static_cast<int>(seed), random));
    ASSERT_TRUE(refutation);
    expect_valid(*refutation);
  }
}

TEST(Rup, accepts_what_the_solver_says_of_random_formulas) {
  unsigned refuted = 0;
  for (unsigned seed = 0; seed < test::repetitions(50); ++seed) {
    std::mt19937 random(seed);
    const int variables = 10 + 3 * static_cast<int>(seed);
    const auto refutation = refute(random_formula(variables, variables * 5, random));
    if (!refutation) continue;
    ++refuted;
    expect_valid(*refutation);
  }
  EXPECT_GT(refuted, test::repetitions(50) / 2);
}

/// One thing is changed: a literal, a lemma, the formula.
void spoil(Refutation& refutation, std::mt19937& random) {
  const ClausalProof proof = without_deletions(refutation.proof);
  const std::size_t victim = random() % proof.size();
  refutation.proof = {};
  const std::size_t kind = random() % 5;
  for (std::size_t i = 0; i < proof.size(); ++i) {
    std::vector<Literal> clause(proof[i].clause.begin(), proof[i].clause.end());
    if (i == victim && kind == 0) continue;
    if (i == victim && !clause.empty()) {
      Literal& literal = clause[random() % clause.size()];
      if (kind == 1) literal = -literal;
      if (kind == 2) literal = random_literal(refutation.formula.last_variable(), random);
      if (kind == 3) std::erase(clause, Literal(literal));
    }
    refutation.proof.add(clause);
  }
  if (kind != 4) return;
  Clauses formula;
  const std::size_t dropped = random() % refutation.formula.size();
  for (std::size_t i = 0; i < refutation.formula.size(); ++i)
    if (i != dropped) formula.add(refutation.formula[i]);
  formula.add(std::vector{1, refutation.formula.last_variable()});  // so that no variable is lost
  refutation.formula = formula;
}

TEST(Rup, refuses_spoilt_proofs_where_they_no_longer_follow) {
  unsigned refused = 0;
  unsigned accepted = 0;
  for (unsigned seed = 0; seed < test::repetitions(1000); ++seed) {
    std::mt19937 random(seed);
    auto refutation = refute(seed % 3 == 0   ? pigeonhole(4)
                             : seed % 3 == 1 ? parity(6, random)
                                             : random_formula(12, 60, random));
    if (!refutation) continue;
    Budget budget;
    refutation->proof = trim(refutation->formula, refutation->proof, budget).proof;
    spoil(*refutation, random);
    const RupVerdict verdict = check(refutation->formula, refutation->proof);
    const std::size_t expected = first_wrong_step(refutation->formula, refutation->proof);
    EXPECT_EQ(verdict.status == Status::Valid ? 0 : verdict.step, expected) << "seed " << seed;
    ++(expected == 0 ? accepted : refused);
    const Trimmed trimmed = trim(refutation->formula, refutation->proof, budget);
    if (trimmed.verdict.status == Status::Valid) {
      EXPECT_EQ(first_wrong_step(refutation->formula, trimmed.proof), 0U) << "seed " << seed;
    } else {
      EXPECT_NE(expected, 0U) << "seed " << seed;
    }
  }
  EXPECT_GT(refused, test::repetitions(100));
  EXPECT_GT(accepted, test::repetitions(100));
}

/// Steps that nobody planned, over few variables, so that many follow.
TEST(Rup, agrees_with_a_naive_checker_on_random_steps) {
  unsigned valid = 0;
  for (unsigned seed = 0; seed < test::repetitions(5000); ++seed) {
    std::mt19937 random(seed);
    const Clauses formula = random_formula(4, 16 + static_cast<int>(random() % 8), random);
    ClausalProof lemmas;
    ClausalProof proof;
    for (int i = 0; i < 12; ++i) {
      std::vector<Literal> clause;
      for (std::size_t size = random() % 4 + (i < 8 ? 1 : 0); size > 0; --size)
        clause.push_back(random_literal(formula.last_variable(), random));
      lemmas.add(clause);
      random() % 3 == 0 ? proof.remove(formula[random() % formula.size()]) : proof.add(clause);
    }
    const std::size_t expected = first_wrong_step(formula, lemmas);
    const RupVerdict verdict = check(formula, lemmas);
    EXPECT_EQ(verdict.status == Status::Valid ? 0 : verdict.step, expected) << "seed " << seed;
    valid += expected == 0 ? 1 : 0;
    if (check(formula, proof).status == Status::Valid) {
      EXPECT_EQ(first_wrong_step(formula, proof), 0U) << "seed " << seed;
    }
  }
  EXPECT_GT(valid, 0U);
}

}  // namespace
}  // namespace hardbop::sat
