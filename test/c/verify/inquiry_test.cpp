// SPDX-License-Identifier: MIT
// What is asked of a program, put to engines that know their answers beforehand.
#include "c/verify/inquiry.hpp"

#include <gtest/gtest.h>

#include "c/programs.hpp"
#include "c/verify/announcement.hpp"

namespace hardbop::verify {

namespace {

constexpr const char* calls =
    "void reach_error(void);\n"
    "int main(int n, char **v) { n = n + 1; if (n == 7) reach_error(); return 0; }\n";

/// Says of all that it holds, but of overflows.
EngineRow optimist() {
  EngineRow row;
  row.name = "optimist";
  row.decides = [](const Property& property) { return !property.is<Races>(); };
  row.decide = [](const Task& task, Budget&) {
    Finding out{task.property.is<Overflow>() ? Outcome::Violated : Outcome::Holds};
    out.statistics.set("optimist.asked", std::uint64_t{1});
    return out;
  };
  return row;
}

constexpr const char* two_accesses =
    "int a[2];\n"
    "int main(int n, char **v) {\n"
    "  a[n] = 1;\n"
    "  a[n + 1] = 2;\n"
    "  return 1 / n;\n"
    "}\n";

/// Finds a violation at each place, one at a time, up to this line.
EngineRow pessimist(std::uint32_t last_line) {
  EngineRow row = optimist();
  row.name = "pessimist";
  row.decide = [=](const Task& task, Budget&) -> Finding {
    for (const auto& [place, function] : error_places(task.program, task.property.defects())) {
      const auto& [file, line, column] = place;
      if (task.known.contains(place) || line > last_line) continue;
      Finding out{Outcome::Violated};
      out.run.emplace().at = {file, line, column};
      return out;
    }
    return {Outcome::Holds};
  };
  return row;
}

std::vector<std::uint32_t> lines(const std::vector<Finding>& violations) {
  std::vector<std::uint32_t> out;
  for (const Finding& one : violations) out.push_back(one.run->at.line);
  return out;
}

Request request(const std::string& text, const std::vector<std::string>& properties) {
  Request out;
  out.sources = Sources({c::Source{"input.c", text}});
  out.properties = read_properties(properties).properties;
  out.engines = {optimist()};
  out.chosen = out.engines;
  return out;
}

std::vector<Outcome> outcomes(const Report& report) {
  std::vector<Outcome> out;
  for (const Decided& one : report.decided) out.push_back(one.finding.outcome);
  return out;
}

using Outcomes = std::vector<Outcome>;

}  // namespace

TEST(Inquiry, asks_each_property_and_tells_what_it_knows) {
  NEEDS_CLANG();
  std::vector<Outcomes> told;
  const Report report = inquire(request(calls, {"assertions", "races", "overflow"}),
                                [&](const Report& so_far) { told.push_back(outcomes(so_far)); });
  const Outcomes all{Outcome::Holds, Outcome::NotApplicable, Outcome::Violated};
  EXPECT_EQ(outcomes(report), all);
  EXPECT_EQ(report.decided[1].finding.reason, "nothing to check: main creates no threads");
  ASSERT_EQ(told.size(), 4U) << "before the first, and after each";
  EXPECT_EQ(told[0], Outcomes(3, Outcome::Unknown));
  EXPECT_EQ(told[1], (Outcomes{Outcome::Unknown, Outcome::NotApplicable, Outcome::Unknown}))
      << "what no engine decides is told first";
  EXPECT_EQ(told[2], (Outcomes{Outcome::Holds, Outcome::NotApplicable, Outcome::Unknown}));
  EXPECT_EQ(told[3], all);
  EXPECT_EQ(report.figures.at(0).first, "assertions.optimist.asked");
  EXPECT_EQ(report.engine, "optimist");
  EXPECT_EQ(report.decided[0].places, 1U);
}

TEST(Inquiry, tells_of_warnings_before_anything_is_decided) {
  NEEDS_CLANG();
  Messages told;
  const Request asked = request("int f(void);\nint main(void) { return f(); }\n", {"overflow"});
  const Report report = inquire(asked, [&](const Report& so_far) {
    if (so_far.decided.at(0).finding.outcome == Outcome::Unknown) told = so_far.warnings;
  });
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told[0].text, "function 'f' has no definition");
  EXPECT_EQ(report.warnings, told);
}

