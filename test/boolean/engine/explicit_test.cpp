// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "boolean/engine/explicit/draw.hpp"
#include "boolean/engine/explicit/explicit_engine.hpp"
#include "boolean/engine/explicit/point_graph.hpp"
#include "boolean/engine/oracle.hpp"
#include "boolean/language/generate.hpp"
#include "boolean/language/generate_random.hpp"
#include "boolean/trace/replay.hpp"
#include "support.hpp"

namespace hardbop::engine {
namespace {

using test::Sample;

constexpr std::uint64_t plenty = 1'000'000;

Finding ask(const Sample& sample, const std::vector<bp::VertexId>& target,
            Shortest shortest = Shortest::Hierarchical, std::uint64_t limit = plenty) {
  Budget budget;
  Statistics statistics;
  Query query;
  query.entries = {sample.procedure("main")};
  query.targets = {target};
  query.want_traces = true;
  query.shortest = shortest;
  return make_explicit_engine({limit})->run(sample.graph(), query, budget, statistics).front();
}

/// Asks, and has the trace replayed.
Finding ask_and_replay(const Sample& sample, const std::vector<bp::VertexId>& target,
                       Shortest shortest = Shortest::Hierarchical) {
  Finding finding = ask(sample, target, shortest);
  if (finding.trace) {
    const auto objection =
        trace::replay(sample.graph(), *finding.trace, {sample.procedure("main")}, target);
    EXPECT_EQ(objection.value_or("fine"), "fine");
  }
  return finding;
}

bool reaches(const std::string& text, const char* label = "L") {
  const Sample sample(text);
  const Finding finding = ask_and_replay(sample, {sample.label(label)});
  EXPECT_NE(finding.outcome, Outcome::Unknown);
  return finding.outcome == Outcome::Reached;
}

TEST(ExplicitEngine, decides_figure_1_of_bebop) {
  const Sample sample(test::figure_1);
  const Finding found = ask_and_replay(sample, {sample.label("R")});
  ASSERT_EQ(found.outcome, Outcome::Reached);
  EXPECT_EQ(trace::length_of(*found.trace).hierarchical, 6U);
  EXPECT_EQ(trace::length_of(*found.trace).expanded, BigUint(16));
  EXPECT_TRUE(found.trace->bodies[found.trace->open.front()].frame(0).get(0)) << "g starts as 1";
  EXPECT_EQ(ask(sample, {sample.label("S")}).outcome, Outcome::Unreachable);
}

TEST(ExplicitEngine, a_call_that_never_returns_reaches_nothing_after_it) {
  EXPECT_FALSE(reaches("main() begin f(); L: skip; end f() begin f(); end"));
  EXPECT_TRUE(reaches("main() begin f(); end f() begin L: skip; f(); end"));
}

TEST(ExplicitEngine, locals_start_arbitrary_at_each_entry) {
  EXPECT_TRUE(reaches(R"(
    void f(a) begin decl l; if (a) then if (!l) then L: skip; fi else l := T; fi end
    void main() begin f(F); f(T); end)"));
}

TEST(ExplicitEngine, a_hidden_global_keeps_its_value_and_passes_to_callees) {
  EXPECT_FALSE(reaches(R"(decl g;
    void main() begin decl g; g := T; set(); g := T; look(); end
    void set() begin g := F; end
    void look() begin if (g) then L: skip; fi end)"));
}

TEST(ExplicitEngine, results_win_over_globals_the_callee_writes) {
  EXPECT_FALSE(reaches(R"(decl g;
    bool f() begin g := T; return F; end
    void main() begin g := f(); if (g) then L: skip; fi end)"));
}

TEST(ExplicitEngine, running_off_the_end_gives_arbitrary_results) {
  EXPECT_TRUE(
      reaches("bool f() begin skip; end main() begin decl x; x := f(); assume x; L: skip; end"));
  EXPECT_TRUE(reaches("bool f() begin end main() begin decl x; x := f(); assume !x; L: skip; end"));
  EXPECT_TRUE(
      reaches("bool f() begin return; end main() begin decl x; x := f(); assume x; L: skip; end"));
}

TEST(ExplicitEngine, enforce_holds_at_entry_after_statements_and_after_calls) {
  EXPECT_FALSE(reaches("decl a; main() begin enforce a; if (!a) then L: skip; fi end"));
  EXPECT_FALSE(reaches("decl a; main() begin enforce a; a := F; L: skip; end"));
  EXPECT_FALSE(reaches("decl a; main() begin enforce a; f(); L: skip; end f() begin a := F; end"));
  EXPECT_TRUE(reaches("decl a; main() begin enforce a; f(); end f() begin a := F; L: skip; end"));
}

TEST(ExplicitEngine, constrain_relates_old_and_new_values) {
  EXPECT_FALSE(
      reaches("decl a, b; main() begin a, b := *, * constrain 'a = !'b; "
              "if (a = b) then L: skip; fi end"));
  EXPECT_FALSE(
      reaches("decl a; main() begin a := T; a := * constrain 'a = !a; "
              "if (a) then L: skip; fi end"));
}

TEST(ExplicitEngine, global_initialisers_run_in_order) {
  EXPECT_FALSE(reaches("decl a := T, b := !a; main() begin if (b) then L: skip; fi end"));
  EXPECT_TRUE(reaches("decl a := b, b := T; main() begin if (!a) then L: skip; fi end"));
  EXPECT_FALSE(reaches("decl a := b, b := a; main() begin if (a != b) then L: skip; fi end"));
}

TEST(ExplicitEngine, goto_chooses_and_dead_forgets) {
  EXPECT_TRUE(reaches("main() begin goto A, B; A: return; B: skip; L: skip; end"));
  EXPECT_TRUE(reaches("main() begin decl x; x := T; dead x; if (!x) then L: skip; fi end"));
}

TEST(ExplicitEngine, recursion_through_its_own_summary_still_expands) {
  // f can return 1 only from its base case, but f calling itself gives the same pair.
  const Sample sample(R"(decl g;
    main() begin f(); if (g) then L: skip; fi end
    f() begin if (*) then f(); else g := T; skip; skip; skip; fi end)");
  const Finding found = ask_and_replay(sample, {sample.label("L")});
  ASSERT_EQ(found.outcome, Outcome::Reached);
  EXPECT_EQ(trace::length_of(*found.trace).hierarchical, 2U);
}

TEST(ExplicitEngine, a_state_limit_answers_unknown_with_the_limit) {
  const Sample sample("decl a, b, c, d; main() begin skip; skip; if (F) then L: skip; fi end");
  const Finding found = ask(sample, {sample.label("L")}, Shortest::Hierarchical, 20);
  EXPECT_EQ(found.outcome, Outcome::Unknown);
  EXPECT_EQ(found.reason, "state limit (20 points) reached");
}

TEST(ExplicitEngine, what_was_found_before_a_limit_stays_found) {
  const Sample sample("decl a, b, c, d; main() begin f(); end f() begin L: skip; skip; skip; end");
  const Finding found = ask(sample, {sample.label("L")}, Shortest::Hierarchical, 20);
  ASSERT_EQ(found.outcome, Outcome::Reached);
  EXPECT_NE(found.note, "");
  EXPECT_FALSE(
      trace::replay(sample.graph(), *found.trace, {sample.procedure("main")}, {sample.label("L")}));
}

TEST(ExplicitEngine, a_deep_chain_of_calls_overflows_nothing) {
  const Sample sample(bp::generate_tn(test::repetitions(10'000)));
  const Finding found = ask_and_replay(sample, {sample.label("reach")});
  ASSERT_EQ(found.outcome, Outcome::Reached);
  EXPECT_EQ(trace::length_of(*found.trace).hierarchical, 3U);
}

TEST(ExplicitEngine, an_exponentially_long_trace_is_held_in_little_space) {
  std::string text = "decl g; main() begin p0(); L: skip; end\n";
  for (int i = 0; i < 200; ++i)
    text += "p" + std::to_string(i) + "() begin p" + std::to_string(i + 1) + "(); p" +
            std::to_string(i + 1) + "(); end\n";
  const Sample sample(text + "p200() begin skip; end");
  const Finding found = ask_and_replay(sample, {sample.label("L")});
  ASSERT_EQ(found.outcome, Outcome::Reached);
  EXPECT_EQ(trace::length_of(*found.trace).hierarchical, 1U);
  // 2^201 - 1 calls and 2^200 skips.
  EXPECT_EQ(trace::length_of(*found.trace).expanded,
            BigUint::power_of_two(201) - BigUint(1) + BigUint::power_of_two(200));
}

/// The lecture's algorithm, word by word, with steps that the interpreter allows: a return goes to
/// every call with a green arrow to a start from which a path leads to the end.
class LectureAlgorithm {
 public:
  explicit LectureAlgorithm(const bp::Graph& graph) : graph_(graph), trial_(graph) {}

  /// Nothing where there are too many paths.
  std::optional<Picture> run(bp::ProcedureId main, std::size_t limit) {
    for (const bp::Valuation& frame : trial_.initial(main)) start(main, frame);
    for (std::size_t known = 0; known != paths_.size() + picture_.arrows.size();) {
      known = paths_.size() + picture_.arrows.size();
      for (const auto& [from, to] : std::set<Path>(paths_)) extend(from, to);
      if (paths_.size() > limit) return std::nullopt;
    }
    return picture_;
  }

 private:
  struct Point {
    bp::VertexId vertex = 0;
    std::vector<bool> values;

    friend auto operator<=>(const Point&, const Point&) = default;
  };
  using Path = std::pair<Point, Point>;  // from a start to a point of the same activation

  const bp::Graph& graph_;
  test::Trial trial_;
  std::set<Path> paths_;
  Picture picture_;

  [[nodiscard]] Point point(bp::VertexId v, const bp::Valuation& frame) const {
    Point out{v, {}};
    const bp::Slot size = graph_.frame_size(graph_.vertex(v).procedure);
    for (bp::Slot slot = 0; slot < size; ++slot) out.values.push_back(frame.get(slot));
    return out;
  }
  [[nodiscard]] static bp::Valuation frame(const Point& point) {
    bp::Valuation out(point.values.size());
    for (bp::Slot slot = 0; slot < point.values.size(); ++slot) out.set(slot, point.values[slot]);
    return out;
  }
  [[nodiscard]] Spot spot(const Point& point) const {
    Spot out{point.vertex, {}};
    for (bp::Slot s = 0; s < graph_.first_result(graph_.vertex(point.vertex).procedure); ++s)
      out.valuation += point.values[s] ? '1' : '0';
    return out;
  }

  Point start(bp::ProcedureId p, const bp::Valuation& frame) {
    const Point first = point(graph_.procedure(p).entry, frame);
    add({first, first});
    return first;
  }
  void add(const Path& path) {
    paths_.insert(path);
    picture_.spots.insert(spot(path.second));
  }
  void arrow(const Point& from, const Point& to, ArrowKind kind) {
    picture_.arrows.emplace(std::pair(spot(from), spot(to)), kind);
  }

  void extend(const Point& from, const Point& to) {
    const bp::Vertex& vertex = graph_.vertex(to.vertex);
    if (vertex.kind != bp::VertexKind::Call) {
      for (const auto& [w, after] : trial_.steps(to.vertex, frame(to))) {
        add({from, point(w, after)});
        arrow(to, point(w, after), ArrowKind::Step);
      }
      return;
    }
    for (const bp::Valuation& entry : trial_.entries(to.vertex, frame(to))) {
      const Point first = start(vertex.callee, entry);
      arrow(to, first, ArrowKind::Call);
      for (const auto& [begin, end] : std::set<Path>(paths_)) {
        if (begin != first || end.vertex != graph_.procedure(vertex.callee).exit) continue;
        for (const bp::Valuation& after : trial_.returns(to.vertex, frame(to), frame(end))) {
          add({from, point(vertex.next, after)});
          arrow(end, point(vertex.next, after), ArrowKind::Return);
        }
      }
    }
  }
};

Picture drawn(const Sample& sample) {
  Budget budget;
  PointGraph points(sample.graph(), budget, plenty);
  EXPECT_EQ(points.explore({sample.procedure("main")}, [](bp::VertexId) { return true; }),
            PointGraph::Ended::Complete);
  return picture_of(points);
}

TEST(Picture, has_an_arrow_back_from_each_end_of_a_procedure) {
  const Sample sample("void main() begin f(); skip; end void f() begin decl x; x := *; end");
  std::size_t returns = 0;
  for (const auto& [arrow, kind] : drawn(sample).arrows)
    if (kind == ArrowKind::Return) ++returns;
  EXPECT_EQ(returns, 2U);
}

TEST(Picture, has_the_points_and_arrows_of_the_lectures_algorithm) {
  const bp::RandomProgramSize small{1, 3, 1, 1, 1, 4, 2};
  std::vector<std::string> texts{R"(
bool even(e) begin decl deeper, result; assert(e); deeper := *;
  if (deeper) then result := odd(!e); return result; fi return e; end
bool odd(e) begin decl result;
  if (*) then result := even(!e); return result; fi return !e; end
void main() begin decl result; result := even(T); assert(result); end)"};
  for (std::uint64_t seed = 0; seed < test::repetitions(400); ++seed)
    texts.push_back(bp::generate_random(seed, small));
  std::size_t compared = 0;
  std::size_t returns = 0;
  for (const std::string& text : texts) {
    SCOPED_TRACE(text);
    const Sample sample(text);
    const std::optional<Picture> expected =
        LectureAlgorithm(sample.graph()).run(sample.procedure("main"), 300);
    if (!expected) continue;
    ++compared;
    const Picture found = drawn(sample);
    EXPECT_EQ(found.spots, expected->spots);
    EXPECT_EQ(found.arrows, expected->arrows);
    for (const auto& [arrow, kind] : expected->arrows)
      if (kind == ArrowKind::Return) ++returns;
  }
  EXPECT_GT(compared, test::repetitions(300));
  EXPECT_GT(returns, test::repetitions(100));
}

/// Against searches that only ask the interpreter, on random programs.
class RandomPrograms : public testing::TestWithParam<int> {};

TEST_P(RandomPrograms, explicit_engine_agrees_with_naive_searches) {
  constexpr int seeds_per_test = test::repetitions(60);
  const bp::RandomProgramSize small{2, 3, 1, 1, 1, 5, 2};
  for (int i = 0; i < seeds_per_test; ++i) {
    const auto seed =
        static_cast<std::uint64_t>(GetParam()) * seeds_per_test + static_cast<unsigned>(i);
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    const Sample sample(bp::generate_random(seed, small));
    const auto naive = test::search_configurations(sample.graph(), sample.procedure("main"), 2000);
    const auto rings = test::hierarchical_distances(sample.graph(), sample.procedure("main"), 2000);
    for (const bp::VertexId target : sample.errors()) {
      const Finding expanded = ask_and_replay(sample, {target}, Shortest::Expanded);
      const Finding finding = ask_and_replay(sample, {target});
      ASSERT_EQ(finding.outcome, expanded.outcome);
      const auto found = naive.distance.find(target);
      if (finding.outcome == Outcome::Reached) {
        const BigUint length = trace::length_of(*expanded.trace).expanded;
        if (found != naive.distance.end()) {
          EXPECT_EQ(length, BigUint(found->second));
        } else {
          EXPECT_FALSE(naive.complete);
          EXPECT_GT(length, BigUint(naive.levels));
        }
      } else {
        EXPECT_EQ(found, naive.distance.end());
      }
      if (!rings) continue;
      EXPECT_EQ(rings->contains(target), finding.outcome == Outcome::Reached);
      if (finding.outcome == Outcome::Reached && rings->contains(target)) {
        EXPECT_EQ(trace::length_of(*finding.trace).hierarchical, rings->at(target));
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomPrograms, testing::Range(0, 10));

}  // namespace
}  // namespace hardbop::engine
