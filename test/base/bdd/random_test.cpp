// SPDX-License-Identifier: MIT
// Random functions of up to 14 variables and random sequences of operations, against
// truth tables, with collections, sifting, exhausted limits and cancellations in between
// and an audit after each step.
#include <atomic>
#include <gtest/gtest.h>
#include <numeric>

#include "base/util/budget.hpp"
#include "truth_table.hpp"

namespace hardbop::bdd {
namespace {

using Random = std::mt19937;

std::vector<Var> random_vars(unsigned variables, Random& random) {
  std::vector<Var> vars;
  for (Var var = 0; var < variables; ++var)
    if (random() % 3 == 0) vars.push_back(var);
  return vars;
}

std::vector<Var> random_permutation(unsigned variables, Random& random) {
  std::vector<Var> images(variables);
  std::iota(images.begin(), images.end(), 0U);
  std::shuffle(images.begin(), images.end(), random);
  return images;
}

TruthTable permuted_table(const TruthTable& f, const std::vector<Var>& images) {
  std::vector<TruthTable> tables;
  for (Var var = 0; var < f.variables(); ++var)
    tables.push_back(TruthTable::variable(f.variables(), images[var]));
  return f.compose(tables);
}

class RandomFunctions : public ::testing::TestWithParam<unsigned> {};

TEST_P(RandomFunctions, agree_with_truth_tables_under_every_operation) {
  const unsigned variables = GetParam();
  Random random(variables);
  Manager manager({.recursion_limit = variables % 2 == 0 ? 2000U : 2U});
  manager.new_vars(variables);
  const auto same = [&](const Bdd& f, const TruthTable& table) {
    return f == bdd_of(manager, table);
  };
  const TruthTable tf = TruthTable::random(variables, random);
  const TruthTable tg = TruthTable::random(variables, random);
  const TruthTable th = TruthTable::random(variables, random);
  const Bdd f = bdd_of(manager, tf);
  const Bdd g = bdd_of(manager, tg);
  const Bdd h = bdd_of(manager, th);
  EXPECT_EQ(table_of(f, variables), tf);
  EXPECT_TRUE(same(f & g, tf & tg));
  EXPECT_TRUE(same(f | g, tf | tg));
  EXPECT_TRUE(same(f ^ g, tf ^ tg));
  EXPECT_TRUE(same(ite(f, g, h), (tf & tg) | ((!tf) & th)));
  EXPECT_EQ(model_count(f), BigUint(tf.models()));
  const std::vector<Var> vars = random_vars(variables, random);
  const Bdd cube = manager.cube(vars);
  EXPECT_TRUE(same(exists(f, cube), tf.exists(vars)));
  EXPECT_TRUE(same(forall(f, cube), tf.forall(vars)));
  EXPECT_TRUE(same(and_exists(f, g, cube), (tf & tg).exists(vars)));
  const std::vector<Var> images = random_permutation(variables, random);
  std::vector<std::pair<Var, Var>> pairs;
  for (Var var = 0; var < variables; ++var) pairs.emplace_back(var, images[var]);
  const Renaming map = manager.renaming(pairs);
  EXPECT_TRUE(same(rename(f, map), permuted_table(tf, images)));
  EXPECT_EQ(and_exists(f, g, cube, map), rename(and_exists(f, g, cube), map));
  std::vector<std::pair<Var, Bdd>> substituted;
  std::vector<TruthTable> tables;
  for (Var var = 0; var < variables; ++var) {
    const bool replaced = random() % 2 == 0;
    tables.push_back(replaced ? tg : TruthTable::variable(variables, var));
    if (replaced) substituted.emplace_back(var, g);
  }
  EXPECT_TRUE(same(compose(f, manager.substitution(substituted)), tf.compose(tables)));
  EXPECT_EQ(constrain(f, g) & g, f & g);
  EXPECT_EQ(restrict(f, g) & g, f & g);
  EXPECT_EQ(manager.audit(), std::vector<std::string>{});
}

INSTANTIATE_TEST_SUITE_P(Sizes, RandomFunctions, ::testing::Range(4U, 15U));

/// A pool of functions beside their tables, and random steps that keep the two equal.
class Sequence {
 public:
  explicit Sequence(unsigned seed)
      : random_(seed),
        manager_({.collect_above = 64,
                  .recursion_limit = seed % 2 == 0 ? 2000U : 1U,
                  .poll_interval = 16}) {
    manager_.new_vars(variables);
    if (seed % 3 == 0) {
      const std::vector<Var> group{1, 4, 2};
      manager_.group(group);
    }
    for (Var var = 0; var < variables; ++var) {
      bdds_.push_back(manager_.var(var));
      tables_.push_back(TruthTable::variable(variables, var));
    }
  }

