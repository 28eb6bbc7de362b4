// SPDX-License-Identifier: MIT
// Objects as arrays of the graph: what they consist of, and whether the program itself does what
// runs of such graphs do.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <map>
#include <random>

#include "c/lower/atoms.hpp"
#include "c/lower/explain.hpp"
#include "c/lower/lower.hpp"
#include "c/lower/replay.hpp"
#include "c/lower/walk.hpp"
#include "c/programs.hpp"
#include "repetitions.hpp"

namespace hardbop::c {

namespace {

constexpr const char* functions_of_arrays =
    "extern int in(void); extern void *malloc(unsigned long); extern void free(void *);"
    "extern void *calloc(unsigned long, unsigned long); extern void reach_error(void);"
    "extern void *realloc(void *, unsigned long);\n";

Program program_of(const std::string& text) {
  return parsed(functions_of_arrays + text, with_pure_functions());
}

std::string description(const Model& model) {
  std::string out;
  for (const words::ArrayVariable& array : model.graph.arrays)
    out += fmt::format("{}:{}x{} ", array.name, array.sort.index, array.sort.element);
  return out;
}

std::string arrays_of(const std::string& text, const Bounds& bounds = {.arrays_from = 4}) {
  const Model model = lower(program_of(text), bounds);
  EXPECT_EQ(words::problem(model.graph).value_or(""), "") << text;
  EXPECT_EQ(model.arrays.size(), model.graph.arrays.size());
  EXPECT_EQ(model.array_inputs.size(), model.graph.array_inputs.size());
  return description(model);
}

TEST(Arrays, elements_are_as_large_as_scalars_and_accesses) {
  NEEDS_CLANG();
  EXPECT_EQ(arrays_of("int a[9]; int main(void) { return a[in() & 7]; }"), "a:4x32 ");
  EXPECT_EQ(arrays_of("int a[9]; int main(void) { return *((char *)a + in()); }"), "a:6x8 ");
  EXPECT_EQ(arrays_of("long long a[9]; int main(void) { return *((int *)a + in()); }"), "a:5x32 ");
  EXPECT_EQ(arrays_of("struct { int x; short y; } a[4]; int main(void) { return a[in()].x; }"),
            "a:3x32 ");
  EXPECT_EQ(arrays_of("int a[9]; int main(void) { return *((char *)a + in()) + a[in()]; }"),
            "a:4x32 ");
  EXPECT_EQ(arrays_of("struct __attribute__((packed)) { char c; int x; } a[4];"
                      " int main(void) { return a[in()].x; }"),
            "a:5x8 ");
  EXPECT_EQ(arrays_of("_Bool a[5]; int main(void) { return a[in()]; }"), "a:3x1 ");
  EXPECT_EQ(arrays_of("int main(void) { int *p = malloc(12); return p[in()]; }",
                      {.heap = 1, .arrays_from = 4}),
            "heap2.0:2x32 ");
}

TEST(Arrays, blocks_of_any_size_are_arrays) {
  NEEDS_CLANG();
  const Bounds one{.heap = 1, .arrays_from = 4};
  EXPECT_EQ(arrays_of("int main(void) { int *p = malloc(in()); return p[in()]; }", one),
            "heap2.0:22x32 ");
  EXPECT_EQ(arrays_of("int main(void) { int n = in(); short a[n][n]; return a[in()][1]; }", one),
            "heap2.0:23x16 ");
  EXPECT_EQ(arrays_of("int main(void) { int *p = malloc(9);\n"
                      " char *q = realloc(p, 12); return *(short *)q; }",
                      one),
            "heap2.0:23x16 heap3.0:23x16 ");  // alike, as one is copied to the other
  EXPECT_EQ(arrays_of("int main(void) { int *p = malloc(in()); return p[in()]; }", {.heap = 1}),
            "");
}

TEST(Arrays, elements_are_small_where_accesses_are_not_aligned) {
  NEEDS_CLANG();
  EXPECT_EQ(arrays_of("int a[9]; int main(void) { return *(int *)((char *)a + in()) + a[1]; }"),
            "a:6x8 ");
  EXPECT_EQ(arrays_of("int a[9]; int main(void) { return *(int *)((char *)a + 2 * in()) + a[1]; }"),
            "a:5x16 ");
  EXPECT_EQ(arrays_of("int a[9]; int f(char *p) { p += 4; return *(int *)p; }"
                      " int main(void) { return f((char *)(a + in())); }"),
            "a:4x32 ");
  EXPECT_EQ(arrays_of("int a[9]; char *p = (char *)a; int main(void) { p++; return *(int *)p; }"),
            "a:6x8 ");
}

TEST(Arrays, small_objects_stay_variables) {
  NEEDS_CLANG();
  EXPECT_EQ(arrays_of("int a[3]; int main(void) { return a[in()]; }"), "");
  EXPECT_EQ(arrays_of("int a[9]; int main(void) { return a[in()]; }", {}), "");
}

TEST(Arrays, pointers_that_are_changed_when_an_object_lives_again_stay_variables) {
  NEEDS_CLANG();
  EXPECT_EQ(arrays_of("int *a[9]; int b[9]; void f(void) { int x; a[in() & 7] = &x; }"
                      " int main(void) { f(); f(); return *a[1] + b[in() & 7]; }"),
            "b:4x32 ");
}

TEST(Arrays, indeterminate_bools_that_are_also_accessed_as_bytes_stay_variables) {
  NEEDS_CLANG();
  EXPECT_EQ(arrays_of("int main(void) { _Bool a[9]; return a[in() & 7]; }"), "main::a:4x1 ");
  EXPECT_EQ(arrays_of("int main(void) { _Bool a[9]; return a[*((char *)a + in())]; }"), "");
}

TEST(Arrays, a_pointer_that_leaves_its_object_is_not_taken_for_one_to_another) {
  NEEDS_CLANG();
  // Behind the 16 bytes of an array is a gap of 8.
  for (const char* access : {"p[6]", "p[-6]", "p[4]", "p[-1]"}) {
    const Program program = program_of(fmt::format(
        "int a[4], b[4]; int main(void) {{ int *p = in() & 1 ? a : b; {} = 1; }}", access));
    const Model model = lower(program, {.arrays_from = 4});
    for (unsigned seed = 0; seed < 8; ++seed) {
      Walk walk(program, model, seed);
      (void)walk.go(100);
      ASSERT_NE(walk.sink(), nullptr) << access;
      EXPECT_EQ(walk.sink()->text, "out-of-bounds access");
    }
  }
}

TEST(Arrays, very_large_objects_can_be_arrays) {
  NEEDS_CLANG();
  EXPECT_EQ(arrays_of("int a[100000]; int main(void) { return a[in()]; }"), "a:17x32 ");
  EXPECT_EQ(arrays_of("int main(void) { int *p = malloc(40000); return p[in()]; }",
                      {.heap = 1, .arrays_from = 4}),
            "heap2.0:14x32 ");
  EXPECT_EQ(arrays_of("char a[1 << 25]; int main(void) { return a[in()]; }"), "");
}

TEST(Arrays, parameters_and_locals_are_arrays_of_procedures) {
  NEEDS_CLANG();
  const Model model = lower(program_of("struct s { int x[5]; }; int f(struct s a) { int b[6];"
                                       " b[in() % 6u] = a.x[1]; return b[2]; }"
                                       " int main(void) { struct s a = {{1, 2}}; return f(a); }"),
                            {.procedures = true, .arrays_from = 4});
  EXPECT_EQ(words::problem(model.graph).value_or(""), "");
  for (const ProcedureMeaning& procedure : model.procedures) {
    for (const words::ArrayId array : procedure.array_parameters)
      EXPECT_EQ(model.graph.arrays[array].name, "f::a");
    EXPECT_LE(procedure.array_parameters.size(), 1U);
  }
  EXPECT_EQ(model.graph.array_inputs.size(), 2U);  // a and b, as f is called
}

/// How many runs of models the interpreter follows, and how many end where it finds no fault: an
/// address out of bounds can meet another object there.
struct Followed {
  unsigned to_end = 0;
  unsigned to_limit = 0;
};

void follow(const Program& program, const Bounds& bounds, unsigned seed, Followed& followed) {
  const Model model = lower(program, bounds);
  EXPECT_EQ(words::problem(model.graph).value_or(""), "");
  Walk walk(program, model, seed);
  const words::Run& run = walk.go(4000);
  if (!bounds.procedures) {
    EXPECT_EQ(words::replay(model.graph, run).value_or(""), "");
  }
  const Sink* const sink = walk.sink();
  const bool gives_up = sink != nullptr && sink->kind == Sink::Kind::Unsupported;
  const bool is_error = sink != nullptr && sink->kind == Sink::Kind::Error;
  const Replayed replayed =
      gives_up ? replay_to_limit(program, model, run)
               : replay(program, model, run, is_error ? sink : nullptr, walk.has_ended());
  EXPECT_NE(replayed.kind, Replayed::Kind::Differs) << replayed.text;
  const bool is_fault = replayed.kind == Replayed::Kind::Faults;
  const bool is_moved = replayed.text.starts_with("pointer moved");
  if (is_fault && !is_moved) {
    EXPECT_TRUE(gives_up) << replayed.text;
  }
  if (!gives_up && !is_fault) ++followed.to_end;
  if (gives_up && !is_fault) ++followed.to_limit;
}

/// A random program: it changes memory in many ways and branches on what is there.
class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed), has_bytes_(seed % 3 == 0) {}

