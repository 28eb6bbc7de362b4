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
  row.decides = [](const Property& property) { return !property.is<Memory>(); };
  row.decide = [](const Task& task, Budget&) {
    Finding out{task.property.is<Overflow>() ? Outcome::Violated : Outcome::Holds};
    out.statistics.set("optimist.asked", std::uint64_t{1});
    return out;
  };
  return row;
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
  const Report report = inquire(request(calls, {"assertions", "memory", "overflow"}),
                                [&](const Report& so_far) { told.push_back(outcomes(so_far)); });
  const Outcomes all{Outcome::Holds, Outcome::Unknown, Outcome::Violated};
  EXPECT_EQ(outcomes(report), all);
  EXPECT_EQ(report.decided[1].finding.reason, "not supported yet");
  ASSERT_EQ(told.size(), 4U) << "before the first, and after each";
  EXPECT_EQ(told[0], Outcomes(3, Outcome::Unknown));
  EXPECT_EQ(told[1], (Outcomes{Outcome::Holds, Outcome::Unknown, Outcome::Unknown}));
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
  const Report nowhere = inquire(request("int f(void) { return 0; }\n", {}), {});
  EXPECT_TRUE(nowhere.errors.at(0).text.starts_with("the program has no function main"));
}

TEST(Announcement, shares_what_is_left_of_the_time) {
  Request asked = request("", {"assertions", "overflow", "termination"});
  asked.allowance.limits.seconds = 90;
  const Announcement announcement(asked, {}, asked.properties);
  EXPECT_NEAR(*announcement.next(0).limits.seconds, 30, 5);
  EXPECT_NEAR(*announcement.next(2).limits.seconds, 90, 5);
  EXPECT_NEAR(*announcement.rest().limits.seconds, 90, 5);
  asked.seconds_per_property = 10;
  EXPECT_EQ(announcement.next(0).limits.seconds, 10);
  asked.allowance.limits.seconds.reset();
  EXPECT_EQ(announcement.next(0).limits.seconds, 10);
  EXPECT_FALSE(announcement.rest().limits.seconds);
}

}  // namespace hardbop::verify
