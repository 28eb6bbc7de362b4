// SPDX-License-Identifier: MIT
// The clauses against the interpreter: on random frames of random programs a clause of the
// right kind holds if and only if the interpreter has no objection.
#include "boolean/horn/clauses.hpp"

#include <algorithm>
#include <random>

#include "boolean/language/generate_random.hpp"
#include "boolean/language/interpreter.hpp"
#include "support.hpp"

namespace hardbop::horn {
namespace {

using bp::Valuation;

/// The values of a clause's variables; those of copies that are not given are false.
struct Assignment {
  const Valuation* current = nullptr;
  const Valuation* next = nullptr;
  const Valuation* callee_entry = nullptr;
  const Valuation* callee_exit = nullptr;
  bp::Slot first_result = 0;  // of the callee

  [[nodiscard]] bool value(const Variable& variable) const {
    switch (variable.copy) {
      case Copy::Entry: return false;
      case Copy::Current: return current->get(variable.index);
      case Copy::Next: return next->get(variable.index);
      case Copy::CalleeEntry: return callee_entry->get(variable.index);
      case Copy::CalleeExit: return callee_exit->get(variable.index);
      case Copy::CalleeResult: return callee_exit->get(first_result + variable.index);
    }
    return false;
  }
};

bool evaluate(const Terms& terms, Term term, const Assignment& assignment) {
  const Terms::Node& node = terms.node(term);
  const auto operand = [&](Term part) { return evaluate(terms, part, assignment); };
  bool value = true;
  switch (node.kind) {
    case Terms::Kind::True: break;
    case Terms::Kind::Variable: value = assignment.value(node.variable); break;
    case Terms::Kind::And: value = operand(node.a) && operand(node.b); break;
    case Terms::Kind::Iff: value = operand(node.a) == operand(node.b); break;
    case Terms::Kind::Ite: value = operand(node.a) ? operand(node.b) : operand(node.c); break;
  }
  return value != term.negated();
}

class ClausesTest : public ::testing::Test {
 protected:
  std::mt19937_64 random_{7};

  Valuation frame(const bp::Graph& graph, bp::ProcedureId p, bool with_results) {
    Valuation out(graph.frame_size(p));
    const bp::Slot end = with_results ? graph.frame_size(p) : graph.first_result(p);
    for (bp::Slot slot = 0; slot < end; ++slot) out.set(slot, (random_() & 1U) != 0);
    return out;
  }

  /// Another frame like this one but for a few slots.
  Valuation changed(const bp::Graph& graph, bp::ProcedureId p, Valuation frame, bool at_exit) {
    for (bp::Slot slot = 0; slot < graph.first_result(p); ++slot)
      if (random_() % 3 == 0) frame.set(slot, (random_() & 1U) != 0);
    for (bp::Slot slot = graph.first_result(p); slot < graph.frame_size(p); ++slot)
      frame.set(slot, at_exit && (random_() & 1U) != 0);
    return frame;
  }