  [[nodiscard]] std::string program() {
    std::string out =
        "struct t { int x; signed char c; short y[3]; };\n"
        "struct w { unsigned v[6]; };\n"
        "int a[5] = {1, -2, 3}; unsigned char b[9]; short s[7]; long long l[3] = {5, 1LL << 40};\n"
        "struct t t[4] = {{1, 2, {3}}, {4}}; const int k[6] = {7, 5, 3, 2, 1, 9};\n"
        "int *pp[3] = {&a[1], 0, &t[1].x}; union { int i; unsigned char c[8]; } u;\n"
        "_Bool g[4] = {1}; unsigned hash; struct __attribute__((packed)) { char c; int x; } o[3];\n"
        "void mix(unsigned v) { hash = hash * 31u + v; if (hash >> 7 & 1) hash ^= 99; }\n"
        "unsigned sum(struct w w, int n) { unsigned z[6]; unsigned r = 0;\n"
        "  for (int i = 0; i < 6; i++) { w.v[i] += n; r = r * 3 + w.v[i] + (z[i] & 1); z[i] = r; "
        "}\n"
        "  mix(z[n & 3]); return r; }\n"
        "int deep(int n) { int d[5]; d[n & 3] = n; int r = n > 0 ? deep(n - 1) : 1;\n"
        "  return r * 5 + d[n & 3]; }\n"
        "int main(void) {\n"
        "  int m[6]; _Bool f[5]; struct w w = {{1, 2, 3}}; struct t v[2];\n"
        "  int *h = malloc(20); unsigned char *z = calloc(3, 4); int i = in(), j = in(), x = 0;\n"
        "  int *p = &x; unsigned en = (unsigned)i % 5u + 1, vn = (unsigned)j % 3u + 1;\n"
        "  int *e = malloc(en * 4); short q[vn][3]; unsigned char *c = calloc(en, vn);\n";
    const unsigned count = 4 + pick(12);
    for (unsigned n = 0; n < count; ++n) out += "  " + statement() + "\n";
    return out + end() + "}\n";
  }

