// SPDX-License-Identifier: MIT
#include "boolean/language/graph.hpp"

#include <algorithm>
#include <gtest/gtest.h>

#include "boolean/language/parsing.hpp"

namespace hardbop::bp::test {
namespace {

using Strings = std::vector<std::string>;

struct Drawn : Checked {
  Graph graph;

  explicit Drawn(std::string text) : Checked(std::move(text)), graph(program, symbols) {
    EXPECT_EQ(errors(), Strings());
  }

  static std::string kind(VertexKind kind) {
    static const std::vector<std::string> names = {
        "Skip", "Goto",   "Branch",      "Assign",    "Dead", "Assume", "Assert",
        "Call", "Return", "StartThread", "EndThread", "Exit", "Error"};
    return names[static_cast<std::size_t>(kind)];
  }

  /// "number: kind text -> next, otherwise" for each vertex.
  [[nodiscard]] Strings lines() const {
    Strings out;
    for (VertexId v = 0; v < graph.vertices().size(); ++v) {
      const Vertex& vertex = graph.vertex(v);
      std::string line = fmt::format("{}: {} {}", v, kind(vertex.kind), graph.statement_text(v));
      std::vector<VertexId> successors;
      if (vertex.next != no_index) successors.push_back(vertex.next);
      if (vertex.otherwise != no_index) successors.push_back(vertex.otherwise);
      for (std::uint32_t i = 0; i < vertex.targets.count; ++i)
        successors.push_back(graph.targets()[vertex.targets.first + i]);
      for (std::size_t i = 0; i < successors.size(); ++i)
        line += fmt::format("{}{}", i == 0 ? " -> " : ", ", successors[i]);
      out.push_back(line);
    }
    return out;
  }