  void run(unsigned steps) {
    for (unsigned i = 0; i < steps && !::testing::Test::HasFailure(); ++i) {
      step();
      ASSERT_EQ(manager_.audit(), std::vector<std::string>{}) << "after step " << i;
    }
    for (std::size_t i = 0; i < bdds_.size(); ++i)
      ASSERT_EQ(table_of(bdds_[i], variables), tables_[i]);
  }

 private:
  static constexpr unsigned variables = 7;
  static constexpr std::size_t pool = 24;
  Random random_;
  Manager manager_;
  std::vector<Bdd> bdds_;
  std::vector<TruthTable> tables_;

  std::size_t pick() { return random_() % bdds_.size(); }

  void keep(const Bdd& f, const TruthTable& table) {
    ASSERT_EQ(table_of(f, variables), table);
    ASSERT_EQ(model_count(f), BigUint(table.models()));
    if (bdds_.size() < pool) {
      bdds_.push_back(f);
      tables_.push_back(table);
    } else {
      const std::size_t place = pick();
      bdds_[place] = f;
      tables_[place] = table;
    }
  }

  void step() {
    switch (random_() % 16) {
      case 0: manager_.collect(); break;
      case 1: manager_.reorder({.inside_groups = random_() % 2 == 0}); break;
      case 2: starve(); break;
      case 3: cancel(); break;
      case 4: quantify(); break;
      case 5: replace(); break;
      default: combine(); break;
    }
  }

  void combine() {
    const std::size_t i = pick();
    const std::size_t j = pick();
    const std::size_t k = pick();
    switch (random_() % 5) {
      case 0: keep(bdds_[i] & bdds_[j], tables_[i] & tables_[j]); break;
      case 1: keep(bdds_[i] | !bdds_[j], tables_[i] | !tables_[j]); break;
      case 2: keep(bdds_[i] ^ bdds_[j], tables_[i] ^ tables_[j]); break;
      case 3:
        keep(ite(bdds_[i], bdds_[j], bdds_[k]),
             (tables_[i] & tables_[j]) | ((!tables_[i]) & tables_[k]));
        break;
      default: keep(!bdds_[i], !tables_[i]); break;
    }
  }

  void quantify() {
    const std::size_t i = pick();
    const std::size_t j = pick();
    const std::vector<Var> vars = random_vars(variables, random_);
    const Bdd cube = manager_.cube(vars);
    keep(exists(bdds_[i], cube), tables_[i].exists(vars));
    keep(and_exists(bdds_[i], bdds_[j], cube), (tables_[i] & tables_[j]).exists(vars));
  }

  void replace() {
    const std::size_t i = pick();
    const std::size_t j = pick();
    const std::vector<Var> images = random_permutation(variables, random_);
    std::vector<std::pair<Var, Var>> pairs;
    for (Var var = 0; var < variables; ++var) pairs.emplace_back(var, images[var]);
    const Renaming map = manager_.renaming(pairs);
    const std::vector<Var> vars = random_vars(variables, random_);
    keep(rename(bdds_[i], map), permuted_table(tables_[i], images));
    keep(and_exists(bdds_[i], bdds_[j], manager_.cube(vars), map),
         permuted_table((tables_[i] & tables_[j]).exists(vars), images));
    const Var var = static_cast<Var>(random_() % variables);
    std::vector<TruthTable> tables;
    for (Var v = 0; v < variables; ++v)
      tables.push_back(v == var ? tables_[j] : TruthTable::variable(variables, v));
    keep(compose(bdds_[i], manager_.substitution({{var, bdds_[j]}})), tables_[i].compose(tables));
  }

  /// With almost no room left; both outcomes are fine, a damaged manager is not.
  void starve() {
    manager_.collect();
    manager_.set_node_limit(manager_.statistics().nodes + random_() % 6);
    try {
      combine();
      quantify();
    } catch (const LimitReached& reached) {
      EXPECT_EQ(reached.limit(), Limit::Nodes);
    }
    manager_.set_node_limit(max_nodes);
  }

  void cancel() {
    const std::atomic<bool> cancelled = true;
    Budget budget({.seconds = {}, .memory_bytes = {}, .cancel = &cancelled});
    manager_.set_budget(&budget);
    try {
      for (int i = 0; i < 5; ++i) combine();
    } catch (const LimitReached& reached) {
      EXPECT_EQ(reached.limit(), Limit::Cancelled);
    }
    manager_.reorder();
    manager_.set_budget(nullptr);
  }
};

class Sequences : public ::testing::TestWithParam<unsigned> {};

TEST_P(Sequences, keep_their_meaning_through_collections_sifting_and_limits) {
  Sequence(GetParam()).run(300);
}

INSTANTIATE_TEST_SUITE_P(Seeds, Sequences, ::testing::Range(0U, 12U));

}  // namespace
}  // namespace hardbop::bdd