TEST(Inquiry, tells_what_is_covered_while_it_looks_for_more) {
  NEEDS_CLANG();
  Request asked = request(
      "int main(int n, char **v) {\n"
      "  if (n == 123456)\n"
      "    return 1;\n"
      "  if (n == 234567)\n"
      "    return 2;\n"
      "  return 0;\n"
      "}\n",
      {"unreach-call"});
  asked.coverage = true;
  asked.engines = asked.chosen = {pessimist(3)};
  std::vector<std::size_t> reached;
  const Report report = inquire(asked, [&](const Report& known) {
    if (known.coverage) reached.push_back(known.coverage->reachable.size());
  });
  EXPECT_EQ(reached, (std::vector<std::size_t>{4, 5})) << "the head of main counts, as it sets n";
  ASSERT_TRUE(report.coverage);
  ASSERT_EQ(report.coverage->unreachable.size(), 1U);
  EXPECT_EQ(report.coverage->unreachable[0].at.line, 5U);
}

TEST(Sources, quote_the_statement_that_starts_at_a_place) {
  const Sources sources({c::Source{"input.c",
                                   "  if (a == ';') b = 1; else f(\"}\"); // c\n"
                                   "  for (;;) { g(); }\n"
                                   "  struct s t = {1, 2}; h();\n"}});
  c::Program program;
  program.files = {"input.c"};
  const auto quote = [&](std::uint32_t line, std::uint32_t column) {
    return sources.statement(program, {0, line, column});
  };
  EXPECT_EQ(quote(1, 3), "if (a == ';') b = 1;");
  EXPECT_EQ(quote(1, 17), "b = 1;");
  EXPECT_EQ(quote(1, 29), "f(\"}\");");
  EXPECT_EQ(quote(2, 3), "for (;;)");
  EXPECT_EQ(quote(2, 14), "g();");
  EXPECT_EQ(quote(3, 3), "struct s t = {1, 2};");
  EXPECT_EQ(quote(3, 100), "struct s t = {1, 2}; h();");
  EXPECT_EQ(quote(9, 1), "");
}

TEST(Inquiry, says_that_arithmetic_wraps_where_that_matters) {
  NEEDS_CLANG();
  const auto assumptions = [](const std::vector<std::string>& properties) {
    return inquire(request(calls, properties), {}).assumptions;
  };
  ASSERT_EQ(assumptions({"assertions"}).size(), 1U);
  EXPECT_EQ(assumptions({"assertions"})[0], "signed arithmetic wraps on overflow (input.c:2:35)");
  EXPECT_TRUE(assumptions({"overflow"}).empty()) << "a violation rests on nothing";
  Request unbounded = request(calls, {"assertions"});
  unbounded.chosen[0].overflows = false;
  EXPECT_TRUE(inquire(unbounded, {}).assumptions.empty());
}

TEST(Inquiry, asks_again_until_each_place_is_known) {
  NEEDS_CLANG();
  using Lines = std::vector<std::uint32_t>;
  Request asked = request(two_accesses, {"memory", "arithmetic"});
  asked.chosen = {pessimist(9)};
  const Report all = inquire(asked, {});
  EXPECT_EQ(lines(all.decided.at(0).violations), (Lines{3, 4}));
  EXPECT_TRUE(all.decided[0].others.empty());
  EXPECT_EQ(lines(all.decided.at(1).violations), Lines{5});
  asked.chosen = {pessimist(3)};
  const Report first = inquire(asked, {});
  EXPECT_EQ(lines(first.decided.at(0).violations), Lines{3});
  ASSERT_EQ(first.decided[0].others.size(), 1U);
  EXPECT_EQ(std::get<1>(first.decided[0].others.begin()->first), 4U);
  EXPECT_EQ(first.decided[0].finding.outcome, Outcome::Holds);
  EXPECT_EQ(first.decided[0].places, 2U);
  EXPECT_TRUE(first.decided.at(1).violations.empty());
}

