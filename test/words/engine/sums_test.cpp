// SPDX-License-Identifier: MIT
#include "words/engine/bmc/sums.hpp"

#include <gtest/gtest.h>
#include <random>

namespace hardbop::bmc {
namespace {

using words::Expressions;
using words::ExprId;
using words::Op;

TEST(BmcSums, equations_between_sums_have_one_form) {
  std::mt19937_64 random(5);
  for (int round = 0; round < 300; ++round) {
    Expressions e;
    const std::vector<ExprId> leaves{e.input(0, 6), e.input(1, 6), e.input(2, 6)};
    const auto sum = [&] {
      ExprId out = e.constant(6, random() % 64);
      for (int i = 0; i < 1 + round % 2; ++i) {
        const Op op = random() % 2 == 0 ? Op::Add : Op::Subtract;
        const ExprId part =
            e.binary(Op::Multiply, e.constant(6, random() % 4), leaves[random() % 3]);
        out = e.binary(op, out, random() % 3 == 0 ? e.unary(Op::Negate, part) : part);
      }
      return out;
    };
    const ExprId a = sum();
    const ExprId b = sum();
    const ExprId equal = equal_sums(e, a, b);
    for (int i = 0; i < 20; ++i) {
      const std::vector<std::uint64_t> inputs{random() % 64, random() % 64, random() % 64};
      ASSERT_EQ(e.evaluate(equal, {}, inputs),
                e.evaluate(a, {}, inputs) == e.evaluate(b, {}, inputs) ? 1U : 0U);
    }
    const ExprId more = e.binary(Op::Add, leaves[0], e.constant(6, 7));
    const ExprId both = equal_sums(e, e.binary(Op::Add, a, more), e.binary(Op::Add, more, b));
    EXPECT_TRUE(both == equal || round % 2 == 1);  // longer sums are too long
  }
}

}  // namespace
}  // namespace hardbop::bmc