  [[nodiscard]] VertexId label(std::string_view name) const {
    for (const GraphLabel& label : graph.labels())
      if (program.text(label.name) == name) return label.vertex;
    return no_index;
  }
};

// Figure 1 of [ball00]. The paper's line numbers are the lines here; its vertices are one per
// statement, then one exit per procedure.
TEST(Graph, of_the_papers_example_has_the_papers_vertices) {
  const Drawn drawn(R"(decl g;
main()
begin
  decl h;
  h := !g;
  A(g,h);
  skip;
  A(g,h);
  if (g) then
    R: skip;
  else
    S: skip;
  fi
end
A(a1,a2)
begin
  if (a1) then
    A(a2,a1);
    skip;
  else
    g := a2;
  fi
end
)");
  EXPECT_EQ(drawn.lines(), (Strings{
                               "0: Assign h := !g; -> 1",
                               "1: Call A(g,h); -> 2",
                               "2: Skip skip; -> 3",
                               "3: Call A(g,h); -> 4",
                               "4: Branch if (g) then -> 5, 6",
                               "5: Skip skip; -> 7",
                               "6: Skip skip; -> 7",
                               "7: Exit end",
                               "8: Branch if (a1) then -> 9, 11",
                               "9: Call A(a2,a1); -> 10",
                               "10: Skip skip; -> 12",
                               "11: Assign g := a2; -> 12",
                               "12: Exit end",
                           }));
  EXPECT_EQ(drawn.label("R"), 5U);
  EXPECT_EQ(drawn.label("S"), 6U);
  ASSERT_EQ(drawn.graph.procedures().size(), 2U);
  EXPECT_EQ(drawn.graph.procedure(0).entry, 0U);
  EXPECT_EQ(drawn.graph.procedure(0).exit, 7U);
  EXPECT_EQ(drawn.graph.procedure(1).entry, 8U);
  EXPECT_EQ(drawn.graph.procedure(1).exit, 12U);
  EXPECT_EQ(drawn.graph.procedure(1).vertices, (Range{8, 5}));
  EXPECT_EQ(drawn.graph.vertex(9).callee, 1U);
  EXPECT_EQ(drawn.source->locate(drawn.graph.vertex(10).at).line, 19U);
  EXPECT_EQ(drawn.graph.globals(), 1U);
  EXPECT_EQ(drawn.graph.frame_size(1), 3U);
  EXPECT_EQ(drawn.graph.slot_name(0, 1), "h");
  EXPECT_EQ(drawn.graph.slot_name(1, 2), "a2");
}

TEST(Graph, each_assertion_has_an_error_vertex_of_its_own) {
  EXPECT_EQ(Drawn("decl a; main() begin assert a; assert(!a); end").lines(),
            (Strings{"0: Assert assert a; -> 2, 1", "1: Error assert a;",
                     "2: Assert assert(!a); -> 4, 3", "3: Error assert(!a);", "4: Exit end"}));
}

TEST(Graph, a_declaration_is_a_step_for_each_initialiser) {
  EXPECT_EQ(
      Drawn("main() begin decl a; skip; decl b := T, c, d := b; decl e; a := e; end").lines(),
      (Strings{"0: Skip skip; -> 1", "1: Assign decl b := T, c, d := b; -> 2",
               "2: Assign decl b := T, c, d := b; -> 3", "3: Assign a := e; -> 4", "4: Exit end"}));
}

TEST(Graph, a_label_on_a_statement_without_a_step_leads_to_what_follows) {
  const Drawn drawn(
      "main() begin L: decl a; M: decl b; N: skip; goto L, M, O, P; while (*) do O: decl c; od "
      "if (*) then skip; Q: decl d; fi P: decl e; end");
  EXPECT_EQ(drawn.label("L"), 0U);
  EXPECT_EQ(drawn.label("M"), 0U);
  EXPECT_EQ(drawn.label("N"), 0U);
  EXPECT_EQ(drawn.lines()[1], "1: Goto goto L, M, O, P; -> 0, 0, 2, 5");
  EXPECT_EQ(drawn.label("O"), 2U);
  EXPECT_EQ(drawn.label("Q"), 5U);
  EXPECT_EQ(drawn.label("P"), 5U);
  EXPECT_EQ(drawn.graph.procedure(0).exit, 5U);
}

TEST(Graph, alternatives_are_tried_in_order) {
  EXPECT_EQ(Drawn("decl a, b; main() begin if (a) then a := T; elsif (b) then elsif (!b) then b := "
                  "T; else skip; "
                  "fi return; end")
                .lines(),
            (Strings{"0: Branch if (a) then -> 1, 2", "1: Assign a := T; -> 6",
                     "2: Branch elsif (b) then -> 6, 3", "3: Branch elsif (!b) then -> 4, 5",
                     "4: Assign b := T; -> 6", "5: Skip skip; -> 6", "6: Return return; -> 7",
                     "7: Exit end"}));
}

TEST(Graph, loops_lead_back_to_their_condition) {
  EXPECT_EQ(
      Drawn("decl a, b; main() begin while (a) do while (b) do b := F; od while (*) do od od end")
          .lines(),
      (Strings{"0: Branch while (a) do -> 1, 4", "1: Branch while (b) do -> 2, 3",
               "2: Assign b := F; -> 1", "3: Branch while (*) do -> 3, 0", "4: Exit end"}));
  EXPECT_EQ(Drawn("decl a; main() begin while (a) do if (*) then skip; fi decl b; od end").lines(),
            (Strings{"0: Branch while (a) do -> 1, 3", "1: Branch if (*) then -> 2, 0",
                     "2: Skip skip; -> 0", "3: Exit end"}));
}

TEST(Graph, an_empty_body_is_its_exit) {
  const Drawn drawn(
      "main() begin end f() begin decl a; enforce a; end g() begin if (*) then else fi end");
  EXPECT_EQ(drawn.lines(), (Strings{"0: Exit end", "1: Exit end", "2: Branch if (*) then -> 3, 3",
                                    "3: Exit end"}));
  EXPECT_EQ(drawn.graph.procedure(0).entry, drawn.graph.procedure(0).exit);
  EXPECT_FALSE(drawn.graph.procedure(1).enforce.empty());
  EXPECT_TRUE(drawn.graph.procedure(0).enforce.empty());
}

TEST(Graph, control_leaves_where_a_statement_says) {
  EXPECT_EQ(Drawn("main() begin L: goto L, M; return; M: end_thread; skip; end").lines(),
            (Strings{"0: Goto goto L, M; -> 0, 2", "1: Return return; -> 4",
                     "2: EndThread end_thread;", "3: Skip skip; -> 4", "4: Exit end"}));
}

TEST(Graph, a_frame_holds_globals_then_locals_then_results) {
  const Drawn drawn("decl a, b; bool<2> f(c, b) begin decl d; return c, d; end");
  EXPECT_EQ(drawn.graph.frame_size(0), 7U);
  EXPECT_EQ(drawn.graph.first_result(0), 5U);
  Strings names;
  for (Slot slot = 0; slot < 7; ++slot) names.push_back(drawn.graph.slot_name(0, slot));
  EXPECT_EQ(names, (Strings{"a", "b", "c", "b", "d", "result 1", "result 2"}));
  EXPECT_FALSE(drawn.graph.is_hidden(0, 0));
  EXPECT_TRUE(drawn.graph.is_hidden(0, 1));
  EXPECT_EQ(drawn.graph.procedure(0).formals, 2U);
  EXPECT_EQ(drawn.graph.procedure(0).locals, 3U);
}

TEST(Graph, initialisers_of_globals_are_listed_in_order) {
  const Drawn drawn("decl a := c, b; decl c := T, d := !d & a; main() begin end");
  ASSERT_EQ(drawn.graph.initialisers().size(), 3U);
  EXPECT_EQ(drawn.graph.initialisers()[0].slot, 0U);
  EXPECT_EQ(drawn.graph.initialisers()[1].slot, 2U);
  EXPECT_EQ(drawn.graph.initialisers()[2].slot, 3U);
  EXPECT_EQ(drawn.graph.read_before_initialised(), (std::vector<Slot>{2, 3}));
}

TEST(Graph, a_statements_text_is_on_one_line) {
  const Drawn drawn("decl a, b; main() begin\n  a,\n    b   :=\tb,\r\n a;\nend");
  EXPECT_EQ(drawn.graph.statement_text(0), "a, b := b, a;");
}

}  // namespace
}  // namespace hardbop::bp::test
