// SPDX-License-Identifier: MIT
// Proofs over words: what is invariant is accepted, what is not is refused, and so is what is
// spoilt.
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <gtest/gtest.h>
#include <random>

#include "base/smt/needs_z3.hpp"
#include "repetitions.hpp"
#include "words/certify/check.hpp"
#include "words/graph/random_graph.hpp"

namespace hardbop::words {
namespace {

using certify::Validation;
using Status = Validation::Status;

certify::Claim a_claim() {
  return {{{"test", "11aa"}}, {}, {"all is well"}};
}

/// "valid: ..." and the like.
std::string checked(const Subject& subject, const std::string& text) {
  const certify::ScriptResult read = certify::read_script(text, {});
  if (!read.script) return fmt::format("{}: {}", read.line, read.error);
  const Validation validation = check_proof(subject, *read.script, text);
  constexpr std::array<std::string_view, 4> names{"valid", "invalid", "bad input", "unknown"};
  return fmt::format("{}: {}", names[static_cast<std::size_t>(validation.status)],
                     fmt::join(validation.lines, "; "));
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

/// x starts as 0 and grows by 2; where it is odd, block 1 is reached.
Graph even_numbers() {
  Graph graph;
  Expressions& e = graph.expressions;
  graph.variables = {{"x", 4, 0}};
  const ExprId x = e.variable(0, 4);
  const ExprId is_odd = e.extract(x, 0, 1);
  graph.blocks.resize(2);
  graph.blocks[0].assignments = {{0, e.binary(Op::Add, x, e.constant(4, 2))}};
  graph.blocks[0].edges = {{is_odd, 1}, {e.unary(Op::Not, is_odd), 0}};
  return graph;
}

Proof even_proof() {
  Proof proof;
  proof.predicates = {{{0}, "(= #b0 ((_ extract 0 0) v0))"}};
  proof.invariants[0] = {{{false, 0}}, "c0"};
  return proof;
}

TEST(WordProof, an_invariant_is_accepted) {
  NEEDS_Z3();
  const Graph graph = even_numbers();
  const Subject subject = single_procedure(graph, {{1, "x is odd"}});
  EXPECT_EQ(checked(subject, write_proof(a_claim(), subject, even_proof())),
            "valid: all is well holds (4 obligations)");
}

TEST(WordProof, what_is_no_invariant_is_refused) {
  NEEDS_Z3();
  const Graph graph = even_numbers();
  const Subject subject = single_procedure(graph, {{1, "x is odd"}});
  const auto refused = [&](const Proof& proof) {
    return checked(subject, write_proof(a_claim(), subject, proof));
  };
  Proof never = even_proof();
  never.invariants.clear();
  EXPECT_EQ(refused(never), "invalid: obligation 1 (the first statement of main) does not hold");
  Proof zero = even_proof();
  zero.predicates[0].body = "(= v0 (_ bv0 4))";
  EXPECT_EQ(refused(zero), "invalid: obligation 3 (B0 leads to B0) does not hold");
  Proof weak = even_proof();
  weak.invariants[0].body = "true";
  EXPECT_EQ(refused(weak), "invalid: obligation 2 (B0 leads to B1) does not hold");
  weak.invariants[1] = {{}, "true"};
  EXPECT_EQ(refused(weak), "invalid: obligation 4 (B1 is not reached: x is odd) does not hold");
  Proof strange = even_proof();
  strange.predicates[0].body = "(= v0 v1)";
  EXPECT_EQ(refused(strange).substr(0, 53),
            "invalid: obligation 1 (the first statement of main): ");
}

TEST(WordProof, is_read_as_it_was_written) {
  const Graph graph = even_numbers();
  const Subject subject = single_procedure(graph, {{1, "x is odd"}});
  Proof proof = even_proof();
  proof.predicates.push_back({{}, "true"});
  proof.invariants[1] = {{{true, 0}, {false, 1}}, "(and e0 (not c1))"};
  const std::string text = write_proof(a_claim(), subject, proof);
  const certify::ScriptResult script = certify::read_script(text, {});
  ASSERT_TRUE(script.script) << script.error;
  const ReadProof read = read_proof(graph, *script.script);
  EXPECT_EQ(read.error, "");
  EXPECT_EQ(write_proof(script.script->claim, subject, read.proof), text);
}

TEST(WordProof, spoilt_definitions_are_refused) {
  const Graph graph = even_numbers();
  const Subject subject = single_procedure(graph, {{1, "x is odd"}});
  const std::string text = write_proof(a_claim(), subject, even_proof());
  const auto refused = [&](std::string_view from, std::string_view to) {
    return checked(subject, replaced(text, from, to));
  };
  const std::string strange = "invalid: a definition that a certificate cannot contain";
  EXPECT_EQ(refused("(v0 (_ BitVec 4))", "(v1 (_ BitVec 4))"),
            "invalid: a predicate uses variables that the program does not have");
  EXPECT_EQ(refused("(v0 (_ BitVec 4))", "(c0 Bool)"),
            "invalid: a predicate uses variables that the program does not have");
  EXPECT_EQ(refused("(c0 Bool)", "(c1 Bool)"),
            "invalid: an invariant uses predicates that are not defined");
  EXPECT_EQ(refused("(c0 Bool)", "(v0 Bool)"),
            "invalid: an invariant uses predicates that are not defined");
  EXPECT_EQ(refused("(c0 Bool)", "c0"), strange);
  EXPECT_EQ(refused("(c0 Bool)", "()"), strange);
  EXPECT_EQ(refused("fun p0", "fun q0"), strange);
  EXPECT_EQ(refused("fun p0", "fun p1"), "invalid: predicates must come in order");
  EXPECT_EQ(refused("fun p0", "fun p"), "invalid: '' is not a number");
  EXPECT_EQ(refused("(c0 Bool)", "(c99999999999 Bool)"), "invalid: '99999999999' is not a number");
  EXPECT_EQ(refused("fun at0", "fun at-1"), "invalid: '-1' is not a number");
  EXPECT_EQ(refused("(push", "(define-fun at0 () Bool true)\n(push"),
            "invalid: a block with two invariants");
}

TEST(WordProof, symbols_cannot_be_given_another_meaning) {
  NEEDS_Z3();
  const Graph graph = even_numbers();
  const Subject subject = single_procedure(graph, {{1, "x is odd"}});
  Proof proof = even_proof();
  proof.invariants[0].body = "true";
  for (const char* const symbol :
       {"not", "true", "false", "and", "=", "at0", "v0", "t3", "select"}) {
    for (const char* const body : {"(! false :named {})", "(! (= v0 v0) :named {})",
                                   "(or (! true :named {}) true)", "(let (({} true)) true)"}) {
      Proof spoilt = proof;
      spoilt.predicates[0].body = fmt::format(fmt::runtime(body), symbol);
      EXPECT_NE(checked(subject, write_proof(a_claim(), subject, spoilt)).substr(0, 6), "valid:")
          << spoilt.predicates[0].body;
    }
  }
}

/// A condition on v0, of four bits.
std::string random_condition(std::mt19937_64& random, int depth) {
  const auto word = [&]() -> std::string {
    switch (random() % 4) {
      case 0: return fmt::format("(_ bv{} 4)", random() % 16);
      case 1: return fmt::format("(bvadd v0 (_ bv{} 4))", random() % 16);
      case 2: return "(bvudiv v0 (bvnot v0))";
      default: return "v0";
    }
  };
  if (depth == 0)
    return fmt::format("({} {} {})", random() % 2 == 0 ? "=" : "bvule", word(), word());
  const auto part = [&] { return random_condition(random, depth - 1); };
  switch (random() % 5) {
    case 0: return fmt::format("(and {} {})", part(), part());
    case 1: return fmt::format("(or {} {})", part(), part());
    case 2: return fmt::format("(not {})", part());
    case 3: return fmt::format("(let ((v0 {})) {})", word(), part());
    default: return fmt::format("(ite {} {} {})", part(), part(), part());
  }
}

TEST(WordProof, no_invariants_prove_what_is_not_so) {
  NEEDS_Z3();
  // Where x starts as 1, it is odd.
  Graph graph = even_numbers();
  graph.variables[0].initial = 1;
  const Subject subject = single_procedure(graph, {{1, "x is odd"}});
  std::mt19937_64 random(25);
  for (std::size_t i = 0; i < test::repetitions(60); ++i) {
    Proof proof = even_proof();
    proof.predicates[0].body = random_condition(random, static_cast<int>(random() % 4));
    if (random() % 2 == 0) proof.invariants[0].body = "(not c0)";
    if (random() % 2 == 0) proof.invariants[1] = {{{false, 0}}, "c0"};
    EXPECT_EQ(checked(subject, write_proof(a_claim(), subject, proof)).substr(0, 8), "invalid:")
        << proof.predicates[0].body;
  }
}

TEST(WordProof, a_spoilt_text_is_refused) {
  // As it was not, it is no proof of this.
  Graph graph = even_numbers();
  graph.variables[0].initial = 1;
  const Subject subject = single_procedure(graph, {{1, "x is odd"}});
  const std::string text = write_proof(a_claim(), subject, even_proof());
  std::mt19937_64 random(25);
  for (std::size_t i = 0; i < test::repetitions(1000); ++i) {
    std::string spoilt = text;
    const std::size_t at = random() % spoilt.size();
    switch (random() % 4) {
      case 0: spoilt.erase(at, 1 + random() % 30); break;
      case 1: spoilt.insert(at, spoilt.substr(random() % spoilt.size(), random() % 30)); break;
      case 2: spoilt.insert(at, std::string(10'000, " \n\t("[random() % 4])); break;
      default: spoilt[at] = static_cast<char>(random());
    }
    if (spoilt == text) continue;
    EXPECT_NE(checked(subject, spoilt).substr(0, 6), "valid:") << spoilt;
  }
}

TEST(WordProof, other_obligations_are_refused) {
  const Graph graph = even_numbers();
  const Subject subject = single_procedure(graph, {{1, "x is odd"}});
  const std::string text = write_proof(a_claim(), subject, even_proof());
  const std::string other =
      "invalid: the obligations are not those of the program and the invariants";
  for (std::size_t at = text.find("\n(assert"); at != std::string::npos;
       at = text.find("\n(assert", at + 1))
    EXPECT_EQ(checked(subject, std::string(text).insert(at + 1, "(assert false)\n")), other);
  EXPECT_EQ(checked(single_procedure(graph, {{0, "x is odd"}}), text), other);
  EXPECT_EQ(checked(subject, replaced(text, "(v0 (_ BitVec 4))", "(v0 (_ BitVec 5))")), other);
  EXPECT_EQ(checked(subject, replaced(text, "QF_BV", "QF_LIA")), other);
  EXPECT_EQ(checked(subject, replaced(text, "(check-sat)\n", "")),
            "invalid: the certificate should have 4 obligations, but has 3");
}

/// That a value of a state, by its place, is this one: a variable's, or an element's.
Proof::Predicate has_value(const Graph& graph, std::size_t place, std::uint64_t value) {
  if (place < graph.variables.size()) {
    const auto v = static_cast<VariableId>(place);
    return {{v}, fmt::format("(= v{} (_ bv{} {}))", v, value, graph.variables[v].width)};
  }
  place -= graph.variables.size();
  ArrayId a = 0;
  for (; place > mask(graph.arrays[a].sort.index); ++a)
    place -= mask(graph.arrays[a].sort.index) + 1;
  const ArraySort sort = graph.arrays[a].sort;
  return {{},
          fmt::format("(= (select a{} (_ bv{} {})) (_ bv{} {}))", a, place, sort.index, value,
                      sort.element),
          {a}};
}

/// The exact invariant: which states a run can be in, block by block.
Proof reachable_proof(const Graph& graph) {
  Proof proof;
  std::map<std::pair<std::size_t, std::uint64_t>, std::size_t> numbers;
  for (const std::vector<std::uint64_t>& state : test::reachable_states(graph)) {
    Proof::Invariant& invariant =
        proof.invariants.try_emplace(static_cast<BlockId>(state[0])).first->second;
    std::string conjunction;
    for (std::size_t v = 0; v + 1 < state.size(); ++v) {
      const auto [place, is_new] = numbers.try_emplace({v, state[v + 1]}, numbers.size());
      if (is_new) proof.predicates.push_back(has_value(graph, v, state[v + 1]));
      const std::size_t number = place->second;
      const bool is_there = std::ranges::any_of(
          invariant.arguments, [&](const auto& one) { return one.predicate == number; });
      if (!is_there) invariant.arguments.push_back({false, number});
      conjunction += fmt::format(" c{}", number);
    }
    invariant.body = fmt::format("(or (and{}) {})", conjunction, invariant.body);
  }
  return proof;
}

void expect_exact_invariants(const std::function<Graph(std::uint64_t)>& draw,
                             std::uint64_t graphs) {
  for (std::uint64_t seed = 0; seed < graphs; ++seed) {
    const Graph graph = draw(seed);
    const std::vector<bool> is_reached = test::reachable_blocks(graph);
    std::map<BlockId, std::string> sinks;
    for (BlockId b = 0; b < is_reached.size(); ++b)
      if (!is_reached[b]) sinks[b] = "nothing leads here";
    const Subject subject = single_procedure(graph, sinks);
    Proof proof = reachable_proof(graph);
    const std::string answer = checked(subject, write_proof(a_claim(), subject, proof));
    EXPECT_EQ(answer.substr(0, 6), "valid:") << "seed " << seed << ": " << answer;
    // A block that is reached, as a sink, and none of its states.
    const BlockId spoilt = std::prev(proof.invariants.end())->first;
    const Subject other = single_procedure(graph, {{spoilt, "not so"}});
    EXPECT_EQ(checked(other, write_proof(a_claim(), other, proof)).substr(0, 19),
              "invalid: obligation")
        << "seed " << seed;
    proof.invariants.erase(spoilt);
    EXPECT_EQ(checked(subject, write_proof(a_claim(), subject, proof)).substr(0, 19),
              "invalid: obligation")
        << "seed " << seed;
  }
}

TEST(WordProof, reachable_states_are_an_invariant_of_random_graphs) {
  NEEDS_Z3();
  expect_exact_invariants(test::random_graph, test::repetitions(60));
}

TEST(WordProof, reachable_states_are_an_invariant_of_graphs_with_arrays_and_floats) {
  NEEDS_Z3();
  expect_exact_invariants(test::random_graph_with_theories, test::repetitions(10));
}

TEST(WordProof, numbers_are_written_as_smt_lib_has_them) {
  NEEDS_Z3();
  // x starts as 1.0 and is halved as long as it is more than 0.25; block 1 is reached where it is
  // less, or where its sign is set.
  Graph graph;
  Expressions& e = graph.expressions;
  graph.variables = {{"x", 32, 0x3F800000}};
  const ExprId x = e.variable(0, 32);
  const ExprId quarter = e.constant(32, 0x3E800000);
  constexpr auto even = Rounding::NearestEven;
  const ExprId half = e.floating(Op::FloatMultiply, 32, even, x, e.constant(32, 0x3F000000));
  const ExprId is_less = e.floating(Op::FloatLess, 1, even, x, quarter);
  const ExprId is_more = e.floating(Op::FloatLess, 1, even, quarter, x);
  graph.blocks.resize(2);
  graph.blocks[0].assignments = {{0, half}};
  graph.blocks[0].edges = {{is_more, 0}, {e.binary(Op::Or, is_less, e.extract(x, 31, 1)), 1}};
  const Subject subject = single_procedure(graph, {{1, "x is too small"}});
  Proof proof;
  proof.predicates = {{{0}, "(or (= v0 #x3f800000) (= v0 #x3f000000) (= v0 #x3e800000))"}};
  proof.invariants[0] = {{{false, 0}}, "c0"};
  const std::string text = write_proof(a_claim(), subject, proof);
  EXPECT_NE(text.find("(set-logic QF_BVFP)"), std::string::npos) << text;
  EXPECT_EQ(text.find("to_ieee_bv"), std::string::npos) << text;
  EXPECT_EQ(checked(subject, text), "valid: all is well holds (4 obligations)") << text;
  proof.predicates[0].body = "(or (= v0 #x3f800000) (= v0 #x3f000000))";
  EXPECT_EQ(checked(subject, write_proof(a_claim(), subject, proof)),
            "invalid: obligation 2 (B0 leads to B0) does not hold");
}

/// main: g := 1, a := g, calls f; r is what f returns: a + 1. Block 3 is reached where r is not 2
/// or g was changed, which f does not do.
struct Calling {
  Graph graph;
  Subject subject{graph, {}, 0, {}, {}, {}, {}};

  Calling() {
    Expressions& e = graph.expressions;
    graph.variables = {{"g", 4, 0}, {"a", 4, {}}, {"r", 4, {}}};
    const ExprId one = e.constant(4, 1);
    const ExprId is_so = e.binary(Op::And, e.binary(Op::Equal, e.variable(2, 4), e.constant(4, 2)),
                                  e.binary(Op::Equal, e.variable(0, 4), one));
    const ExprId always = e.truth(true);
    graph.blocks.resize(6);
    graph.blocks[0] = {{{0, one}}, {{always, 1}}, {}};
    graph.blocks[1] = {{{1, e.variable(0, 4)}}, {{always, 4}}, {}};
    graph.blocks[2] = {{}, {{e.unary(Op::Not, is_so), 3}}, {}};
    graph.blocks[4] = {{{2, e.binary(Op::Add, e.variable(1, 4), one)}}, {{always, 5}}, {}};
    subject.procedures = {{0, {0, 1, 2, 3}, {}, {}, {}, {0}}, {4, {4, 5}, {5}, {1}, {2}, {}}};
    subject.is_global = {true, false, false};
    subject.calls[1] = {1, 2};
    subject.sinks[3] = "f is wrong";
  }
};

TEST(WordProof, calls_are_followed) {
  NEEDS_Z3();
  Calling program;
  const Subject& subject = program.subject;
  Proof proof;
  proof.predicates = {
      {{0}, "(= v0 (_ bv1 4))"}, {{1}, "(= v1 (_ bv1 4))"}, {{2}, "(= v2 (_ bv2 4))"}};
  proof.invariants[0] = {{}, "true"};
  proof.invariants[1] = {{{false, 0}}, "c0"};
  proof.invariants[2] = {{{false, 0}, {false, 2}}, "(and c0 c2)"};
  proof.invariants[4] = {{{true, 1}, {false, 1}}, "(= e1 c1)"};
  proof.invariants[5] = {{{true, 1}, {false, 2}}, "(= e1 c2)"};
  EXPECT_EQ(checked(subject, write_proof(a_claim(), subject, proof)),
            "valid: all is well holds (7 obligations)");
  // The callee gives another result, or may change what its caller believes.
  proof.invariants[5].body = "(or e1 c2)";
  EXPECT_NE(checked(subject, write_proof(a_claim(), subject, proof)).substr(0, 6), "valid:");
  proof.invariants[5].body = "(= e1 c2)";
  program.subject.procedures[1].modified = {0};
  EXPECT_NE(checked(subject, write_proof(a_claim(), subject, proof)).substr(0, 6), "valid:");
}

TEST(WordProof, an_array_is_after_a_call_as_the_callee_leaves_it) {
  NEEDS_Z3();
  Calling program;
  Expressions& e = program.graph.expressions;
  const ArraySort sort{4, 4};
  program.graph.arrays = {{"array", sort, ArrayValue(4)}};
  program.subject.is_global_array = {true};
  const ExprId element = e.select(e.array(0, sort), e.variable(0, 4));
  program.graph.blocks[2].edges[0].guard =
      e.unary(Op::Not, e.binary(Op::Equal, element, e.constant(4, 7)));
  program.graph.blocks[0].array_assignments = {{0, e.fill(e.constant(4, 7), 4)}};
  const Subject& subject = program.subject;
  Proof proof;
  proof.predicates = {{{}, "(= a0 ((as const (Array (_ BitVec 4) (_ BitVec 4))) #x7))", {0}}};
  for (const BlockId b : {1U, 2U, 4U, 5U}) proof.invariants[b] = {{{false, 0}}, "c0"};
  proof.invariants[0] = {{}, "true"};
  const auto answer = [&] { return checked(subject, write_proof(a_claim(), subject, proof)); };
  EXPECT_EQ(answer(), "valid: all is well holds (7 obligations)");
  // What the callee may change is what it leaves, which is the same only if it says so.
  program.subject.procedures[1].modified_arrays = {0};
  EXPECT_EQ(answer(), "valid: all is well holds (7 obligations)");
  proof.invariants[5] = {{}, "true"};
  EXPECT_NE(answer().substr(0, 6), "valid:");
  program.subject.procedures[1].modified_arrays = {};
  EXPECT_EQ(answer(), "valid: all is well holds (7 obligations)");
  // Its caller's own is as it was, whatever the callee says of another of that name.
  program.subject.is_global_array = {false};
  program.subject.procedures[1].modified_arrays = {0};
  EXPECT_EQ(answer(), "valid: all is well holds (7 obligations)");
  proof.invariants[1] = {{}, "true"};
  EXPECT_NE(answer().substr(0, 6), "valid:");
}

}  // namespace
}  // namespace hardbop::words
