// SPDX-License-Identifier: MIT
// Diagrams as text.
#include "base/bdd/io.hpp"

#include <gtest/gtest.h>

#include "truth_table.hpp"

namespace hardbop::bdd {
namespace {

class Text : public ::testing::Test {
 protected:
  Manager manager_;
  Var x_ = manager_.new_var("x");
  Var y_ = manager_.new_var("y \"quoted\"");
  Bdd f_ = manager_.var(x_) ^ manager_.var(y_);
};

TEST_F(Text, a_sum_of_cubes_names_its_variables) {
  EXPECT_EQ(to_string(manager_, manager_.var(x_)), "x");
  EXPECT_EQ(to_string(manager_, !manager_.var(x_)), "!x");
  EXPECT_EQ(to_string(manager_, f_), "!x & y \"quoted\" | x & !y \"quoted\"");
  EXPECT_EQ(to_string(manager_, f_, 1), "!x & y \"quoted\" | ...");
  EXPECT_EQ(to_string(manager_, manager_.zero()), "false");
}

TEST_F(Text, a_picture_names_variables_and_marks_complements) {
  const std::string dot = to_dot(manager_, f_);
  EXPECT_NE(dot.find("label=\"y \\\"quoted\\\"\""), std::string::npos);
  EXPECT_NE(dot.find("arrowhead=dot"), std::string::npos);
  EXPECT_EQ(dot.find("digraph"), 0U);
}

TEST_F(Text, what_is_saved_loads_into_any_order) {
  std::mt19937 random(3);
  Manager other;
  other.new_vars(6);
  std::vector<Bdd> functions;
  for (int i = 0; i < 20; ++i) functions.push_back(bdd_of(other, TruthTable::random(6, random)));
  functions.push_back(other.one());
  functions.push_back(other.zero());
  const std::string text = save(other, functions);
  Manager fresh;
  const LoadResult loaded = load(fresh, text);
  ASSERT_TRUE(loaded);
  EXPECT_EQ(save(fresh, loaded.roots), text);
  other.set_order({3, 1, 5, 0, 2, 4});
  const LoadResult back = load(other, text);
  ASSERT_TRUE(back);
  EXPECT_EQ(back.roots, functions);
}

TEST_F(Text, names_survive) {
  Manager fresh;
  const std::vector<Bdd> roots{f_};
  ASSERT_TRUE(load(fresh, save(manager_, roots)));
  EXPECT_EQ(fresh.name(1), "y \"quoted\"");
}

TEST_F(Text, bad_input_is_an_error_with_its_line) {
  const std::vector<std::pair<std::string, std::size_t>> bad{
      {"", 1},
      {"hardbop-bdd 2\n", 1},
      {"hardbop-bdd 1\nvariables\n", 2},
      {"hardbop-bdd 1\nvariables 99999999999999999999\n", 2},
      {"hardbop-bdd 1\nvariables 5\n", 2},
      {"hardbop-bdd 1\nvariables 1\n0 x\nnodes 0\nroots 0\nend\n", 3},
      {"hardbop-bdd 1\nvariables 2\n0 \"x\"\n0 \"y\"\nnodes 0\nroots 0\nend\n", 4},
      {"hardbop-bdd 1\nvariables 1\n0 \"x\"\nnodes 1\n1 T F\nroots 0\nend\n", 5},
      {"hardbop-bdd 1\nvariables 1\n0 \"x\"\nnodes 1\n0 T 1\nroots 0\nend\n", 5},
      {"hardbop-bdd 1\nvariables 1\n0 \"x\"\nnodes 1\n0 T F\nroots 1\n2\nend\n", 7},
      {"hardbop-bdd 1\nvariables 1\n0 \"x\"\nnodes 1\n0 T F\nroots 1\n-9223372036854775808\nend\n",
       7},
      {"hardbop-bdd 1\nvariables 0\nnodes 0\nroots 1\nT\n", 6},
      {"hardbop-bdd 1\nvariables 0\nnodes 0\nroots 1\nT\nend\nmore", 6},
  };
  for (const auto& [text, line] : bad) {
    Manager fresh;
    const LoadResult result = load(fresh, text);
    EXPECT_FALSE(result) << text;
    if (!result) {
      EXPECT_EQ(result.error->line, line) << text << result.error->text;
    }
    EXPECT_TRUE(result.roots.empty());
    EXPECT_EQ(fresh.audit(), std::vector<std::string>{});
  }
}

TEST_F(Text, damaged_text_never_crashes) {
  std::mt19937 random(17);
  Manager source;
  source.new_vars(5);
  const std::vector<Bdd> roots{bdd_of(source, TruthTable::random(5, random))};
  const std::string text = save(source, roots);
  for (int round = 0; round < 500; ++round) {
    std::string damaged = text;
    for (int i = 0; i < 3; ++i)
      damaged[random() % damaged.size()] = "0129TF-\n \"x\\\xFF"[random() % 14];
    Manager fresh;
    static_cast<void>(load(fresh, damaged));
    ASSERT_EQ(fresh.audit(), std::vector<std::string>{});
  }
}

}  // namespace
}  // namespace hardbop::bdd
