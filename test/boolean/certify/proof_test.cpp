// SPDX-License-Identifier: MIT
// The invariant of a Boolean program is read as it was written; what is no invariant is refused
// with its line.
#include "boolean/certify/proof.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support.hpp"

namespace hardbop::certify {
namespace {

using trace::Decision;

/// That g stays false, by two nodes, one of which is used in two ways.
trace::Invariant an_invariant(const bp::Graph& graph) {
  trace::Invariant invariant;
  invariant.nodes.resize(1);
  invariant.nodes.push_back(
      {{Decision::Kind::Current, 0}, trace::diagram_false, trace::diagram_true});
  invariant.nodes.push_back({{Decision::Kind::Entry, 0}, {1, true}, {1, false}});
  invariant.at.assign(graph.vertices().size(), {2, false});
  invariant.summaries.assign(graph.procedures().size(), {2, true});
  invariant.kept.assign(graph.procedures().size(), {});
  invariant.kept.back() = {0};
  return invariant;
}

std::string a_proof(const test::Sample& sample) {
  Question question;
  question.entries = {sample.procedure("main")};
  question.targets = {bp::find_target(sample.graph(), "label R")};
  const Claim claim =
      make_claim({"test.bp", "11aa"}, {"standard", {"main"}}, {question.targets[0].name});
  return write_proof(claim, question, sample.graph(), an_invariant(sample.graph()));
}

class BooleanProof : public testing::Test {
 protected:
  test::Sample sample_{test::figure_1};
  std::string text_ = a_proof(sample_);

  /// What is wrong when a part is another.
  [[nodiscard]] std::string error(std::string_view from, std::string_view to) const {
    std::string changed = text_;
    const std::size_t at = changed.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    changed.replace(at, from.size(), to);
    const ReadProof read = read_proof(changed);
    const auto line = 1 + std::ranges::count(text_.substr(0, at), '\n');
    if (!read.script.script) {
      EXPECT_EQ(read.script.line, line) << to;
    }
    return read.script.error;
  }
};

TEST_F(BooleanProof, is_read_as_it_was_written) {
  const ReadProof read = read_proof(text_);
  ASSERT_TRUE(read.script.script) << read.script.error;
  const Claim& claim = read.script.script->claim;
  const Reading reading = reading_of(claim);
  EXPECT_EQ(reading.dialect, "standard");
  EXPECT_EQ(reading.entries, std::vector<std::string>{"main"});
  EXPECT_EQ(make_claim({"test.bp", "11aa"}, reading, {"label R"}), claim);
  Question question;
  question.entries = {sample_.procedure("main")};
  question.targets = {bp::find_target(sample_.graph(), "label R")};
  EXPECT_EQ(write_proof(claim, question, sample_.graph(), read.invariant), text_);
}

TEST_F(BooleanProof, spoilt_nodes_are_refused) {
  EXPECT_EQ(error("(= d1 ", "(= d0 "), "no such node");
  EXPECT_EQ(error("(= d1 ", "(= d4000000000 "), "no such node");
  EXPECT_EQ(error("(= d1 ", "(= d99999999999 "), "'99999999999' is not a number");
  EXPECT_EQ(error("(= d1 ", "(= d-1 "), "'-1' is not a number");
  EXPECT_EQ(error("(= d1 ", "(= x1 "), "unknown name 'x1'");
  EXPECT_EQ(error("(= d1 ", "(= (d1) "), "expected ')', found '('");
  EXPECT_EQ(error("(assert (= d1 ", "(assert (and d1 "), "expected '=', found 'and'");
  EXPECT_EQ(error("(assert (= d1 ", "(assert d1) (assert (= d1 "), "expected '(', found 'd1'");
  EXPECT_EQ(error("(ite c0 false true)", "(ite x0 false true)"), "expected a variable, found 'x0'");
  EXPECT_EQ(error("(ite c0 false true)", "(ite c99999999999 false true)"),
            "'99999999999' is not a number");
  EXPECT_EQ(error("(ite c0 false true)", "(and c0 true)"), "expected 'ite', found 'and'");
  EXPECT_EQ(error("(ite c0 false true)", "(ite c0 false)"), "expected a node, found ')'");
  EXPECT_EQ(error("(ite c0 false true)", "(ite c0 false true true)"), "expected ')', found 'true'");
  EXPECT_EQ(error("(ite c0 false true)", "(ite c0 false d2)"),
            "a node must be defined before it is used");
  EXPECT_EQ(error("(ite c0 false true)", "(ite c0 false (or d1))"), "expected 'not', found 'or'");
}

TEST_F(BooleanProof, spoilt_roots_are_refused) {
  EXPECT_EQ(error("fun inv1 ()", "fun inv1 ((a Bool))"),
            "expected no parameters, found '(a Bool)'");
  EXPECT_EQ(error("fun inv1 ", "fun inv2 "), "invariants must come in order");
  EXPECT_EQ(error("fun sum0 ", "fun sum4294967296 "), "'4294967296' is not a number");
  EXPECT_EQ(error(":hardbop-kept \"0", ":hardbop-kept \"1"), "procedures must come in order");
  EXPECT_EQ(error(":hardbop-kept \"0", ":hardbop-kept \""), "procedures must come in order");
  EXPECT_EQ(error(":hardbop-kept \"0", ":hardbop-kept \"0 many"), "'many' is not a number");
  EXPECT_EQ(error(":hardbop-kept \"0", ":hardbop-entry \"0"), "'entry' must come earlier");
}

TEST_F(BooleanProof, deep_negations_are_read) {
  std::string deep = "true";
  std::string start;
  for (int i = 0; i < 100'001; ++i) start += "(not ";
  deep = start + deep + std::string(100'001, ')');
  EXPECT_EQ(error("(ite c0 false true)", "(ite c0 " + deep + " true)"), "");
}

}  // namespace
}  // namespace hardbop::certify
