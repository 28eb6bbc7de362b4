// SPDX-License-Identifier: MIT
// The examples of docs/manual/bdd.md, in its order.
#include <atomic>
#include <gtest/gtest.h>

#include "base/bdd/hardbop_bdd.hpp"

namespace hardbop {
namespace {

void report(std::size_t line, const std::string& text) {
  ADD_FAILURE() << line << ": " << text;
}

TEST(Manual, examples_do_what_the_page_says) {
  bdd::Manager manager;
  const bdd::Var x = manager.new_var("x");
  const bdd::Var y = manager.new_var("y");
  const bdd::Bdd f = manager.var(x) & ~manager.var(y);
  EXPECT_EQ(to_string(manager, f), "x & !y");
  const bdd::Bdd g = manager.var(y);

  const bdd::Bdd cube = manager.cube({x});
  const bdd::Bdd some = exists(f, cube);          // y is false
  const bdd::Bdd all = forall(f, cube);           // false
  const bdd::Bdd image = and_exists(f, g, cube);  // exists(f & g, cube), in one pass
  EXPECT_EQ(some, !g);
  EXPECT_TRUE(all.is_false());
  EXPECT_EQ(image, exists(f & g, cube));

  const bdd::Renaming next_to_now = manager.renaming({{y, x}});
  const bdd::Bdd moved = rename(g, next_to_now);
  const bdd::Bdd reached = and_exists(f, g, cube, next_to_now);  // product and renaming, fused
  const bdd::Substitution into = manager.substitution({{x, g}});
  const bdd::Bdd composed = compose(f, into);
  EXPECT_EQ(moved, manager.var(x));
  EXPECT_EQ(reached, rename(image, next_to_now));
  EXPECT_TRUE(composed.is_false());

  const auto model = satisfying_cube(f);  // deterministic: false before true, from the top
  EXPECT_EQ(model, (std::vector<bdd::Literal>{{x, true}, {y, false}}));
  std::size_t cubes = 0;
  for_each_cube(f, [&](std::span<const bdd::Literal> cube_of_f) {
    EXPECT_EQ(cube_of_f.size(), 2U);
    ++cubes;
    return true;  // false would stop
  });
  EXPECT_EQ(cubes, 1U);

  bdd::Manager other;
  const std::string text = save(manager, std::vector<bdd::Bdd>{f, g});
  bdd::LoadResult loaded = load(other, text);
  if (!loaded) report(loaded.error->line, loaded.error->text);
  EXPECT_EQ(to_string(other, loaded.roots.front()), "x & !y");
}

TEST(Manual, limits_end_as_the_page_says) {
  bdd::Manager manager;
  const std::vector<bdd::Var> vars = manager.new_vars(2);
  const bdd::Bdd f = manager.var(vars[0]);
  const bdd::Bdd g = manager.var(vars[1]);
  manager.reorder({.max_growth = 1.5, .seconds = 2.0, .inside_groups = true});
  manager.set_auto_reorder(bdd::AutoReorder{.first_at = 50'000, .growth = 2.0, .sifting = {}});
  std::atomic<bool> stop = false;
  bdd::Bdd h;
  manager.set_node_limit(2);
  Budget budget({.seconds = 5.0, .memory_bytes = {}, .cancel = &stop});
  manager.set_budget(&budget);
  try {
    h = f & g;
    ADD_FAILURE() << "two nodes are not enough for three";
  } catch (const bdd::LimitReached& reached) {
    EXPECT_EQ(reached.limit(), bdd::Limit::Nodes);
  }
  manager.set_node_limit(3);
  h = f & g;
  EXPECT_EQ(model_count(h), BigUint(1));
}

}  // namespace
}  // namespace hardbop
