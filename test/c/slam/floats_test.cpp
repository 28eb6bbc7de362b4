// SPDX-License-Identifier: MIT
// Refinement over numbers of IEEE 754. The programs are written with `unsigned`, and made about
// numbers of 32 bits afterwards: `<` and `+` become those of numbers.
#include <gtest/gtest.h>

#include "base/smt/solver.hpp"
#include "c/programs.hpp"
#include "c/slam/loop.hpp"
#include "c/slam/programs.hpp"

namespace hardbop::slam {

namespace {

using words::Node;
using words::Op;

/// Of small expressions.
ExprId of_numbers(words::Expressions& e, ExprId id) {
  const Node node = e.node(id);
  const auto operand = [&](ExprId one) { return of_numbers(e, one); };
  constexpr auto even = words::Rounding::NearestEven;
  switch (node.op) {
    case Op::Not: return e.unary(Op::Not, operand(node.a));
    case Op::And:
    case Op::Or: return e.binary(node.op, operand(node.a), operand(node.b));
    case Op::LessUnsigned:
      return e.floating(Op::FloatLess, 1, even, operand(node.a), operand(node.b));
    case Op::Add: return e.floating(Op::FloatAdd, 32, even, operand(node.a), operand(node.b));
    default: return id;
  }
}

struct Asked {
  LoopResult result;
  std::vector<std::string> problems;  // of the run, where there is one
};

Asked ask(const std::string& text, smt::Integers integers = smt::Integers::Machine) {
  const c::Program program = c::parsed(text, c::with_pure_functions());
  c::Bounds bounds;
  bounds.procedures = true;
  bounds.overflows = integers == smt::Integers::Unbounded;
  c::Model model = c::lower(program, bounds);
  words::Expressions& e = model.graph.expressions;
  for (words::Block& block : model.graph.blocks) {
    for (words::Edge& edge : block.edges) edge.guard = of_numbers(e, edge.guard);
    for (words::Assignment& one : block.assignments) one.value = of_numbers(e, one.value);
  }
  Procedures procedures(program, std::move(model));
  const auto solver = smt::make_solver(procedures.expressions(), integers);
  Limits limits;
  limits.seconds = 60;
  Budget budget(limits);
  Statistics statistics;
  Loop loop(
      procedures, *solver, {}, [](const c::Position&) { return std::string(); }, budget,
      statistics);
  std::vector<BlockId> sinks;
  for (const c::Sink& sink : procedures.model().sinks)
    if (sink.kind == c::Sink::Kind::Error) sinks.push_back(sink.block);
  EXPECT_FALSE(sinks.empty());
  Asked out;
  out.result = loop.run(sinks);
  if (out.result.kind == LoopResult::Kind::Reached)
    if (auto problem = words::replay(procedures.graph(), out.result.run))
      out.problems.push_back(*problem);
  return out;
}

/// A sum is not less than 1 if x is not; what is not a number is not less than anything.
constexpr const char* grows = R"(extern unsigned nondet(void);
extern void reach_error(void);
unsigned x, y, one = 0x3f800000;
int main(void) {
  x = nondet();
  if (x < one) return 0;
  y = x + one;
  if (y < one) reach_error();
  return 0;
})";

/// 2^24 + 1 is 2^24.
constexpr const char* is_rounded = R"(extern unsigned nondet(void);
extern void reach_error(void);
unsigned x, y, one = 0x3f800000, many = 0x4b000000;
int main(void) {
  x = nondet();
  if (x < many) return 0;
  if (!(x < 0x4c000000)) return 0;
  y = x + one;
  if (!(x < y)) reach_error();
  return 0;
})";

TEST(SlamFloats, a_proof_needs_numbers) {
  NEEDS_CLANG();
  NEEDS_Z3();
  const Asked asked = ask(grows);
  EXPECT_EQ(asked.result.kind, LoopResult::Kind::Unreachable) << asked.result.reason;
  EXPECT_FALSE(asked.result.predicates.empty());
  for (const std::string& predicate : asked.result.predicates) EXPECT_NE(predicate, "");
}

TEST(SlamFloats, a_run_is_one_of_numbers) {
  NEEDS_CLANG();
  NEEDS_Z3();
  const Asked asked = ask(is_rounded);
  EXPECT_EQ(asked.result.kind, LoopResult::Kind::Reached) << asked.result.reason;
  EXPECT_TRUE(asked.problems.empty()) << asked.problems.front();
}

TEST(SlamFloats, numbers_are_unknown_where_integers_have_no_bounds) {
  NEEDS_CLANG();
  NEEDS_Z3();
  EXPECT_NE(ask(grows, smt::Integers::Unbounded).result.kind, LoopResult::Kind::Reached);
  EXPECT_NE(ask(is_rounded, smt::Integers::Unbounded).result.kind, LoopResult::Kind::Unreachable);
}

}  // namespace

}  // namespace hardbop::slam
