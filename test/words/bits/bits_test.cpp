// SPDX-License-Identifier: MIT
#include "words/bits/bits.hpp"

#include <gtest/gtest.h>
#include <random>

#include "base/expression/random_expression.hpp"

namespace hardbop::words {
namespace {

TEST(Words, circuits_compute_what_words_do) {
  std::mt19937_64 random(11);
  const std::vector<words::Width> variables{1, 3, 4};
  const std::vector<words::Width> inputs{2};
  for (int round = 0; round < 1500; ++round) {
    words::Expressions expressions;
    test::RandomTerms terms(expressions, variables, inputs, random);
    const auto width = static_cast<words::Width>(1 + random() % 9);
    const test::Term term = terms.make(width, 1 + static_cast<unsigned>(random() % 3));
    bdd::Manager manager;
    const auto bits = manager.new_vars(10);  // a, bbb, cccc, ii
    const std::size_t first[4] = {0, 1, 4, 8};
    Words words(expressions, manager, [&](const words::Node& leaf) {
      Word out;
      const std::size_t start = leaf.op == words::Op::Input ? first[3] : first[leaf.value];
      for (std::size_t i = 0; i < leaf.width; ++i) out.push_back(manager.var(bits[start + i]));
      return out;
    });
    const Word word = words.encode(term.id);
    ASSERT_EQ(word.size(), width);
    for (std::uint64_t all = 0; all < 1024; ++all) {
      const test::Leaves leaves{{all & 1U, all >> 1U & 7U, all >> 4U & 15U}, {all >> 8U}};
      std::uint64_t value = 0;
      for (std::size_t i = 0; i < word.size(); ++i)
        if (bdd::evaluate(word[i], [&](bdd::Var var) { return (all >> var & 1U) != 0; }))
          value |= std::uint64_t{1} << i;
      ASSERT_EQ(value, term.value(leaves)) << "round " << round;
    }
  }
}

}  // namespace
}  // namespace hardbop::words