TEST(Inquiry, does_not_ask_for_ever_for_a_place_that_it_knows) {
  NEEDS_CLANG();
  Request asked = request(two_accesses, {"memory"});
  asked.chosen[0].decide = [](const Task&, Budget&) {
    Finding out{Outcome::Violated};
    out.run.emplace().at = {0, 3, 8};
    return out;
  };
  const Report report = inquire(asked, {});
  EXPECT_EQ(report.decided.at(0).violations.size(), 1U);
  EXPECT_EQ(report.decided[0].finding.outcome, Outcome::Unknown);
}

TEST(Inquiry, says_that_runs_end_at_faults_where_that_matters) {
  NEEDS_CLANG();
  using Texts = std::vector<std::string>;
  const std::string text =
      "void reach_error(void); int a[2];\n"
      "int main(int n, char **v) { a[n] = 1; if (8u / n == 3) reach_error(); return 0; }\n";
  const auto assumptions = [&](const std::vector<std::string>& properties) {
    return inquire(request(text, properties), {}).assumptions;
  };
  const std::string access = "runs end at the first invalid access (input.c:2:34)";
  const std::string arithmetic = "runs end at the first undefined arithmetic (input.c:2:46)";
  EXPECT_EQ(assumptions({"assertions"}), (Texts{access, arithmetic}));
  EXPECT_EQ(assumptions({"assertions", "arithmetic"}), Texts{access});
  EXPECT_EQ(assumptions({"assertions", "memory", "arithmetic"}), Texts());
}

TEST(Inquiry, says_nothing_of_what_nobody_asked_and_does_not_apply) {
  NEEDS_CLANG();
  Request asked = request(calls, {"assertions", "memory", "arithmetic"});
  const Outcomes all{Outcome::Holds, Outcome::NotApplicable, Outcome::NotApplicable};
  EXPECT_EQ(outcomes(inquire(asked, {})), all);
  asked.are_usual = true;
  Outcomes told;
  const Report report = inquire(asked, [&](const Report& so_far) { told = outcomes(so_far); });
  EXPECT_EQ(outcomes(report), Outcomes{Outcome::Holds});
  EXPECT_EQ(told, Outcomes{Outcome::Holds}) << "nor is it told before";
  asked.sources = Sources({c::Source{"input.c", "int main(void) { return 0; }\n"}});
  const Report nothing = inquire(asked, {});
  EXPECT_EQ(outcomes(nothing), Outcomes{Outcome::NotApplicable});
  EXPECT_EQ(nothing.decided.at(0).finding.reason,
            "nothing to check: main reaches no assertion, no access that could be invalid, and no "
            "division or shift that could be wrong");
}

TEST(Places, are_accesses_that_could_be_invalid) {
  NEEDS_CLANG();
  const c::Program program = c::parsed(
      "struct s { int a[2]; struct s *next; } s; const int k = 1; extern const int e;\n"
      "int f(struct s *p, int n) {\n"
      "  s.a[1] = 3;\n"
      "  s.a[n] = s.a[0];\n"
      "  int x = n / 2 + 7 % n;\n"
      "  x <<= 3;\n"
      "  x >>= n;\n"
      "  *(int *)&k = 2;\n"
      "  return p->next->a[1] + x + k + e;\n"
      "}\n"
      "int main(void) { int r = f(&s, 1); return r; }\n");
  const auto places = [&](const c::Defects& defects) {
    std::set<std::uint32_t> out;
    for (const auto& [place, function] : error_places(program, defects)) {
      out.insert(std::get<1>(place));
      EXPECT_EQ(program.functions[function].name, "f");
    }
    return out;
  };
  EXPECT_EQ(places({c::Defect::Memory}), (std::set<std::uint32_t>{4, 8, 9}));
  EXPECT_EQ(places({c::Defect::Arithmetic}), (std::set<std::uint32_t>{5, 7}));
  EXPECT_TRUE(error_places(program).empty());
}

