// SPDX-License-Identifier: MIT
#include "boolean/language/threads.hpp"

#include <gtest/gtest.h>

#include "boolean/language/parsing.hpp"

namespace hardbop::bp::test {
namespace {

using Strings = std::vector<std::string>;

struct Threaded : Checked {
  Graph graph;
  Threads threads;

  explicit Threaded(std::string text)
      : Checked(std::move(text)),
        graph(program, symbols),
        threads(graph, Threads::are_declared(graph) ? no_index : program.find_procedure("main")) {
    EXPECT_EQ(errors(), Strings());
  }

  [[nodiscard]] Strings names() const {
    Strings out;
    for (const InitialThread& thread : threads.initial()) out.push_back(threads.name(thread));
    return out;
  }
};

TEST(Threads, of_blocks_are_their_copies) {
  const Threaded program(
      "decl g; void init() begin g := F; end\n"
      "thread a * 2 begin decl x, y; void main() begin x := g; y := x; end end\n"
      "thread b begin decl z; void main() begin z := g; end end\n");
  EXPECT_EQ(program.names(), (Strings{"a", "a", "b"}));
  EXPECT_EQ(program.threads.init(), program.program.find_procedure("init"));
  EXPECT_EQ(program.graph.shared(), 1U);
  EXPECT_EQ(program.graph.globals(), 3U) << "as many own globals as the larger block has";
}

TEST(Threads, have_own_globals_in_the_same_slots) {
  const Threaded program(
      "decl g;\n"
      "void help() begin g := F; end\n"
      "thread a begin decl x, y; void main() begin decl y; x := y; help(); end end\n"
      "thread b begin decl g; void main() begin g := T; end end\n");
  const Graph& graph = program.graph;
  const ProcedureId help = 0, a = 1, b = 2;
  EXPECT_EQ(graph.slot_name(a, 1), "x");
  EXPECT_EQ(graph.slot_name(b, 1), "g");
  const auto hidden = [&](ProcedureId p) {
    std::vector<Slot> out;
    for (Slot slot = 0; slot < graph.globals(); ++slot)
      if (graph.is_hidden(p, slot)) out.push_back(slot);
    return out;
  };
  EXPECT_EQ(hidden(help), (std::vector<Slot>{1, 2})) << "own globals are not in scope there";
  EXPECT_EQ(hidden(a), (std::vector<Slot>{2})) << "the local y hides the own y";
  EXPECT_EQ(hidden(b), (std::vector<Slot>{0, 2})) << "the own g hides the shared g";
}

TEST(Threads, by_number_are_those_of_getafix) {
  const Threaded program(
      "void init() begin end void thread0() begin end void thread1() begin end\n"
      "void thread3() begin end\n");
  EXPECT_EQ(program.names(), (Strings{"thread0", "thread1"}));
  EXPECT_NE(program.threads.init(), no_index);
}

TEST(Threads, by_number_need_that_there_is_no_main) {
  const Threaded program(
      "void init() begin end void main() begin thread0(); end\n"
      "void thread0() begin end\n");
  EXPECT_EQ(program.names(), (Strings{"main"}));
  EXPECT_EQ(program.threads.init(), no_index) << "init is special only where there are threads";
}

TEST(Threads, are_started_by_three_kinds_of_statements) {
  const Threaded program(
      "void main() begin decl l; start_thread f(l); start_thread goto L; ASYNC_1: f(T);\n"
      "L: f(F); end\n"
      "void f(x) begin skip; end\n");
  const std::vector<StartSite>& sites = program.threads.sites();
  ASSERT_EQ(sites.size(), 3U);
  EXPECT_EQ(sites[0].procedure, 1U);
  EXPECT_EQ(sites[0].start, program.graph.procedure(1).entry);
  EXPECT_FALSE(sites[0].copies_locals);
  EXPECT_EQ(sites[1].procedure, 0U);
  EXPECT_EQ(sites[1].start, 3U);
  EXPECT_TRUE(sites[1].copies_locals);
  EXPECT_EQ(sites[2].procedure, 1U);
  EXPECT_EQ(&program.threads.site_at(sites[2].vertex), &sites[2]);
  EXPECT_EQ(program.graph.vertex(3).kind, VertexKind::Call) << "no label, no thread";
}

TEST(Threads, initialisers_are_in_the_order_of_the_text) {
  const Threaded program(
      "decl g := T; thread a begin decl x := g; void main() begin end end decl h := g;\n");
  const auto& all = program.graph.all_initialisers();
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[1].thread, 0U);
  EXPECT_EQ(all[1].slot, 2U);
  EXPECT_EQ(program.graph.initialisers().size(), 2U);
}

TEST(Threads, atomicity_is_that_of_the_markers) {
  const Threaded program("void main() begin atomic_begin; skip; atomic_end; end\n");
  EXPECT_EQ(program.graph.atomicity(0), Atomicity::Begins);
  EXPECT_EQ(program.graph.atomicity(1), Atomicity::Kept);
  EXPECT_EQ(program.graph.atomicity(2), Atomicity::Ends);
}

TEST(Threads, an_asynchronous_call_gives_no_results) {
  const Checked checked("void main() begin decl x; ASYNC_1: x := f(); end bool f() begin end\n");
  EXPECT_EQ(checked.errors().size(), 1U);
}

}  // namespace
}  // namespace hardbop::bp::test