 private:
  std::mt19937 random_;
  bool has_bytes_;  // of what has larger cells

  [[nodiscard]] unsigned pick(unsigned count) { return static_cast<unsigned>(random_() % count); }
  /// An index below a number; rarely another one.
  [[nodiscard]] std::string below(unsigned count) {
    switch (pick(60)) {
      case 0: return "i";
      case 1: return "in()";
      case 2: return fmt::format("(x & 0xffu) % {}u", count);
      default:
        if (pick(3) == 0) return fmt::format("{}", pick(count));
        return fmt::format("(unsigned){} % {}u", pick(2) == 0 ? "i" : "j", count);
    }
  }
  [[nodiscard]] std::string place() {
    switch (pick(22)) {
      case 18: return "e[(unsigned)i % en]";
      case 19: return fmt::format("q[(unsigned)j % vn][{}]", below(3));
      case 20: return "c[0]";
      case 0:
      case 1: return fmt::format("a[{}]", below(5));
      case 2: return fmt::format("b[{}]", below(9));
      case 3: return fmt::format("s[{}]", below(7));
      case 4: return fmt::format("l[{}]", below(3));
      case 5: return fmt::format("t[{}].x", below(4));
      case 6: return fmt::format("t[{}].c", below(4));
      case 7: return fmt::format("t[{}].y[{}]", below(4), below(3));
      case 8: return fmt::format("m[{}]", below(6));
      case 9: return fmt::format("f[{}]", below(5));
      case 10: return fmt::format("w.v[{}]", below(6));
      case 11: return fmt::format("h[{}]", below(5));
      case 12: return fmt::format("z[{}]", below(12));
      case 13: return fmt::format("v[{}].y[{}]", below(2), below(3));
      case 14: return fmt::format("u.c[{}]", below(8));
      case 15: return fmt::format("g[{}]", below(4));
      case 16: return fmt::format("o[{}].x", below(3));
      default: return pick(2) == 0 ? "u.i" : "*p";
    }
  }
  [[nodiscard]] std::string value() {
    switch (pick(6)) {
      case 0: return fmt::format("{}", random_() % 1000);
      case 1: return "in()";
      case 2: return fmt::format("k[{}]", below(6));
      case 3: return fmt::format("({} ^ {})", place(), place());
      default: return place();
    }
  }
  [[nodiscard]] std::string statement() {
    switch (pick(has_bytes_ ? 17 : 12)) {
      case 9:
        return fmt::format("if (en < 7) {{ e = realloc(e, 4 * ++en); e[en - 1] = {}; }}", value());
      case 11:
        return fmt::format(
            "for (int n = 0; n < 3; n++) {{ int *y = malloc(8); y[1] = {}; mix(y[1]); mix(y[0] & "
            "1); free(y); }}",
            value());
      case 14: return fmt::format("*(int *)((char *)b + {}) = {};", below(6), value());
      case 15: return fmt::format("mix(*(short *)((char *)a + {}));", below(19));
      case 16: return fmt::format("mix(*(int *)((char *)q + ({})));", below(3));
      case 0: return "i = " + value() + "; j += " + value() + ";";
      case 1: return fmt::format("p = {} ? &a[{}] : &m[{}];", place(), below(5), below(6));
      case 2: return fmt::format("p = in() & 1 ? h + {} : &t[{}].x;", below(5), below(4));
      case 3: return fmt::format("pp[{}] = p; if (pp[{}]) p = pp[{}];", below(3), pick(3), pick(3));
      case 4: return fmt::format("mix(sum(w, {}));", value());
      case 5: return fmt::format("v[{}] = t[{}]; t[{}] = v[0];", below(2), below(4), below(4));
      case 6: return fmt::format("mix(deep({} & 3));", value());
      case 7: return fmt::format("if ({} > {}) {} = {};", value(), value(), place(), value());
      case 8: return fmt::format("for (int n = 0; n < 5; n++) a[n] += {}; mix(a[2]);", value());
      case 10: return fmt::format("((unsigned char *)a)[{}] = {};", below(20), value());
      case 13: return fmt::format("mix(*(int *)((char *)l + 4 * ({})));", below(6));
      case 12: return fmt::format("*(short *)((char *)h + 2 * ({})) = {};", below(10), value());
      default: return fmt::format("{} = {}; mix({});", place(), value(), place());
    }
  }
  /// All that is in memory decides where the run goes.
  [[nodiscard]] static std::string end() {
    return "  mix(e[0]); mix(e[en - 1]); mix(q[vn - 1][2]); mix(c[en * vn - 1]); mix(*c);\n"
           "  for (int n = 0; n < 5; n++) { mix(a[n]); mix(m[n]); mix(h[n]); mix(f[n]); }\n"
           "  for (int n = 0; n < 4; n++) { mix(t[n].x); mix(t[n].c); mix(t[n].y[n % 3]); }\n"
           "  for (int n = 0; n < 9; n++) { mix(b[n]); mix(s[n % 7]); mix(z[n]); }\n"
           "  mix(l[0] ^ l[1] >> 32); mix(l[2]); mix(u.i); mix(v[1].y[2]); mix(g[1]); mix(o[1].x); "
           "mix(o[2].c);\n"
           "  for (int n = 0; n < 32; n++) if (hash >> n & 1) x++;\n"
           "  if (x > 12) reach_error();\n";
  }
};

