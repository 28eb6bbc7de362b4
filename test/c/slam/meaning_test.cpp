// SPDX-License-Identifier: MIT
// What the statements of a Boolean program stand for in the C program.
#include <gtest/gtest.h>
#include <map>
#include <set>

#include "base/smt/solver.hpp"
#include "boolean/language/parser.hpp"
#include "c/slam/boolean_program.hpp"
#include "c/slam/programs.hpp"

namespace hardbop::slam {

namespace {

constexpr const char* program = R"(extern void reach_error(void);
extern int nondet(void);
int lock;
int next(int n) {
  return n + 1;
}
int main(void) {
  int a = 4;
  while (nondet()) {
    if (lock == 1) reach_error();
    lock = 1; a = next(a); lock = 0;
  }
  if (a < 4) reach_error();
  return 0;
})";

class Meaning : public testing::Test {
 protected:
  void SetUp() override {
    NEEDS_CLANG();
    NEEDS_Z3();
    lowered_ = std::make_unique<Lowered>(program);
    Procedures& procedures = *lowered_->procedures;
    Predicates predicates(procedures);
    for (const ExprId one : lowered_->read(
             "lock == 1\nmain: a < 4\nmain: a == 4\nmain: a > 4\nnext: n < 4\nnext: return < 4"))
      predicates.add(one);
    const auto solver = smt::make_solver(procedures.expressions(), smt::Integers::Machine);
    Budget budget{Limits()};
    Implications implications(procedures, *solver, budget);
    const Exclusions none;
    AbstractBodies bodies;
    const auto source = [](const c::Position& at) { return fmt::format("line {}", at.line); };
    const auto abstract = [&] {
      KnownTerms terms;
      const Cubes cubes(procedures, implications, {}, terms);
      return Abstractor(procedures, predicates, cubes, none, bodies, budget, source).run();
    };
    abstraction_ = abstract();
    again_ = abstract();
    boolean_ = std::make_unique<BooleanProgram>(abstraction_, procedures);
  }

  std::unique_ptr<Lowered> lowered_;
  Abstraction abstraction_;
  Abstraction again_;  // when all procedures are known
  std::unique_ptr<BooleanProgram> boolean_;
};

TEST_F(Meaning, the_text_reads_as_the_program) {
  Diagnostics diagnostics;
  const bp::Program read =
      bp::parse_program(std::make_shared<const SourceFile>("read", abstraction_.text()),
                        bp::Dialect::Standard, diagnostics);
  EXPECT_FALSE(diagnostics.has_errors());
  EXPECT_TRUE(bp::same_program(*abstraction_.program, read));
  EXPECT_NE(abstraction_.text().find("{lock == 1} := T;  // 11: line 11\n"), std::string::npos)
      << abstraction_.text();
}

TEST_F(Meaning, each_edge_is_executed_by_one_statement_in_its_procedure) {
  const Procedures& procedures = *lowered_->procedures;
  const bp::Graph& graph = boolean_->graph();
  std::set<std::pair<BlockId, std::size_t>> executed;
  for (bp::VertexId v = 0; v < graph.vertices().size(); ++v) {
    const StatementMeaning meaning = boolean_->meaning(v);
    if (meaning.block == c::none) continue;
    EXPECT_TRUE(executed.emplace(meaning.block, meaning.edge).second) << graph.statement_text(v);
    const FunctionId owner = procedures.all()[graph.vertex(v).procedure].function;
    EXPECT_EQ(procedures.owner(meaning.block), owner);
    // Its own edge is the one that leads to the same block as it does.
    const bp::VertexKind kind = graph.vertex(v).kind;
    if (procedures.leaves(meaning.block)) {
      EXPECT_EQ(kind, bp::VertexKind::Return);
    } else if (const c::Sink* const sink = procedures.sink(meaning.block)) {
      EXPECT_EQ(kind == bp::VertexKind::Assert, sink->kind == c::Sink::Kind::Error);
    }
  }
  for (const Procedure& procedure : procedures.all())
    for (const BlockId b : procedure.blocks) {
      const std::size_t edges = procedures.graph().blocks[b].edges.size();
      for (std::size_t edge = 0; edge < std::max<std::size_t>(1, edges); ++edge)
        EXPECT_TRUE(executed.erase({b, edge})) << b << "." << edge;
    }
  EXPECT_TRUE(executed.empty());
}

TEST_F(Meaning, a_step_leads_to_the_beginning_of_the_block_that_its_edge_leads_to) {
  const Procedures& procedures = *lowered_->procedures;
  const bp::Graph& graph = boolean_->graph();
  for (bp::VertexId v = 0; v < graph.vertices().size(); ++v) {
    const StatementMeaning meaning = boolean_->meaning(v);
    if (meaning.block == c::none || procedures.graph().blocks[meaning.block].edges.empty())
      continue;
    const words::Edge& edge = procedures.graph().blocks[meaning.block].edges[meaning.edge];
    const bool enters = procedures.enters(meaning.block, edge);
    if (procedures.leaves(meaning.block)) continue;
    bp::VertexId at = graph.vertex(v).next;
    while (boolean_->arrival(at) == c::none) {
      EXPECT_EQ(boolean_->block(at), c::none) << graph.statement_text(at);
      const bp::Vertex& vertex = graph.vertex(at);
      at =
          vertex.kind == bp::VertexKind::Goto ? graph.targets()[vertex.targets.first] : vertex.next;
      ASSERT_NE(at, bp::no_index);
    }
    EXPECT_EQ(boolean_->arrival(at),
              enters ? procedures.call(meaning.block)->continuation : edge.to);
  }
}

TEST_F(Meaning, what_is_taken_from_the_round_before_means_the_same) {
  EXPECT_EQ(abstraction_.text(), again_.text());
  EXPECT_TRUE(bp::same_program(*abstraction_.program, *again_.program));
  for (const bp::Vertex& vertex : boolean_->graph().vertices()) {
    const StatementMeaning one = abstraction_.meanings.at(vertex);
    const StatementMeaning other = again_.meanings.at(vertex);
    EXPECT_EQ(one.block, other.block);
    EXPECT_EQ(one.edge, other.edge);
    EXPECT_EQ(one.begins, other.begins);
  }
}

TEST_F(Meaning, an_abstraction_of_nothing_is_a_program) {
  const Abstraction nothing;
  EXPECT_EQ(nothing.text(), "");
  EXPECT_TRUE(BooleanProgram(nothing, *lowered_->procedures).entries().empty());
}

}  // namespace

}  // namespace hardbop::slam
