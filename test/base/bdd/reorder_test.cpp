// SPDX-License-Identifier: MIT
// Orders: set, grouped, sifted, and sifted automatically.
#include "base/bdd/reorder.hpp"

#include <gtest/gtest.h>
#include <numeric>

#include "base/util/budget.hpp"
#include "base/util/invariant.hpp"
#include "truth_table.hpp"

namespace hardbop::bdd {
namespace {

/// x0 & x1 | x2 & x3 | ..., small when pairs are neighbours and exponential when not.
Bdd pairs_apart(Manager& manager, unsigned pairs) {
  Bdd f = manager.zero();
  for (Var i = 0; i < pairs; ++i) f |= manager.var(i) & manager.var(i + pairs);
  return f;
}

TEST(Order, every_order_of_four_variables_keeps_all_functions) {
  Manager manager;
  manager.new_vars(4);
  std::mt19937 random(9);
  std::vector<TruthTable> tables;
  std::vector<Bdd> bdds;
  for (int i = 0; i < 200; ++i) {
    tables.push_back(TruthTable::random(4, random));
    bdds.push_back(bdd_of(manager, tables.back()));
  }
  std::vector<Var> order(4);
  std::iota(order.begin(), order.end(), 0U);
  do {
    EXPECT_TRUE(manager.set_order(order).complete);
    ASSERT_EQ(manager.order(), order);
    ASSERT_EQ(manager.audit(), sound);
    for (std::size_t i = 0; i < bdds.size(); ++i) {
      ASSERT_EQ(table_of(bdds[i], 4), tables[i]);
      ASSERT_EQ(bdd_of(manager, tables[i]), bdds[i]);
    }
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(Order, must_name_every_variable_once) {
  Manager manager;
  manager.new_vars(2);
  EXPECT_THROW(manager.set_order({0}), InternalError);
  EXPECT_THROW(manager.set_order({0, 0}), InternalError);
}

TEST(Order, of_many_unused_variables_is_taken_at_once) {
  Manager manager;
  std::vector<Var> order = manager.new_vars(20'000);
  const Bdd f = manager.var(3);
  std::ranges::reverse(order);
  EXPECT_EQ(manager.set_order(order).swaps, 0U);
  EXPECT_EQ(f, manager.var(3));
  EXPECT_EQ(manager.audit(), sound);
}

TEST(Sifting, finds_the_small_order) {
  Manager manager;
  manager.new_vars(16);
  const Bdd f = pairs_apart(manager, 8);
  EXPECT_EQ(node_count(f), 510U);
  const ReorderResult result = manager.reorder({.max_growth = 2.0});
  EXPECT_EQ(node_count(f), 16U);
  EXPECT_EQ(result.nodes_after, 16U);
  EXPECT_TRUE(result.complete);
  EXPECT_EQ(manager.audit(), sound);
  EXPECT_EQ(f, pairs_apart(manager, 8));
}

TEST(Sifting, keeps_groups_together) {
  Manager manager;
  manager.new_vars(12);
  const std::vector<Var> first{0, 1, 2};
  const std::vector<Var> second{9, 7};
  manager.group(first);
  manager.group(second);
  const Bdd f = pairs_apart(manager, 6);
  const Bdd g = manager.var(9) ^ manager.var(0);
  for (const bool inside : {false, true}) {
    manager.reorder({.max_growth = 2.0, .inside_groups = inside});
    EXPECT_EQ(manager.audit(), sound);
    EXPECT_EQ(f, pairs_apart(manager, 6));
    if (!inside) {
      EXPECT_EQ(manager.level_of(7), manager.level_of(9) + 1);
      EXPECT_EQ(manager.level_of(2), manager.level_of(0) + 2);
    }
  }
  EXPECT_EQ(g, manager.var(9) ^ manager.var(0));
  EXPECT_THROW(manager.set_order({0, 3, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11}), InternalError);
}

TEST(Sifting, stops_when_time_is_up) {
  Manager manager;
  manager.new_vars(20);
  const Bdd f = pairs_apart(manager, 10);
  const ReorderResult result = manager.reorder({.seconds = 0.0});
  EXPECT_FALSE(result.complete);
  EXPECT_EQ(result.swaps, 0U);
  EXPECT_EQ(f, pairs_apart(manager, 10));
}

TEST(Sifting, stops_after_the_same_work_in_each_run) {
  std::vector<std::size_t> swaps;
  for (int run = 0; run < 3; ++run) {
    Manager manager;
    manager.new_vars(24);
    const Bdd f = pairs_apart(manager, 12);
    const ReorderResult result = manager.reorder({.max_work = 20'000});
    EXPECT_FALSE(result.complete);
    EXPECT_EQ(f, pairs_apart(manager, 12));
    swaps.push_back(result.swaps);
  }
  EXPECT_GT(swaps[0], 0U);
  EXPECT_EQ(swaps[0], swaps[1]);
  EXPECT_EQ(swaps[0], swaps[2]);
}

TEST(Sifting, a_variable_under_way_goes_to_its_best_place_when_time_is_up) {
  Manager manager;
  manager.new_vars(24);
  const Bdd f = pairs_apart(manager, 12);
  const std::size_t before = node_count(f);
  const ReorderResult result = manager.reorder({.max_growth = 2.0, .seconds = 0.002});
  EXPECT_LE(node_count(f), before);
  EXPECT_EQ(result.nodes_after, node_count(f));
  EXPECT_EQ(manager.audit(), sound);
}

TEST(Sifting, starts_by_itself_in_the_middle_of_an_operation) {
  Manager manager;
  manager.new_vars(36);
  manager.set_auto_reorder(AutoReorder{.first_at = 1'000, .growth = 2.0, .sifting = {}});
  const Bdd f = pairs_apart(manager, 18);  // 2^19 nodes in the first order
  EXPECT_GE(manager.statistics().reorderings, 1U);
  EXPECT_LT(node_count(f), 5'000U);
  EXPECT_EQ(manager.audit(), sound);
  manager.set_auto_reorder(std::nullopt);
  EXPECT_EQ(f, pairs_apart(manager, 18));
}

/// Random cubes, which no order makes much smaller, until there are so many nodes; of
/// `dropped + 1` cubes only one is kept.
std::vector<Bdd> random_cubes(Manager& manager, std::size_t nodes, unsigned dropped = 0) {
  std::mt19937 random(11);
  std::vector<Bdd> kept;
  for (std::size_t made = 0; made < nodes;) {
    std::vector<Literal> literals;
    for (Var var = 0; var < manager.var_count(); ++var)
      literals.push_back({var, random() % 2 == 0});
    const Bdd cube = manager.cube(literals);
    if (random() % (dropped + 1) != 0) continue;
    kept.push_back(cube);
    made += manager.var_count();
  }
  return kept;
}

TEST(Sifting, becomes_rare_where_it_saves_nothing) {
  Manager manager;
  manager.new_vars(40);
  manager.set_auto_reorder(AutoReorder{.first_at = 1'000});
  const std::vector<Bdd> kept = random_cubes(manager, 30'000);
  // At 1,000 nodes and at four times as many; next at eight times. Doubling makes five.
  EXPECT_GE(manager.statistics().reorderings, 1U);
  EXPECT_LE(manager.statistics().reorderings, 2U);
  EXPECT_EQ(manager.audit(), sound);
}

TEST(Sifting, moves_no_more_nodes_than_the_steps_allow) {
  const auto swaps = [](double work_per_step) {
    Manager manager;
    manager.new_vars(40);
    manager.set_auto_reorder(AutoReorder{.first_at = 1'000, .work_per_step = work_per_step});
    const std::vector<Bdd> kept = random_cubes(manager, 20'000);
    EXPECT_GE(manager.statistics().reorderings, 1U);
    return manager.statistics().swaps;
  };
  EXPECT_EQ(swaps(0), 0U);
  EXPECT_LT(swaps(0.1), swaps(std::numeric_limits<double>::infinity()) / 4);
}

TEST(Collection, does_not_pile_up_below_the_bound_of_reordering) {
  const auto collections = [](std::optional<AutoReorder> automatic) {
    Manager manager({.collect_above = 1'000});
    manager.new_vars(40);
    manager.set_auto_reorder(automatic);
    const std::vector<Bdd> kept = random_cubes(manager, 20'000, 9);
    EXPECT_EQ(manager.statistics().reorderings, 0U);
    return manager.statistics().collections;
  };
  EXPECT_LE(collections(AutoReorder{.first_at = 20'100}), collections(std::nullopt) + 1);
}

TEST(Sifting, renamings_and_substitutions_follow_the_order) {
  Manager manager;
  manager.new_vars(8);
  const Bdd f = pairs_apart(manager, 4);
  const Renaming map = manager.renaming({{0, 1}, {1, 2}, {2, 0}});
  const Substitution into = manager.substitution({{3, manager.var(7) ^ manager.var(0)}});
  const Bdd renamed = rename(f, map);
  const Bdd composed = compose(f, into);
  manager.reorder({.max_growth = 2.0});
  EXPECT_EQ(rename(f, map), renamed);
  EXPECT_EQ(compose(f, into), composed);
  EXPECT_EQ(and_exists(f, composed, manager.cube({5}), map),
            rename(exists(f & composed, manager.cube({5})), map));
}

}  // namespace
}  // namespace hardbop::bdd
