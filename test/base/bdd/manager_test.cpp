// SPDX-License-Identifier: MIT
// Variables, handles, limits, large managers, statistics.
#include "base/bdd/manager.hpp"

#include <chrono>
#include <gtest/gtest.h>
#include <random>
#include <thread>

#include "base/bdd/buffer.hpp"
#include "base/bdd/cubes.hpp"
#include "base/util/budget.hpp"
#include "base/util/invariant.hpp"
#include "base/util/statistics.hpp"
#include "truth_table.hpp"

namespace hardbop::bdd {
namespace {

TEST(Handles, constants_need_no_variables) {
  const Manager manager;
  EXPECT_TRUE(manager.one().is_true());
  EXPECT_EQ(!manager.one(), manager.zero());
  EXPECT_EQ(model_count(manager.one()), BigUint(1));
}

TEST(Handles, copies_moves_and_assignments_count_correctly) {
  Manager manager;
  const Var x = manager.new_var();
  Bdd a = manager.var(x);
  Bdd b = a;
  Bdd c = std::move(a);
  b = c;
  const Bdd& same = c;
  c = same;
  a = std::move(b);
  EXPECT_EQ(manager.statistics().handles, 2U);
  EXPECT_EQ(a, c);
  EXPECT_EQ(manager.audit(), sound);
}

TEST(Handles, more_than_a_node_can_count_are_counted) {
  Manager manager;
  const Bdd f = manager.var(manager.new_var());
  {
    const std::vector<Bdd> copies(10'000, f);
    EXPECT_EQ(manager.statistics().handles, 10'001U);
    EXPECT_EQ(manager.audit(), sound);
  }
  EXPECT_EQ(manager.statistics().handles, 1U);
  manager.collect();
  EXPECT_EQ(manager.statistics().nodes, 1U);
  EXPECT_EQ(manager.audit(), sound);
}

TEST(Handles, operands_of_two_managers_are_refused) {
  Manager first;
  Manager second;
  const Bdd f = first.var(first.new_var());
  const Bdd g = second.var(second.new_var());
  EXPECT_THROW(static_cast<void>(f & g), InternalError);
}

TEST(Handles, a_set_to_quantify_must_be_a_cube_of_variables) {
  Manager manager;
  const Bdd f = manager.var(manager.new_var());
  EXPECT_THROW(static_cast<void>(exists(f, manager.zero())), InternalError);
  EXPECT_THROW(static_cast<void>(and_exists(f, f, !f)), InternalError);
}

TEST(Limits, a_limit_of_no_nodes_can_be_lifted_again) {
  Manager manager;
  manager.new_vars(10);
  manager.set_node_limit(0);
  EXPECT_THROW(static_cast<void>(manager.var(0)), LimitReached);
  manager.set_node_limit(max_nodes);
  std::mt19937 random(6);
  EXPECT_FALSE(bdd_of(manager, TruthTable::random(10, random)).is_constant());
  EXPECT_EQ(manager.audit(), sound);
}

TEST(Variables, can_be_added_between_others_under_live_diagrams) {
  Manager manager;
  manager.new_vars(4);
  const TruthTable table = TruthTable::from_bits(4, 0x6a3cU);
  const Bdd f = bdd_of(manager, table);
  const Renaming map = manager.renaming({{0, 3}, {3, 0}});
  const Bdd renamed = rename(f, map);
  const Var middle = manager.new_var_at(2, "middle");
  EXPECT_EQ(middle, 4U);
  EXPECT_EQ(manager.level_of(middle), 2U);
  EXPECT_EQ(manager.audit(), sound);
  EXPECT_EQ(table_of(f, 4), table);
  EXPECT_EQ(rename(f, map), renamed);
  const Bdd g = f & manager.var(middle);
  EXPECT_EQ(exists(g, manager.cube({middle})), f);
  EXPECT_EQ(model_count(g), BigUint(table.models()));
  EXPECT_EQ(manager.audit(), sound);
}

TEST(Variables, twenty_thousand_deep_diagrams_overflow_no_stack) {
  Manager manager;
  const std::vector<Var> vars = manager.new_vars(20'000);
  std::vector<Var> even;
  std::vector<Var> odd;
  for (const Var var : vars) (var % 2 == 0 ? even : odd).push_back(var);
  const Bdd evens = manager.cube(even);
  const Bdd odds = manager.cube(odd);
  const Bdd all = evens & odds;
  EXPECT_EQ(node_count(all), 20'000U);
  EXPECT_EQ(exists(all, evens), odds);
  EXPECT_EQ(and_exists(evens, odds, odds), evens);
  EXPECT_EQ(ite(evens, odds, !odds), iff(evens, odds));
  EXPECT_EQ(constrain(all, evens), odds);
  EXPECT_EQ(restrict(all, evens), odds);
  EXPECT_TRUE(all <= odds);
  const Renaming swap = manager.renaming({{0, 19'999}, {19'999, 0}});
  EXPECT_EQ(rename(all, swap), all);
  EXPECT_EQ(rename(evens, manager.renaming(even, odd)), odds);
  EXPECT_EQ(compose(evens, manager.substitution({{0, odds}})),
            exists(evens, manager.var(0)) & odds);
  EXPECT_EQ(model_count(all), BigUint(1));
  EXPECT_EQ(satisfying_cube(all)->size(), 20'000U);
  manager.collect();
  EXPECT_EQ(manager.audit(), sound);
}

TEST(Variables, renaming_does_not_cost_what_other_variables_there_are) {
  const auto steps = [](std::size_t others) {
    Manager manager;
    manager.new_vars(20 + others);
    std::mt19937 random(1);
    const Bdd f = bdd_of(manager, TruthTable::random(8, random));
    const std::uint64_t before = manager.statistics().cache_lookups;
    static_cast<void>(rename(f, manager.renaming({{1, 11}, {3, 13}, {7, 0}, {0, 7}})));
    return manager.statistics().cache_lookups - before;
  };
  EXPECT_EQ(steps(0), steps(10'000));
}

TEST(Limits, a_node_limit_ends_an_operation_and_leaves_a_usable_manager) {
  Manager manager;
  manager.new_vars(24);
  manager.set_node_limit(2'000);
  std::mt19937 random(2);
  Bdd f = manager.zero();
  try {
    for (;;) {
      Bdd cube = manager.one();
      for (int i = 0; i < 6; ++i)
        cube &= manager.literal({static_cast<Var>(random() % 24), random() % 2 == 0});
      f ^= cube;
    }
  } catch (const LimitReached& reached) {
    EXPECT_EQ(reached.limit(), Limit::Nodes);
    EXPECT_STREQ(reached.what(), "node limit");
  }
  EXPECT_LE(manager.statistics().nodes, 2'000U);
  EXPECT_EQ(manager.audit(), sound);
  manager.set_node_limit(1'000'000);
  EXPECT_EQ((f ^ f), manager.zero());
  EXPECT_EQ(f ^ manager.var(0) ^ manager.var(0), f);
  EXPECT_EQ(manager.audit(), sound);
}

/// Work that would take hours: all outputs of a large multiplier.
void multiply(Manager& manager, unsigned bits) {
  std::vector<Bdd> sum(2 * bits, manager.zero());
  for (unsigned i = 0; i < bits; ++i) {
    Bdd carry = manager.zero();
    for (unsigned j = 0; j < bits; ++j) {
      const Bdd bit = manager.var(2 * i) & manager.var(2 * j + 1);
      const Bdd half = sum[i + j] ^ bit;
      const Bdd next = (sum[i + j] & bit) | (half & carry);
      sum[i + j] = half ^ carry;
      carry = next;
    }
    sum[i + bits] = carry;
  }
}

TEST(Limits, a_time_limit_is_seen_in_the_middle_of_an_operation) {
  Manager manager;
  manager.new_vars(64);
  Budget budget({.seconds = 0.2, .memory_bytes = {}, .cancel = nullptr});
  manager.set_budget(&budget);
  const auto start = std::chrono::steady_clock::now();
  try {
    multiply(manager, 32);
    FAIL() << "finished";
  } catch (const LimitReached& reached) {
    EXPECT_EQ(reached.limit(), Limit::Time);
  }
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
  manager.set_budget(nullptr);
  EXPECT_EQ(manager.audit(), sound);
}

TEST(Limits, a_cancelled_operation_can_be_run_again) {
  Manager manager({.poll_interval = 1});
  manager.new_vars(16);
  std::mt19937 random(4);
  const TruthTable tf = TruthTable::random(10, random);
  const TruthTable tg = TruthTable::random(10, random);
  const Bdd f = bdd_of(manager, tf);
  const Bdd g = bdd_of(manager, tg);
  std::atomic<bool> cancel = true;
  Budget budget({.seconds = {}, .memory_bytes = {}, .cancel = &cancel});
  manager.set_budget(&budget);
  EXPECT_THROW(static_cast<void>(f & g), LimitReached);
  EXPECT_EQ(manager.audit(), sound);
  manager.set_budget(nullptr);
  EXPECT_EQ(f & g, bdd_of(manager, tf & tg));
}

TEST(Statistics, count_what_happened) {
  Manager manager;
  manager.new_vars(20);
  multiply(manager, 7);
  manager.collect();
  manager.reorder();
  const KernelStatistics statistics = manager.statistics();
  EXPECT_EQ(statistics.variables, 20U);
  EXPECT_GT(statistics.peak_nodes, 1'000U);
  EXPECT_GE(statistics.collections, 1U);
  EXPECT_EQ(statistics.reorderings, 1U);
  EXPECT_GT(statistics.cache_hit_rate(), 0.1);
  EXPECT_LT(statistics.cache_hit_rate(), 1.0);
  EXPECT_GT(statistics.bytes, 1'000U);
  hardbop::Statistics all;
  statistics.record(all);
  EXPECT_EQ(all.entries().front().first, "bdd.variables");
}

TEST(Memory, the_cache_stays_within_its_bound) {
  Manager manager({.max_cache_entries = 2'048});
  manager.new_vars(64);
  manager.set_node_limit(100'000);
  EXPECT_THROW(multiply(manager, 20), LimitReached);
  EXPECT_LE(manager.statistics().cache_entries, 2 * 2'048U);
}

TEST(Memory, a_node_costs_at_most_sixteen_bytes_and_its_bucket) {
  Manager manager;
  manager.new_vars(64);
  manager.set_node_limit(200'000);
  EXPECT_THROW(multiply(manager, 20), LimitReached);
  const KernelStatistics statistics = manager.statistics();
  const std::size_t tables = statistics.bytes - statistics.cache_entries * 16;
  EXPECT_LE(tables, statistics.peak_nodes * (16 + 8) + 64 * 64);
}

TEST(Memory, a_buffer_keeps_its_records_in_the_heap_in_pages_and_in_huge_pages) {
  Buffer<std::uint32_t> buffer;
  Buffer<std::uint32_t> in_the_way;
  std::uint32_t known = 0;
  const auto is_kept = [&] {
    for (std::uint32_t i = 0; i < known; ++i)
      if (buffer[i] != i) return false;
    return true;
  };
  for (std::uint32_t size = 1'000; size < 8'000'000; size = size * 7 / 3) {
    buffer.resize(size);
    EXPECT_TRUE(is_kept()) << size;
    for (; known < size; ++known) buffer[known] = known;
    in_the_way.assign_zero(size);
    EXPECT_EQ(in_the_way[size - 1], 0U);
  }
  for (; known > 1'000; known /= 5) {
    buffer.resize(known);
    EXPECT_TRUE(is_kept()) << known;
  }
}

TEST(Counting, models_are_exact_in_one_word_in_two_and_in_more) {
  for (const std::size_t n : {1U, 2U, 62U, 63U, 64U, 65U, 126U, 127U, 128U, 129U, 300U}) {
    Manager manager;
    Bdd some = manager.zero();
    Bdd parity = manager.zero();
    for (const Var var : manager.new_vars(n)) {
      some |= manager.var(var);
      parity ^= manager.var(var);
    }
    const BigUint all = BigUint::power_of_two(n);
    EXPECT_EQ(model_count(some), all - BigUint(1)) << n;
    EXPECT_EQ(model_count(!some), BigUint(1)) << n;
    EXPECT_EQ(model_count(some, n + 70), (all - BigUint(1)) << 70) << n;
    EXPECT_EQ(model_count(parity), all >> 1) << n;
    EXPECT_EQ(model_count(~parity & some), (all >> 1) - BigUint(1)) << n;
  }
}

TEST(Threads, two_managers_run_in_two_threads) {
  const auto work = [](unsigned seed, BigUint& result) {
    Manager manager({.collect_above = 1'000});
    manager.new_vars(12);
    std::mt19937 random(seed);
    Bdd f = bdd_of(manager, TruthTable::random(12, random));
    for (int i = 0; i < 5; ++i) {
      f = f ^ bdd_of(manager, TruthTable::random(12, random));
      manager.reorder();
    }
    result = model_count(f);
  };
  BigUint first;
  BigUint second;
  BigUint alone;
  std::thread a([&] { work(1, first); });
  std::thread b([&] { work(2, second); });
  a.join();
  b.join();
  work(1, alone);
  EXPECT_EQ(first, alone);
  EXPECT_NE(first, second);
}

}  // namespace
}  // namespace hardbop::bdd