TEST(Inquiry, asks_nobody_where_there_is_nothing_to_check) {
  NEEDS_CLANG();
  Request asked = request("int main(void) { return 0; }\n", {"assertions"});
  asked.wanted.witness = true;
  const Report report = inquire(asked, {});
  ASSERT_EQ(outcomes(report), Outcomes{Outcome::NotApplicable});
  const Finding& finding = report.decided[0].finding;
  EXPECT_TRUE(finding.reason.starts_with("nothing to check: main reaches no assertion"))
      << finding.reason;
  EXPECT_TRUE(finding.proof.invariants);
  EXPECT_NE(report.figures.at(0).first, "optimist.asked");
  asked.wanted.certificate = true;
  EXPECT_EQ(inquire(asked, {}).figures.at(0).first, "optimist.asked");
}

TEST(Inquiry, weaves_rules_that_the_program_can_break) {
  NEEDS_CLANG();
  Request asked = request("void lock(void) {}\nint main(void) { lock(); return 0; }\n", {});
  asked.properties.clear();
  asked.rules = {{"once", "once.slic", "lock.entry { abort \"called\"; }"},
                 {"other", "other.slic", "unlock.entry { abort \"called\"; }"}};
  const Report report = inquire(asked, {});
  ASSERT_EQ(outcomes(report), (Outcomes{Outcome::Holds, Outcome::NotApplicable}));
  EXPECT_EQ(report.decided[0].engine, "optimist");
  EXPECT_EQ(report.decided[1].engine, "");
  EXPECT_EQ(report.decided[1].finding.reason,
            "function unlock of the rule does not occur in the program");
}

TEST(Inquiry, decides_nothing_where_something_is_wrong) {
  NEEDS_CLANG();
  Request asked = request("int main(void) { return x; }\n", {"overflow", "assertions"});
  asked.objections = {error_in("input.c", "first")};
  asked.problems = {error_in("input.c", "last")};
  const Report report = inquire(asked, {});
  ASSERT_EQ(report.errors.size(), 3U) << "the program is read once";
  EXPECT_EQ(report.errors[0].text, "first");
  EXPECT_EQ(report.errors[1].line, 1U);
  EXPECT_EQ(report.errors[2].text, "last");
  EXPECT_TRUE(report.decided.empty());
  const Report nowhere = inquire(request("int f(void) { return 0; }\n", {"assertions"}), {});
  EXPECT_TRUE(nowhere.errors.at(0).text.starts_with("the program has no function main"));
}

TEST(Announcement, shares_what_is_left_of_the_time) {
  Request asked = request("", {"assertions", "overflow", "termination"});
  asked.allowance.limits.seconds = 90;
  const Announcement announcement(asked, {}, asked.properties);
  EXPECT_NEAR(*announcement.next(3).limits.seconds, 30, 5);
  EXPECT_NEAR(*announcement.next(1).limits.seconds, 90, 5);
  EXPECT_NEAR(*announcement.rest().limits.seconds, 90, 5);
  asked.seconds_per_property = 10;
  EXPECT_EQ(announcement.next(3).limits.seconds, 10);
  asked.allowance.limits.seconds.reset();
  const Announcement unlimited(asked, {}, asked.properties);
  EXPECT_EQ(unlimited.next(0).limits.seconds, 10);
  EXPECT_FALSE(unlimited.rest().limits.seconds);
}

}  // namespace hardbop::verify