TEST(Arrays, the_program_itself_follows_random_runs) {
  NEEDS_CLANG();
  Followed followed;
  const auto count = static_cast<unsigned>(test::repetitions(40));
  for (unsigned seed = 0; seed < count && !HasFailure(); ++seed) {
    const std::string text = Generator(seed).program();
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, text));
    ParseOptions options = with_pure_functions();
    options.data_model.pointer_bits = seed % 2 == 0 ? 32 : 64;
    const Program program = parsed(functions_of_arrays + text, options);
    for (const std::uint32_t from : {1U, 6U})
      for (const bool procedures : {false, true})
        follow(program,
               {.heap = seed % 4 < 2 ? 4U : 8U, .procedures = procedures, .arrays_from = from},
               seed, followed);
  }
  EXPECT_GT(followed.to_end, count);
  EXPECT_LT(followed.to_limit, count / 20 + 4);
}

TEST(Arrays, are_arbitrary_or_have_first_values_as_objects_do) {
  NEEDS_CLANG();
  const Program program = program_of(
      "int f(int n) { int a[9]; return a[n & 7]; } int z[9]; int *v[9] = {0, z + 2};\n"
      "int main(void) { int *p = malloc(16);\n  int *q = calloc(4, 4), m[9];\n"
      "  return f(1) + f(2) + p[in()] + q[in()] + m[in()] + *v[in() & 7]; }");
  const Model model = lower(program, {.heap = 1, .arrays_from = 4});
  std::map<std::string, std::optional<words::ArrayValue>> initial;
  for (const words::ArrayVariable& array : model.graph.arrays) initial[array.name] = array.initial;
  EXPECT_EQ(initial.size(), 6U);
  EXPECT_FALSE(initial["f::a"] || initial["main::m"] || initial["heap3.0"]);
  EXPECT_TRUE(initial["z"] == words::ArrayValue(4, 0));
  EXPECT_TRUE(initial["heap4.0"] == words::ArrayValue(2, 0));
  ASSERT_TRUE(initial["v"]);
  EXPECT_EQ(initial["v"]->read(0), 0U);
  EXPECT_NE(initial["v"]->read(1), 0U);
  // Each call of f gives it another array.
  ASSERT_EQ(model.array_inputs.size(), 2U);
  for (const InputMeaning& meaning : model.array_inputs)
    EXPECT_EQ(program.objects[meaning.object].name, "a");
}