  /// Whether a clause of that kind leads from the assignment's current frame to `after` at w.
  bool has_clause(Clauses& clauses, const bp::Graph& graph, Clause::Kind kind, bp::VertexId v,
                  bp::VertexId w, const Valuation& after, const Assignment& assignment) {
    bool found = false;
    clauses.of_vertex(v, [&](const Clause& clause) {
      if (clause.kind != kind || clause.to != w) return;
      bool holds = evaluate(clauses.terms(), clause.condition, assignment);
      const bp::ProcedureId p = graph.vertex(w).procedure;
      for (bp::Slot slot = 0; slot < graph.frame_size(p); ++slot)
        holds = holds && evaluate(clauses.terms(), clauses.head_current(clause, slot),
                                  assignment) == after.get(slot);
      found = found || holds;
    });
    return found;
  }
};

TEST_F(ClausesTest, StepsAreTheInterpreters) {
  std::size_t possible = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const test::Sample sample(bp::generate_random(seed));
    const bp::Graph& graph = sample.graph();
    bp::Interpreter interpreter(graph);
    Clauses clauses(graph);
    for (bp::VertexId v = 0; v < graph.vertices().size(); ++v) {
      const bp::ProcedureId p = graph.vertex(v).procedure;
      if (graph.vertex(v).kind == bp::VertexKind::Call) continue;
      for (int round = 0; round < 40; ++round) {
        const Valuation before = frame(graph, p, false);
        const bp::Range vertices = graph.procedure(p).vertices;
        const auto w = round % 2 == 0 && graph.vertex(v).next != bp::no_index
                           ? graph.vertex(v).next
                           : vertices.first + static_cast<bp::VertexId>(random_() % vertices.count);
        const Valuation after = changed(graph, p, before, w == graph.procedure(p).exit);
        const bool is_step = !interpreter.step(v, before, w, after);
        possible += is_step ? 1U : 0U;
        Assignment assignment;
        assignment.current = &before;
        assignment.next = &after;
        EXPECT_EQ(has_clause(clauses, graph, Clause::Kind::Step, v, w, after, assignment), is_step)
            << "seed " << seed << ", " << graph.statement_text(v);
      }
    }
  }
  EXPECT_GT(possible, 1000U);
}

TEST_F(ClausesTest, CallsAndReturnsAreTheInterpreters) {
  std::size_t possible = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const test::Sample sample(bp::generate_random(seed));
    const bp::Graph& graph = sample.graph();
    bp::Interpreter interpreter(graph);
    Clauses clauses(graph);
    for (bp::VertexId v = 0; v < graph.vertices().size(); ++v) {
      const bp::Vertex& vertex = graph.vertex(v);
      if (vertex.kind != bp::VertexKind::Call) continue;
      const bp::ProcedureId q = vertex.callee;
      for (int round = 0; round < 100; ++round) {
        const Valuation before = frame(graph, vertex.procedure, false);
        Valuation entry = frame(graph, q, false);
        Valuation exit = frame(graph, q, true);
        for (bp::Slot slot = 0; slot < graph.globals() && round % 4 != 0; ++slot)
          entry.set(slot, before.get(slot));
        Valuation after = before;
        for (bp::Slot slot = 0; slot < graph.globals(); ++slot) after.set(slot, exit.get(slot));
        after = changed(graph, vertex.procedure, after,
                        vertex.next == graph.procedure(vertex.procedure).exit);
        Assignment assignment{&before, &entry, &entry, &exit, graph.first_result(q)};
        const bool enters = !interpreter.call(v, before, entry);
        EXPECT_EQ(has_clause(clauses, graph, Clause::Kind::Call, v, graph.procedure(q).entry, entry,
                             assignment),
                  enters)
            << "seed " << seed << ", " << graph.statement_text(v);
        if (!enters) continue;
        assignment.next = &after;
        const bool returns = !interpreter.give_back(v, before, exit, after);
        possible += returns ? 1U : 0U;
        EXPECT_EQ(
            has_clause(clauses, graph, Clause::Kind::Return, v, vertex.next, after, assignment),
            returns)
            << "seed " << seed << ", " << graph.statement_text(v);
      }
    }
  }
  EXPECT_GT(possible, 100U);
}

TEST_F(ClausesTest, InitialStatesAreTheInterpreters) {
  const test::Sample sample(R"(decl a := b, b := !a, c;
    main() begin decl x; enforce x | c; skip; end)");
  const bp::Graph& graph = sample.graph();
  bp::Interpreter interpreter(graph);
  Clauses clauses(graph);
  std::size_t clause_count = 0;
  clauses.initial({sample.procedure("main")}, [&](const Clause& clause) {
    ++clause_count;
    for (std::uint32_t values = 0; values < 16; ++values) {
      Valuation start(graph.frame_size(0));
      for (bp::Slot slot = 0; slot < 4; ++slot) start.set(slot, ((values >> slot) & 1U) != 0);
      bool some = false;
      for (std::uint32_t unseen = 0; unseen < 8; ++unseen) {
        Valuation first(graph.frame_size(0));
        for (bp::Slot slot = 0; slot < 3; ++slot) first.set(slot, ((unseen >> slot) & 1U) != 0);
        Assignment assignment;
        assignment.current = &start;
        assignment.callee_entry = &first;
        some = some || evaluate(clauses.terms(), clause.condition, assignment);
      }
      EXPECT_EQ(some, !interpreter.initial(0, start)) << values;
    }
  });
  EXPECT_EQ(clause_count, 1U);
}

TEST(TermsTest, ConnectivesSimplify) {
  Terms terms;
  const Term x = terms.variable(Copy::Current, 0);
  const Term y = terms.variable(Copy::Current, 1);
  EXPECT_EQ(terms.both(x, y), terms.both(y, x));
  EXPECT_EQ(terms.both(x, !x), never);
  EXPECT_EQ(terms.either(x, !x), always);
  EXPECT_EQ(terms.same(x, !y), !terms.same(y, x));
  EXPECT_EQ(terms.choose(!x, y, always), terms.either(x, y));
  EXPECT_EQ(terms.choose(x, y, !y), terms.same(x, y));
  EXPECT_EQ(terms.variable(Copy::Current, 1), y);
}

}  // namespace
}  // namespace hardbop::horn
