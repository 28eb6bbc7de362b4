// SPDX-License-Identifier: MIT
#include "c/slam/path.hpp"

#include <gtest/gtest.h>

namespace hardbop::slam {

namespace {

PathStep step(std::size_t activation, bool enters = false, bool leaves = false) {
  PathStep out;
  out.activation = activation;
  out.enters = enters;
  out.leaves = leaves;
  return out;
}

TEST(Path, a_round_that_calls_enters_anew) {
  Path path;  // main's first step, then for ever: a call, what is called, a step of main's
  path.steps = {step(0), step(0, true), step(1), step(1, false, true), step(0)};
  path.activations = {{FunctionId(0), 0, 0}, {FunctionId(1), 0, 1}};
  path.round = 1;
  EXPECT_EQ(last_activation(path), 0U);
  const Path twice = unrolled(path);
  ASSERT_EQ(twice.steps.size(), 9U);
  ASSERT_EQ(twice.activations.size(), 3U);
  EXPECT_EQ(twice.activations[2].step, 5U);
  EXPECT_EQ(twice.activations[2].caller, 0U);
  EXPECT_EQ(twice.steps[6].activation, 2U);
  EXPECT_EQ(twice.steps[8].activation, 0U);
  EXPECT_EQ(twice.round, 1U);
  const Path four_times = unrolled(twice);
  ASSERT_EQ(four_times.activations.size(), 5U);
  EXPECT_EQ(four_times.activations[4].step, 13U);
  EXPECT_EQ(four_times.steps[14].activation, 4U);
}

TEST(Path, a_round_that_does_not_return_goes_deeper) {
  Path path;  // main calls f, which then calls itself for ever
  path.steps = {step(0, true), step(1, true)};
  path.activations = {{FunctionId(0), 0, 0}, {FunctionId(1), 0, 0}, {FunctionId(1), 1, 1}};
  path.round = 1;
  EXPECT_EQ(last_activation(path), 2U);
  const Path twice = unrolled(path);
  ASSERT_EQ(twice.steps.size(), 3U);
  EXPECT_EQ(twice.steps[2].activation, 2U);
  ASSERT_EQ(twice.activations.size(), 4U);
  EXPECT_EQ(twice.activations[3].caller, 2U);
  EXPECT_EQ(twice.activations[3].step, 2U);
  EXPECT_EQ(last_activation(twice), 3U);
}

}  // namespace

}  // namespace hardbop::slam
