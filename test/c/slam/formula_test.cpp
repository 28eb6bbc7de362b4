// SPDX-License-Identifier: MIT
// Formulas for people say what functions say.
#include "c/slam/formula.hpp"

#include <gtest/gtest.h>
#include <random>

namespace hardbop::slam {

namespace {

using bdd::Bdd;

struct Variables {
  bdd::Manager manager;
  std::vector<bdd::Var> all;

  explicit Variables(std::size_t count) : all(manager.new_vars(count)) {}

  [[nodiscard]] Bdd random(std::mt19937& choose, unsigned cubes) const {
    Bdd out = manager.zero();
    for (unsigned i = 0; i < cubes; ++i) {
      Bdd cube = manager.one();
      for (const bdd::Var x : all)
        if (choose() % 2 == 0) cube &= manager.literal({x, choose() % 2 == 0});
      out |= cube;
    }
    return out;
  }

  [[nodiscard]] Bdd any(const Literals& literals) const {
    Bdd out = manager.zero();
    for (const bdd::Literal& literal : literals) out |= manager.literal(literal);
    return out;
  }

  [[nodiscard]] Bdd meaning(const Formula& formula) const {
    Bdd out = manager.one();
    for (const bdd::Literal& fact : formula.facts) out &= manager.literal(fact);
    for (const Literals& clause : formula.clauses) out &= any(clause);
    if (formula.cases.empty()) return out;
    Bdd cases = manager.zero();
    for (const Literals& cube : formula.cases) cases |= manager.cube(cube);
    return out & cases;
  }
};

std::size_t length(const Formula& formula) {
  std::size_t out = formula.facts.size();
  for (const Literals& cube : formula.cases) out += cube.size();
  for (const Literals& clause : formula.clauses) out += clause.size();
  return out;
}

TEST(Formula, says_what_a_small_function_says_of_what_is_possible) {
  const Variables four(4);
  std::mt19937 choose(7);
  for (int i = 0; i < 2000; ++i) {
    const Bdd f = four.random(choose, 4);
    const Bdd possible = four.random(choose, 6);
    if (!bdd::intersects(f, possible)) continue;
    const Bdd said = four.meaning(to_formula(four.manager, f, possible)) & possible;
    ASSERT_EQ(said, f & possible);
  }
}

TEST(Formula, does_not_say_what_follows) {
  const Variables three(3);
  const Bdd a = three.manager.var(three.all[0]);
  const Bdd b = three.manager.var(three.all[1]);
  const Bdd c = three.manager.var(three.all[2]);
  const Formula formula = to_formula(three.manager, a & ~b & (c | b), ~(a & b));
  EXPECT_EQ(formula.facts, (Literals{{three.all[0], true}, {three.all[2], true}}));
  EXPECT_TRUE(formula.cases.empty());
  EXPECT_TRUE(formula.clauses.empty());
}

TEST(Formula, takes_the_shorter_of_cases_and_clauses) {
  const Variables four(4);
  const auto var = [&](std::size_t i) { return four.manager.var(four.all[i]); };
  const Formula cases = to_formula(four.manager, (var(0) & var(1)) | (~var(0) & ~var(1) & var(2)),
                                   four.manager.one());
  EXPECT_EQ(cases.cases.size(), 2U);
  const Formula clauses =
      to_formula(four.manager, (var(0) | var(1)) & (var(2) | var(3)), four.manager.one());
  EXPECT_EQ(clauses.clauses.size(), 2U);
  EXPECT_TRUE(clauses.cases.empty());
}

TEST(Formula, of_what_cannot_be_read_says_pairs) {
  const Variables many(24);
  const auto var = [&](std::size_t i) { return many.manager.var(many.all[i]); };
  Bdd odd = var(0);
  for (std::size_t i = 1; i < 20; ++i) odd = odd ^ var(i);
  const Bdd f = odd & var(20) & (var(21) | ~var(22));
  const Formula formula = to_formula(many.manager, f, many.manager.one());
  EXPECT_LE(length(formula), 40U);
  EXPECT_TRUE(f <= many.meaning(formula));
  EXPECT_EQ(formula.facts, (Literals{{many.all[20], true}}));
  EXPECT_EQ(formula.clauses,
            (std::vector<Literals>{{{many.all[21], true}, {many.all[22], false}}}));
}

}  // namespace

}  // namespace hardbop::slam
