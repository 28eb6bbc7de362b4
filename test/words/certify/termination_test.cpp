// SPDX-License-Identifier: MIT
// Proofs that all runs end: what gets less is accepted, what does not is refused, and so is what is
// spoilt.
#include "words/certify/termination.hpp"

#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "base/smt/needs_z3.hpp"
#include "words/certify/check.hpp"

namespace hardbop::words {
namespace {

std::string verdict(const Subject& subject, const std::string& text) {
  const certify::ScriptResult read = certify::read_script(text, {});
  if (!read.script) return fmt::format("{}: {}", read.line, read.error);
  const certify::Validation validation = check_termination(subject, *read.script, text);
  constexpr std::array<std::string_view, 4> names{"valid", "invalid", "bad input", "unknown"};
  return fmt::format("{}: {}", names[static_cast<std::size_t>(validation.status)],
                     fmt::join(validation.lines, "; "));
}

std::string exchanged(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

/// main sets n to a number below 8 and calls a procedure that calls itself with n - 1 until n is 0;
/// then it counts x down.
struct Countdown {
  Graph graph;
  Subject subject{graph, {}, 0, {}, {}, {}, {}};

  Countdown() {
    Expressions& e = graph.expressions;
    graph.variables = {{"n", 4, std::nullopt}, {"x", 4, std::nullopt}};
    graph.inputs = {3};
    graph.blocks.resize(6);
    const ExprId n = e.variable(0, 4);
    const ExprId x = e.variable(1, 4);
    const auto minus_one = [&](ExprId word) {
      return e.binary(Op::Subtract, word, e.constant(4, 1));
    };
    const ExprId always = e.truth(true);
    const ExprId more_calls = e.unary(Op::Not, e.binary(Op::Equal, n, e.constant(4, 0)));
    const ExprId more_rounds = e.binary(Op::LessUnsigned, e.constant(4, 0), x);
    graph.blocks[0].inputs = {0};
    graph.blocks[0].assignments = {{0, e.extend(Op::ZeroExtend, e.input(0, 3), 4)}};
    graph.blocks[0].edges = {{always, 3}};
    graph.blocks[1].assignments = {{1, minus_one(x)}};  // the loop of main
    graph.blocks[1].edges = {{more_rounds, 1}, {e.unary(Op::Not, more_rounds), 2}};
    graph.blocks[3].edges = {{more_calls, 4}, {e.unary(Op::Not, more_calls), 5}};
    graph.blocks[4].assignments = {{0, minus_one(n)}};
    graph.blocks[4].edges = {{always, 3}};
    subject.procedures.resize(2);
    subject.procedures[0].blocks = {0, 1, 2};
    subject.procedures[0].leaves = {2};
    subject.procedures[1].entry = 3;
    subject.procedures[1].blocks = {3, 4, 5};
    subject.procedures[1].leaves = {5};
    subject.procedures[1].parameters = {0};
    subject.is_global = {false, false};
    subject.calls = {{0, {1, 1}}, {4, {1, 5}}};
  }

  [[nodiscard]] static TerminationProof proof() {
    TerminationProof out;
    out.invariants[3] = {{0}, "(bvult v0 #x8)"};
    out.loops[1] = {{{1}, "((_ zero_extend 60) v1)"}};
    out.recursions[1] = {{{0}, "((_ zero_extend 60) v0)"}};
    return out;
  }
  [[nodiscard]] std::string text(const TerminationProof& proof) const {
    return write_termination({{{"test", "11aa"}}, {}, {"all runs end"}}, subject, proof);
  }
  [[nodiscard]] std::string check(const TerminationProof& proof) const {
    return verdict(subject, text(proof));
  }
};

TEST(Termination, what_gets_less_is_accepted) {
  NEEDS_Z3();
  const Countdown countdown;
  EXPECT_EQ(countdown.check(Countdown::proof()), "valid: all runs end holds (9 obligations)");
}

TEST(Termination, other_ranks_are_refused) {
  NEEDS_Z3();
  const Countdown countdown;
  const auto check = [&](const auto& change) {
    TerminationProof proof = Countdown::proof();
    change(proof);
    return countdown.check(proof).substr(0, 19);
  };
  const std::string refused = "invalid: obligation";
  EXPECT_EQ(check([](auto& proof) { proof.loops[1][0].body = "(bvnot ((_ zero_extend 60) v1))"; }),
            refused);
  EXPECT_EQ(check([](auto& proof) { proof.loops.clear(); }), refused);
  EXPECT_EQ(check([](auto& proof) { proof.recursions.clear(); }), refused);
  EXPECT_EQ(check([](auto& proof) { proof.recursions[1][0].body = "(_ bv7 64)"; }), refused);
  EXPECT_EQ(check([](auto& proof) { proof.invariants[3].body = "(bvult v0 #x7)"; }), refused);
  EXPECT_EQ(check([](auto& proof) { proof.invariants[1] = {{}, "false"}; }), refused);
  // It wraps: where n is 1, it is the greatest there is.
  EXPECT_EQ(check([](auto& proof) {
              proof.recursions[1][0].body = "(bvsub ((_ zero_extend 60) v0) (_ bv1 64))";
            }),
            refused);
  // It has fewer bits than it should.
  EXPECT_EQ(check([](auto& proof) { proof.loops[1][0].body = "v1"; }), refused);
}

TEST(Termination, spoilt_texts_are_refused) {
  NEEDS_Z3();
  const Countdown countdown;
  const std::string text = countdown.text(Countdown::proof());
  const auto spoilt = [&](std::string_view from, std::string_view to) {
    return verdict(countdown.subject, exchanged(text, from, to));
  };
  const std::string others =
      "invalid: the obligations are not those of the program and the invariants";
  EXPECT_EQ(spoilt("(assert (at3 v0))", "(assert false)"), others);
  EXPECT_EQ(spoilt("(check-sat)\n(pop 1)", "(pop 1)"),
            "invalid: the certificate should have 9 obligations, but has 8");
  EXPECT_EQ(spoilt("(_ BitVec 64) (", "(_ BitVec 65) ("), others);
  EXPECT_EQ(spoilt("loop1_0", "loop1_1"), "invalid: parts of a rank must come in order");
  EXPECT_EQ(spoilt("(define-fun at3", "(define-fun in3"),
            "invalid: a definition that a certificate cannot contain");
  EXPECT_EQ(spoilt("at3 ((v0 ", "at3 ((v9 "),
            "invalid: a definition uses variables that the program does not have");
}

}  // namespace
}  // namespace hardbop::words