TEST(Arrays, are_read_by_atoms_of_formulas) {
  NEEDS_CLANG();
  const Program program = program_of(
      "int a[9]; long long l[4]; "
      "int plain(void) { return a[3] - (int)l[1]; }\n"
      "int main(void) { a[3] = 5; *((int *)l + 2) = l[1] = -7; plain(); reach_error(); }");
  Model model = lower(program, {.arrays_from = 4});
  const ExprId atom = returned(program, find_function(program, "plain"));
  Walk walk(program, model, 0);
  const words::Run run = walk.go(100);
  const auto value = value_at(program, model, atom, run.back().block, {});
  ASSERT_TRUE(value);
  words::Evaluator evaluator(model.graph.expressions);
  evaluator.enter(run.back().variables, run.back().inputs);
  evaluator.enter_arrays(run.back().arrays, run.back().array_inputs);
  EXPECT_EQ(evaluator.value(*value), 12U);
}

TEST(Arrays, are_told_by_the_elements_that_a_run_changes) {
  NEEDS_CLANG();
  const Program program = program_of(
      "int a[100];\nint main(void) {\n  short b[20];\n  a[7] = 5;\n  b[3] = -1;\n"
      "  reach_error();\n}");
  const Model model = lower(program, {.arrays_from = 4});
  Walk walk(program, model, 0);
  const words::Run& run = walk.go(100);
  ASSERT_NE(walk.sink(), nullptr);
  const Explanation told = explain(program, model, run, walk.sink()->at);
  std::string values;
  for (const CellValue& one : told.end.values) values += fmt::format("{}={} ", one.name, one.value);
  EXPECT_EQ(values, "a[7]=5 b[3]=-1 ");
}

}  // namespace

}  // namespace hardbop::c
