// SPDX-License-Identifier: MIT
#include <algorithm>
#include <atomic>
#include <gtest/gtest.h>

#include "repetitions.hpp"
#include "words/engine/image/image_engine.hpp"
#include "words/graph/print.hpp"
#include "words/graph/random_graph.hpp"

namespace hardbop::image {
namespace {

using words::Expressions;
using words::ExprId;
using words::Op;
using Method = ImageOptions::Method;
using Traversal = ImageOptions::Traversal;
using Criterion = ImageOptions::Criterion;

std::vector<ImageFinding> ask(const words::Graph& graph,
                              const std::vector<std::vector<words::BlockId>>& targets,
                              const ImageOptions& options, bool want_runs = true) {
  Budget budget;
  Statistics statistics;
  return run_image(graph, targets, want_runs, options, budget, statistics);
}

/// Every way in which the engine can be asked that is worth the time.
std::vector<ImageOptions> ways() {
  std::vector<ImageOptions> out(1);
  for (const Traversal traversal : {Traversal::MachineByMachine, Traversal::FrameByFrame}) {
    ImageOptions options;
    options.traversal = traversal;
    out.push_back(options);
    options.merge = false;
    options.record_nodes = 10;
    out.push_back(options);
    options.live = options.ranges = options.slice = false;
    out.push_back(options);
    options = {};
    options.traversal = traversal;
    for (const Criterion criterion : {Criterion::LiveVariables, Criterion::AssignedVariables,
                                      Criterion::Edges, Criterion::Mixed}) {
      options.criterion = criterion;
      options.threshold = 5;
      out.push_back(options);
      options.merge = !options.merge;
    }
    options.threshold = 1000;
    out.push_back(options);
    options.live = false;
    options.threshold = 6;
    out.push_back(options);
    options = {};
    options.traversal = traversal;
    options.method = Method::Conjunctive;
    out.push_back(options);
    options.merge = options.ranges = options.slice = false;
    out.push_back(options);
    options = {};
    options.traversal = traversal;
    options.managers = ImageOptions::Managers::PerGroup;
    options.shared_bits = 4;
    out.push_back(options);
    options.merge = false;
    options.threads = 2;
    options.record_nodes = 1;
    out.push_back(options);
    options.threshold = 5;
    out.push_back(options);
    options.threads = 1;
    options.live = false;
    out.push_back(options);
  }
  return out;
}

TEST(Image, all_ways_agree_with_states_one_by_one) {
  const std::vector<ImageOptions> all = ways();
  for (std::uint64_t seed = 1; seed <= test::repetitions(500); ++seed) {
    const words::Graph graph = test::random_graph(seed);
    ASSERT_EQ(words::problem(graph), std::nullopt);
    const std::vector<bool> expected = test::reachable_blocks(graph);
    std::vector<std::vector<words::BlockId>> targets;
    for (words::BlockId b = 0; b < graph.blocks.size(); ++b)
      if (seed % 2 == 0 || b % 3 == seed % 3) targets.push_back({b});
    for (std::size_t way = 0; way < all.size(); ++way) {
      const std::vector<ImageFinding> found = ask(graph, targets, all[way]);
      for (std::size_t i = 0; i < targets.size(); ++i) {
        const words::BlockId b = targets[i].front();
        ASSERT_EQ(found[i].outcome,
                  expected[b] ? engine::Outcome::Reached : engine::Outcome::Unreachable)
            << "seed " << seed << ", way " << way << ", block " << b << '\n'
            << to_string(graph) << found[i].reason;
        ASSERT_EQ(found[i].run.has_value(), expected[b]);
        if (!expected[b]) continue;
        EXPECT_EQ(words::replay(graph, *found[i].run), std::nullopt);
        EXPECT_EQ(found[i].run->back().block, b);
      }
    }
  }
}

/// x := 0; while (x < limit) { x := x + 1; s := s + x; } if (s == sum) target.
words::Graph sum(std::uint64_t limit, std::uint64_t total) {
  words::Graph graph;
  Expressions& e = graph.expressions;
  graph.variables = {{"x", 32, 0}, {"s", 32, 0}};
  const ExprId x = e.variable(0, 32);
  const ExprId s = e.variable(1, 32);
  const ExprId less = e.binary(Op::LessSigned, x, e.constant(32, limit));
  const ExprId equal = e.binary(Op::Equal, s, e.constant(32, total));
  graph.blocks.resize(5);
  graph.blocks[0].edges = {{less, 1}, {e.unary(Op::Not, less), 3}};
  graph.blocks[1] = {{{0, e.binary(Op::Add, x, e.constant(32, 1))}}, {{e.truth(true), 2}}, {}};
  graph.blocks[2] = {{{1, e.binary(Op::Add, s, x)}}, {{e.truth(true), 0}}, {}};
  graph.blocks[3].edges = {{equal, 4}};
  return graph;
}

TEST(Image, all_blocks_of_a_target_that_are_reached_are_known) {
  words::Graph graph;
  Expressions& e = graph.expressions;
  graph.blocks.resize(4);
  graph.inputs = {8};
  graph.blocks[0].inputs = {0};
  const ExprId any = e.input(0, 8);
  for (words::BlockId b = 1; b < 4; ++b) {
    const ExprId is_it = e.binary(Op::Equal, any, e.constant(8, b));
    const ExprId is_small = e.binary(Op::LessUnsigned, any, e.constant(8, 3));
    graph.blocks[0].edges.push_back({e.binary(Op::And, is_it, is_small), b});
  }
  for (const ImageOptions& way : ways()) {
    std::vector<words::BlockId> reached = ask(graph, {{1, 2, 3}}, way)[0].all_reached;
    std::ranges::sort(reached);
    EXPECT_EQ(reached, (std::vector<words::BlockId>{1, 2}));
  }
}

TEST(Image, a_single_run_is_followed_step_by_step) {
  for (const ImageOptions& options : ways()) {
    if (options.method == Method::Conjunctive || !options.live) continue;
    EXPECT_EQ(ask(sum(1000, 500'500), {{4}}, options)[0].outcome, engine::Outcome::Reached);
    EXPECT_EQ(ask(sum(1000, 500'501), {{4}}, options)[0].outcome, engine::Outcome::Unreachable);
  }
}

TEST(Image, a_long_run_is_cheap) {
  const std::vector<ImageFinding> found = ask(sum(10'000, 50'005'000), {{4}}, {});
  ASSERT_TRUE(found[0].run);
  EXPECT_EQ(found[0].run->size(), 30'003U);
}

TEST(Image, frames_give_the_run_with_fewest_blocks) {
  // 0 -> 1 -> 2 -> 3 and 0 -> 3.
  words::Graph graph;
  graph.variables = {{"x", 4, std::nullopt}};
  Expressions& e = graph.expressions;
  const ExprId x = e.variable(0, 4);
  const ExprId is_3 = e.binary(Op::Equal, x, e.constant(4, 3));
  graph.blocks.resize(4);
  graph.blocks[0].edges = {{e.truth(true), 1}, {is_3, 3}};
  graph.blocks[1] = {{{0, e.binary(Op::Add, x, e.constant(4, 1))}}, {{e.truth(true), 2}}, {}};
  graph.blocks[2].edges = {{e.truth(true), 3}};
  ImageOptions options;
  options.traversal = Traversal::FrameByFrame;
  options.merge = false;
  const std::vector<ImageFinding> found = ask(graph, {{3}}, options);
  ASSERT_TRUE(found[0].run);
  EXPECT_EQ(found[0].run->size(), 2U);
  EXPECT_EQ(found[0].run->front().variables[0], 3U);
}

TEST(Image, a_product_that_no_diagram_can_hold_is_computed_value_by_value) {
  // y := x * x with x below 64, after 3 * x: 32 bits times 32 bits.
  words::Graph graph;
  graph.variables = {{"x", 32, 0}, {"y", 32, 0}};
  graph.inputs = {6};
  Expressions& e = graph.expressions;
  const ExprId x = e.variable(0, 32);
  const ExprId y = e.variable(1, 32);
  const ExprId spread = e.binary(Op::Multiply, e.extend(Op::ZeroExtend, e.input(0, 6), 32),
                                 e.constant(32, 0x0408'1021));
  const ExprId equal =
      e.binary(Op::Equal, y, e.constant(32, (0x0408'1021ULL * 21 * 0x0408'1021 * 21)));
  graph.blocks.resize(4);
  graph.blocks[0] = {{{0, spread}}, {{e.truth(true), 1}}, {0}};
  graph.blocks[1] = {{{1, e.binary(Op::Multiply, x, x)}}, {{e.truth(true), 2}}, {}};
  graph.blocks[2].edges = {{equal, 3}};
  ImageOptions options;
  options.merge = false;
  const std::vector<ImageFinding> found = ask(graph, {{3}}, options);
  ASSERT_EQ(found[0].outcome, engine::Outcome::Reached) << found[0].reason;
  EXPECT_TRUE(found[0].run);
}

TEST(Image, a_product_of_bounded_inputs_is_computed) {
  // 323 is 17 * 19, and 331 is prime.
  words::Graph graph;
  graph.variables = {{"p", 32, 0}};
  graph.inputs = {32, 32};
  Expressions& e = graph.expressions;
  const ExprId a = e.input(0, 32);
  const ExprId b = e.input(1, 32);
  const ExprId bound = e.constant(32, 20);
  const ExprId small =
      e.binary(Op::And, e.binary(Op::LessUnsigned, a, bound), e.binary(Op::LessUnsigned, b, bound));
  const ExprId p = e.variable(0, 32);
  graph.blocks.resize(4);
  graph.blocks[0] = {{{0, e.binary(Op::Multiply, a, b)}}, {{small, 1}}, {0, 1}};
  graph.blocks[1].edges = {{e.binary(Op::Equal, p, e.constant(32, 323)), 2},
                           {e.binary(Op::Equal, p, e.constant(32, 331)), 3}};
  const std::vector<ImageFinding> found = ask(graph, {{2}, {3}}, {});
  EXPECT_EQ(found[0].outcome, engine::Outcome::Reached) << found[0].reason;
  EXPECT_TRUE(found[0].run);
  EXPECT_EQ(found[1].outcome, engine::Outcome::Unreachable) << found[1].reason;
}

TEST(Image, arrays_and_floats_are_refused_by_name) {
  words::Graph graph = sum(10, 55);
  Expressions& e = graph.expressions;
  const words::ArraySort sort{8, 32};
  graph.arrays = {{"table", sort, std::nullopt}};
  const ExprId index = e.extract(e.variable(0, 32), 0, 8);
  const ExprId number =
      e.floating(Op::FloatFromSigned, 32, words::Rounding::NearestEven, e.variable(1, 32));
  words::Graph floats = graph;
  graph.blocks[2].array_assignments = {{0, e.store(e.array(0, sort), index, e.variable(1, 32))}};
  // Nothing reads it.
  EXPECT_EQ(ask(graph, {{4}}, {})[0].outcome, engine::Outcome::Reached);
  graph.blocks[3].edges[0].guard =
      e.binary(Op::Equal, e.select(e.array(0, sort), index), e.constant(32, 1));
  std::vector<ImageFinding> found = ask(graph, {{4}}, {});
  EXPECT_EQ(found[0].outcome, engine::Outcome::Unknown);
  EXPECT_EQ(found[0].reason, "image computation cannot follow arrays ('table')");
  Expressions& f = floats.expressions;
  floats.blocks[3].edges[0].guard = f.floating(Op::FloatLess, 1, words::Rounding::NearestEven,
                                               f.constant(32, 0x42000000), number);
  found = ask(floats, {{4}}, {});
  EXPECT_EQ(found[0].outcome, engine::Outcome::Unknown);
  EXPECT_EQ(found[0].reason, "image computation cannot follow floating-point arithmetic");
}

TEST(Image, graphs_with_arrays_and_floats_are_answered_or_refused) {
  std::size_t answered = 0;
  for (std::uint64_t seed = 1; seed <= test::repetitions(300); ++seed) {
    const words::Graph graph = test::random_graph_with_theories(seed);
    const std::vector<bool> expected = test::reachable_blocks(graph);
    std::vector<std::vector<words::BlockId>> targets;
    for (words::BlockId b = 0; b < graph.blocks.size(); ++b) targets.push_back({b});
    const std::vector<ImageFinding> found = ask(graph, targets, {});
    for (words::BlockId b = 0; b < graph.blocks.size(); ++b) {
      if (found[b].outcome == engine::Outcome::Unknown) {
        ASSERT_NE(found[b].reason, "");
        continue;
      }
      ++answered;
      ASSERT_EQ(found[b].outcome == engine::Outcome::Reached, expected[b]) << seed;
      if (!expected[b]) continue;
      ASSERT_EQ(words::replay(graph, *found[b].run), std::nullopt) << seed;
    }
  }
  EXPECT_GT(answered, test::repetitions(100));
}

TEST(Image, limits_end_in_unknown) {
  Limits limits;
  limits.seconds = 0;
  Budget budget(limits);
  Statistics statistics;
  const auto found = run_image(sum(10, 55), {{4}}, false, {}, budget, statistics);
  EXPECT_EQ(found[0].outcome, engine::Outcome::Unknown);
  EXPECT_NE(found[0].reason.find("time limit"), std::string::npos);
}

ImageOptions in_threads() {
  ImageOptions options;
  options.managers = ImageOptions::Managers::PerGroup;
  options.shared_bits = 40;
  options.merge = false;
  options.threads = 3;
  return options;
}

TEST(Image, threads_stop_when_told_to) {
  std::atomic<bool> cancel = false;
  Limits limits;
  limits.cancel = &cancel;
  Budget budget(limits);
  Statistics statistics;
  ImageOptions options = in_threads();
  options.on_step = [&](const ImageOptions::Step& step) { cancel = step.step > 1000; };
  const auto found = run_image(sum(2'000'000'000, 1), {{4}}, false, options, budget, statistics);
  EXPECT_EQ(found[0].outcome, engine::Outcome::Unknown);
  EXPECT_NE(found[0].reason.find("cancelled"), std::string::npos) << found[0].reason;
}

TEST(Image, runs_are_followed_back_through_managers) {
  Budget budget;
  Statistics statistics;
  const auto found = run_image(sum(1000, 500'500), {{4}}, true, in_threads(), budget, statistics);
  EXPECT_EQ(found[0].outcome, engine::Outcome::Reached);
  EXPECT_TRUE(found[0].run);
  const auto& figures = statistics.entries();
  EXPECT_TRUE(
      std::ranges::any_of(figures, [](const auto& one) { return one.first == "image.managers"; }));
}

}  // namespace
}  // namespace hardbop::image
