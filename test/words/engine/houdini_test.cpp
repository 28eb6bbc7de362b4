// SPDX-License-Identifier: MIT
#include "words/engine/houdini.hpp"

#include <gtest/gtest.h>
#include <set>

namespace hardbop::words {
namespace {

using sat::Satisfiable;

/// Answers by what is told of candidates, and counts the questions.
struct Oracle {
  std::vector<std::set<std::size_t>> runs{};  // what each run makes false
  std::set<std::size_t> hard{};               // not known, alone or together with others
  bool is_over = false;
  std::size_t most = 1000;  // of which anything is known at once
  int asked = 0;

  bool drop(std::vector<bool>& is_kept) {
    std::set<std::size_t> shown;
    const auto ask = [&](Part part) {
      ++asked;
      const auto is_asked = [&](std::size_t i) { return part.contains(i) && is_kept[i]; };
      std::size_t count = 0;
      for (std::size_t i = part.begin; i < part.end; ++i)
        if (is_asked(i)) ++count;
      if (count > most) return Satisfiable::Unknown;
      for (const std::size_t i : hard)
        if (is_asked(i)) return Satisfiable::Unknown;
      for (const std::set<std::size_t>& run : runs)
        for (const std::size_t i : run)
          if (is_asked(i)) {
            shown = run;
            return Satisfiable::Yes;
          }
      return Satisfiable::No;
    };
    return drop_false(is_kept,
                      CandidateQuestions{ask, [&](std::size_t i) { return shown.contains(i); },
                                         [&] { return is_over; }});
  }
};

TEST(Houdini, one_run_drops_all_that_it_makes_false) {
  Oracle oracle{{{0, 2}, {3}}};
  std::vector<bool> is_kept(5, true);
  EXPECT_TRUE(oracle.drop(is_kept));
  EXPECT_EQ(is_kept, (std::vector<bool>{false, true, false, false, true}));
  EXPECT_EQ(oracle.asked, 3);
}

TEST(Houdini, what_is_not_known_of_one_alone_is_dropped) {
  Oracle oracle{{{0, 2}}, {1}};
  std::vector<bool> is_kept(4, true);
  EXPECT_FALSE(oracle.drop(is_kept)) << "others may rest on what was dropped";
  EXPECT_EQ(is_kept, (std::vector<bool>{false, false, false, true}));
  EXPECT_TRUE(oracle.drop(is_kept));
}

TEST(Houdini, what_is_too_much_at_once_is_asked_in_halves) {
  Oracle oracle;
  oracle.most = 8;
  std::vector<bool> is_kept(64, true);
  EXPECT_TRUE(oracle.drop(is_kept));
  EXPECT_EQ(is_kept, std::vector<bool>(64, true));
  EXPECT_EQ(oracle.asked, 1 + 2 + 4 + 8);
}

TEST(Houdini, what_is_false_is_found_in_a_half) {
  Oracle oracle{{{5}, {6, 50}}};
  oracle.most = 8;
  std::vector<bool> is_kept(64, true);
  EXPECT_FALSE(oracle.drop(is_kept)) << "others may rest on what was dropped";
  std::vector<bool> expected(64, true);
  for (const int i : {5, 6, 50}) expected[static_cast<std::size_t>(i)] = false;
  EXPECT_EQ(is_kept, expected);
}

TEST(Houdini, nothing_is_asked_where_nothing_is_left) {
  Oracle oracle;
  std::vector<bool> is_kept(3, false);
  EXPECT_TRUE(oracle.drop(is_kept));
  EXPECT_EQ(oracle.asked, 0);
}

TEST(Houdini, what_is_left_when_it_is_over_is_not_known) {
  Oracle oracle{{{0}}, {}, true};
  std::vector<bool> is_kept(2, true);
  EXPECT_FALSE(oracle.drop(is_kept));
  EXPECT_EQ(oracle.asked, 1);
}

}  // namespace
}  // namespace hardbop::words
