// SPDX-License-Identifier: MIT
// Where pointers of small programs point, who calls whom, and what outlives what.
#include "c/memory/points_to.hpp"

#include <gtest/gtest.h>

#include "c/memory/call_graph.hpp"
#include "c/memory/dangling.hpp"
#include "c/memory/numbers.hpp"
#include "c/programs.hpp"

namespace hardbop::c {

namespace {

constexpr const char* declarations =
    "extern int in(void); extern void *malloc(unsigned); extern void free(void *);\n"
    "int x, y, z; int *p, *q; int **pp;\n";

Program program_of(const std::string& text) {
  return parsed(declarations + text, with_pure_functions());
}

/// Names of what is pointed to, in order.
std::set<std::string> names(const Program& program, const Pointees& pointees) {
  std::set<std::string> out;
  for (const Pointee& pointee : pointees) {
    switch (pointee.kind) {
      case Pointee::Kind::Object: out.insert(program.objects[pointee.id].name); break;
      case Pointee::Kind::Heap: out.insert("heap"); break;
      case Pointee::Kind::Function: out.insert(program.functions[pointee.function()].name); break;
    }
  }
  return out;
}

struct Case {
  const char* text;
  const char* pointer;  // a variable
  std::set<std::string> targets;
};

TEST(PointsTo, has_every_object_of_every_run) {
  NEEDS_CLANG();
  const Case table[] = {
      {"int main(void) { p = &x; }", "p", {"x"}},
      {"int main(void) { p = &x; p = &y; }", "p", {"x", "y"}},  // whatever the order
      {"int main(void) { p = &x; q = p; }", "q", {"x"}},
      {"int main(void) { q = &y; p = q; pp = &p; *pp = &z; }", "p", {"y", "z"}},
      {"int main(void) { pp = in() ? &p : &q; *pp = &x; q = &y; }", "p", {"x"}},
      {"int main(void) { pp = in() ? &p : &q; *pp = &x; q = &y; }", "q", {"x", "y"}},
      {"int main(void) { p = malloc(4); }", "p", {"heap"}},
      {"int main(void) { int a[3]; p = a + in(); }", "p", {"a"}},
      {"int *f(int *a) { return a; } int main(void) { p = f(&x); }", "p", {"x"}},
      {"struct s { int *a, *b; } s; int main(void) { s.a = &x; s.b = &y; p = s.b; }", "p", {"y"}},
      {"int main(void) { unsigned n = (unsigned)&x; p = (int *)n; }", "p", {"x"}},
      {"void f(void) {} void g(void) {} void (*h)(void);"
       " int main(void) { h = in() ? f : g; }",
       "h",
       {"f", "g"}},
      {"void never(void) { p = &x; } int main(void) { p = &y; }", "p", {"y"}},
      {"int main(void) { return p == 0; }", "p", {}},
  };
  for (const Case& one : table) {
    const Program program = program_of(one.text);
    const PointsTo points_to(program);
    const Pointees& held = points_to.held(find_object(program, one.pointer), 0);
    EXPECT_EQ(names(program, held), one.targets) << one.text;
  }
}

TEST(CallGraph, knows_who_recurses) {
  NEEDS_CLANG();
  const Program program = program_of(
      "void even(int); void odd(int n) { if (n) even(n - 1); } void even(int n) { if (n) odd(n - "
      "1);"
      " } void (*h)(void); void by_pointer(void) { if (in()) h(); } void leaf(void) {}"
      " int main(void) { h = by_pointer; even(in()); h(); leaf(); }");
  const PointsTo points_to(program);
  const CallGraph calls(program, points_to);
  const auto id = [&](const char* name) { return find_function(program, name); };
  EXPECT_TRUE(calls.is_recursive(id("even")));
  EXPECT_TRUE(calls.recurse_together(id("even"), id("odd")));
  EXPECT_TRUE(calls.is_recursive(id("by_pointer")));
  EXPECT_FALSE(calls.recurse_together(id("by_pointer"), id("odd")));
  EXPECT_FALSE(calls.is_recursive(id("leaf")));
  EXPECT_FALSE(calls.is_recursive(id("main")));
  const ById<FunctionId, bool> callers = calls.callers(id("odd"));
  EXPECT_TRUE(callers[id("main")]);
  EXPECT_TRUE(callers[id("even")]);
  EXPECT_FALSE(callers[id("leaf")]);
}

TEST(Dangling, finds_what_a_pointer_may_outlive) {
  NEEDS_CLANG();
  const std::pair<const char*, bool> table[] = {
      {"int main(void) { int local = 1; int *r = &local; return *r; }", false},
      {"int main(void) { { int local = 1; p = &local; } return *p; }", true},
      {"int *f(void) { int local = 1; int *r = &local; return r; } int main(void) { return *f(); }",
       true},
      {"void f(int *r) { *r = 1; } int main(void) { int local; f(&local); return local; }", false},
      {"void f(int *r) { p = r; } int main(void) { int local = 0; f(&local); return *p; }", true},
  };
  for (const auto& [text, expected] : table) {
    const Program program = program_of(text);
    const PointsTo points_to(program);
    const CallGraph calls(program, points_to);
    const Dangling dangling(program, points_to, calls);
    EXPECT_EQ(dangling.contains({Pointee::Kind::Object, find_object(program, "local")}), expected)
        << text;
  }
}

TEST(Numbers, programs_that_look_at_addresses_are_found) {
  NEEDS_CLANG();
  const std::pair<const char*, bool> table[] = {
      {"int main(void) { int a[3]; p = a; q = a + 2; return p < q; }", false},
      {"int main(void) { p = &x; q = &y; return p < q; }", true},
      {"int main(void) { p = &x; q = in() ? &x : &y; return p == q; }", false},
      {"int main(void) { p = &x; return (unsigned)p > 100; }", true},
  };
  for (const auto& [text, expected] : table)
    EXPECT_EQ(observes_addresses(program_of(text)), expected) << text;
}

}  // namespace

}  // namespace hardbop::c
