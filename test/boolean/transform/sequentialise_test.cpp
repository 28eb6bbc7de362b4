// SPDX-License-Identifier: MIT
// What the statements, procedures and variables of a simulation stand for.
#include "boolean/transform/sequentialise.hpp"

#include <algorithm>
#include <map>

#include "support.hpp"

namespace hardbop::transform {

namespace {

using bp::VertexId;
using bp::VertexKind;

constexpr const char* blocks = R"(decl s := T, t;
init() begin t := s; end
bool f(a) begin
  decl b;
  enforce a | b;
  b := !a constrain 'b | t;
  while (*) do b := f(b); od
  return b & s;
end
thread one * 2 begin
  decl own := s;
  void main() begin
    L: own := f(own);
    goto L, M;
    M: atomic_begin; assert(own = s); atomic_end;
    dead own;
  end
end
thread two begin
  void main() begin
    assume(s => t); if (t) then t, _ := schoose[s, t], T; end_thread; else skip; fi
  end
end)";

constexpr const char* starts = R"(decl s;
void work(a) begin s := a; W: skip; end
void main() begin
  decl x;
  x := *;
  start_thread work(x);
  start_thread goto W;
  x := !x;
  W: s := x;
end)";

class Simulated {
 public:
  Simulated(const char* text, const Simulation& simulation)
      : sample_(text),
        threads_(sample_.graph(), bp::Threads::are_declared(sample_.graph())
                                      ? bp::no_index
                                      : sample_.procedure("main")),
        use_(threads_),
        sequential_(threads_, use_, simulation, {{sample_.graph().procedure(0).exit}}) {}

  [[nodiscard]] const bp::Graph& original() const { return sample_.graph(); }
  [[nodiscard]] const bp::Graph& graph() const { return sequential_.graph(); }
  [[nodiscard]] const Sequential& sequential() const { return sequential_; }

  void check_text() const {
    Diagnostics diagnostics;
    const bp::Program read =
        bp::parse_program(graph().program().source, bp::Dialect::Standard, diagnostics);
    EXPECT_FALSE(diagnostics.has_errors());
    EXPECT_TRUE(bp::same_program(read, graph().program()));
  }

  void check_statements() const {
    std::vector<bool> found(original().vertices().size());
    for (VertexId v = 0; v < graph().vertices().size(); ++v) {
      const Role role = sequential_.role(v);
      if (role.kind != Role::Kind::Statement && role.kind != Role::Kind::Claim) continue;
      found[role.vertex] = true;
      const VertexId begin = sequential_.begin_of(graph().vertex(v).procedure);
      EXPECT_EQ(original().vertex(begin).procedure, original().vertex(role.vertex).procedure);
      EXPECT_TRUE(simulates(graph().vertex(v).kind, original().vertex(role.vertex).kind))
          << graph().statement_text(v) << original().statement_text(role.vertex);
    }
    for (VertexId v = 0; v < found.size(); ++v) {
      const VertexKind kind = original().vertex(v).kind;
      EXPECT_EQ(found[v], kind != VertexKind::Exit && kind != VertexKind::Error)
          << original().statement_text(v);
    }
  }

  /// Each step of a statement but a return leads to a `goto` that says so.
  void check_arrivals() const {
    std::map<VertexId, int> arrivals;
    for (VertexId v = 0; v < graph().vertices().size(); ++v) {
      const Role role = sequential_.role(v);
      if (role.kind == Role::Kind::Arrives) ++arrivals[role.vertex];
    }
    for (const bp::Vertex& vertex : original().vertices()) {
      if (vertex.kind == VertexKind::Return) continue;
      if (vertex.next != bp::no_index) --arrivals[vertex.next];
      if (vertex.otherwise != bp::no_index) --arrivals[vertex.otherwise];
      for (std::uint32_t i = 0; vertex.kind == VertexKind::Goto && i < vertex.targets.count; ++i)
        --arrivals[original().targets()[vertex.targets.first + i]];
    }
    for (const auto& [vertex, difference] : arrivals)
      EXPECT_EQ(difference, 0) << original().statement_text(vertex);
  }

 private:
  test::Sample sample_;
  bp::Threads threads_;
  SharedUse use_;
  Sequential sequential_;

  static bool simulates(VertexKind made, VertexKind kind) {
    switch (kind) {
      case VertexKind::Branch:
      case VertexKind::Assert: return made == VertexKind::Branch;
      case VertexKind::Skip:
      case VertexKind::StartThread: return made == VertexKind::Skip || made == VertexKind::Assign;
      case VertexKind::EndThread: return made == VertexKind::Skip;
      default: return made == kind;
    }
  }
};

TEST(Sequential, each_statement_knows_what_it_stands_for) {
  for (const std::uint32_t switches : {0U, 1U, 3U}) {
    const Simulated simulated(blocks, {switches, 0, 0, 0});
    simulated.check_text();
    simulated.check_statements();
    simulated.check_arrivals();
  }
}

TEST(Sequential, started_threads_know_it_too) {
  const Simulated simulated(starts, {2, 0, 1, 0});
  simulated.check_text();
  simulated.check_statements();
  std::map<VertexId, std::vector<std::uint32_t>> claims;  // by statement: the actors it may start
  for (VertexId v = 0; v < simulated.graph().vertices().size(); ++v) {
    const Role role = simulated.sequential().role(v);
    if (role.kind == Role::Kind::Claim) claims[role.vertex].push_back(role.number);
  }
  ASSERT_EQ(claims.size(), 2U);
  for (const auto& [vertex, actors] : claims) {
    EXPECT_EQ(simulated.original().vertex(vertex).kind, VertexKind::StartThread);
    for (const std::uint32_t actor : actors)
      EXPECT_EQ(simulated.sequential().actors()[actor].initial, bp::no_index);
    EXPECT_GE(actors.size(), 3U);  // as many as there are contexts, in each copy of the procedure
  }
}

TEST(Sequential, variables_know_what_they_are) {
  const Simulated simulated(blocks, {1, 0, 0, 0});
  const SimulatedSlots& slots = simulated.sequential().slots();
  const auto name = [&](bp::Slot slot) {
    return simulated.graph().slot_name(simulated.sequential().main(), slot);
  };
  ASSERT_EQ(slots.globals.size(), 3U);
  EXPECT_EQ(name(slots.globals[0]), "s0");
  EXPECT_EQ(name(slots.globals[1]), "s1");
  EXPECT_EQ(name(slots.globals[2]), "o2");
  ASSERT_EQ(slots.context_bits.size(), 2U);
  EXPECT_EQ(name(slots.context_bits[1]), "c1");
  EXPECT_EQ(name(slots.unwinding), "u");
  EXPECT_EQ(name(slots.initialised.at({1, 2})), "i1_2");
  EXPECT_TRUE(slots.given.empty());
  EXPECT_EQ(simulated.graph().procedure_name(simulated.sequential().main()), "main");
}

}  // namespace

}  // namespace hardbop::transform
