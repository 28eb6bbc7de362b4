// SPDX-License-Identifier: MIT
// Reached sets as proofs: those of random graphs are accepted by code that knows no sets, and are
// no more once a part of them is missing.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/smt/needs_z3.hpp"
#include "repetitions.hpp"
#include "words/certify/check.hpp"
#include "words/engine/image/prove.hpp"
#include "words/graph/random_graph.hpp"

namespace hardbop::image {
namespace {

using words::BlockId;

const certify::Claim claim{{{"test", "11aa"}}, {}, {"all is well"}};

std::string checked(const words::Subject& subject, const words::Proof& proof) {
  const std::string text = words::write_proof(claim, subject, proof);
  const certify::ScriptResult read = certify::read_script(text, {});
  if (!read.script) return fmt::format("{}: {}", read.line, read.error);
  const certify::Validation found = words::check_proof(subject, *read.script, text);
  return found.status == certify::Validation::Status::Valid ? "valid" : found.lines.front();
}

MadeProof proved(const words::Subject& subject) {
  std::vector<BlockId> sinks;
  for (const auto& [block, text] : subject.sinks) sinks.push_back(block);
  Budget budget;
  return prove_unreachable(subject.graph, sinks, budget);
}

/// Those that no run reaches, each with the same text.
words::Subject subject_of(const words::Graph& graph) {
  const std::vector<bool> is_reached = test::reachable_blocks(graph);
  std::map<BlockId, std::string> sinks;
  for (BlockId b = 0; b < is_reached.size(); ++b)
    if (!is_reached[b]) sinks[b] = "nothing leads here";
  return words::single_procedure(graph, std::move(sinks));
}

TEST(ImageProof, reached_sets_prove_what_is_unreachable_in_random_graphs) {
  NEEDS_Z3();
  std::size_t with_sets = 0;
  for (std::uint64_t seed = 0; seed < test::repetitions(150); ++seed) {
    const words::Graph graph = test::random_graph(seed);
    const words::Subject subject = subject_of(graph);
    const MadeProof made = proved(subject);
    ASSERT_TRUE(made.proof) << "seed " << seed << ": " << made.reason;
    EXPECT_EQ(checked(subject, *made.proof), "valid") << "seed " << seed;
    with_sets += made.proof->predicates.empty() ? 0 : 1;
  }
  EXPECT_GT(with_sets, test::repetitions(150) / 10);
}

TEST(ImageProof, a_set_that_is_missing_or_empty_is_noticed) {
  NEEDS_Z3();
  for (std::uint64_t seed = 0; seed < test::repetitions(40); ++seed) {
    const words::Graph graph = test::random_graph(seed);
    const words::Subject subject = subject_of(graph);
    const MadeProof made = proved(subject);
    ASSERT_TRUE(made.proof) << "seed " << seed << ": " << made.reason;
    words::Proof less = *made.proof;
    less.invariants.erase(graph.entry);
    EXPECT_EQ(checked(subject, less), "obligation 1 (the first statement of main) does not hold")
        << "seed " << seed;
    if (made.proof->predicates.empty()) continue;
    words::Proof empty = *made.proof;
    for (words::Proof::Predicate& predicate : empty.predicates) predicate.body = "false";
    for (auto& [block, invariant] : empty.invariants)
      if (invariant.body == "true") invariant.body = "false";
    EXPECT_NE(checked(subject, empty), "valid") << "seed " << seed;
  }
}

TEST(ImageProof, nothing_is_proved_of_what_is_reached) {
  const words::Graph graph = test::random_graph(1);
  const MadeProof made = proved(words::single_procedure(graph, {{graph.entry, "reached"}}));
  EXPECT_FALSE(made.proof);
  EXPECT_EQ(made.reason, "an error can be reached");
}

TEST(ImageProof, a_budget_that_is_used_up_ends_it) {
  const words::Graph graph = test::random_graph(1);
  const words::Subject subject = subject_of(graph);
  Limits limits;
  limits.seconds = 0;
  Budget budget(limits);
  const MadeProof made = prove_unreachable(graph, {}, budget);
  EXPECT_FALSE(made.proof);
  EXPECT_NE(made.reason, "");
}

}  // namespace
}  // namespace hardbop::image
