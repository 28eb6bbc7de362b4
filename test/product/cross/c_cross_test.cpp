// SPDX-License-Identifier: MIT
#include <csignal>
#include <gtest/gtest.h>
#include <map>
#include <stdexcept>

#include "base/smt/solver.hpp"
#include "product/cross/c_said.hpp"
#include "product/cross/isolated.hpp"
#include <hardbop/c.hpp>
#include <hardbop/c_cross.hpp>

namespace hardbop {
namespace {

using cross_layer::Isolated;
using cross_layer::isolated;
using cross_layer::Said;

constexpr const char* bounded = R"(extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar(), i = 0;
  if (n > 3) return 0;
  while (i < n) ++i;
  if (i != n) reach_error();
  return 0;
})";

TEST(Isolated, work_gives_what_it_returns) {
  const std::string much(1'000'000, 'x');  // more than a pipe takes at once
  const Isolated done = isolated([&] { return much; }, 5);
  EXPECT_EQ(done.end, Isolated::End::Fine);
  EXPECT_EQ(done.result, much);
}

TEST(Isolated, work_that_takes_too_long_is_killed) {
  volatile bool goes_on = true;
  const auto work = [&]() -> std::string {
    while (goes_on) continue;
    return "never";
  };
  EXPECT_EQ(isolated(work, 0.05).end, Isolated::End::Killed);
}

TEST(Isolated, work_that_crashes_or_throws_is_said_to) {
  EXPECT_EQ(isolated(
                []() -> std::string {
                  std::raise(SIGKILL);
                  return "";
                },
                5)
                .end,
            Isolated::End::Crashed);
  EXPECT_EQ(isolated([]() -> std::string { throw std::runtime_error("no"); }, 5).end,
            Isolated::End::Crashed);
}

TEST(Said, crosses_the_border_between_processes) {
  const Said said{{{"unreach-call at 3:4", Verdict::Holds},
                   {"unreach-call at 5:1", Verdict::Unknown, "time\tlimit\nreached"}},
                  "a failure",
                  "refused"};
  const std::optional<Said> read = cross_layer::said_of_lines(to_lines(said));
  ASSERT_TRUE(read);
  ASSERT_EQ(read->results.size(), 2U);
  EXPECT_EQ(read->results[0].property, "unreach-call at 3:4");
  EXPECT_EQ(read->results[0].verdict, Verdict::Holds);
  EXPECT_EQ(read->results[1].reason, "time limit reached");
  EXPECT_EQ(read->failure, "a failure");
  EXPECT_EQ(read->certificate, "refused");
}

TEST(Said, that_is_cut_off_is_not_read) {
  const std::string lines = cross_layer::to_lines({{{"no-overflow", Verdict::Violated}}, {}, {}});
  for (std::size_t length = 0; length + 1 < lines.size(); ++length)
    EXPECT_FALSE(cross_layer::said_of_lines(lines.substr(0, length))) << length;
}

TEST(CCross, horn_clauses_are_compared_with_the_engines) {
  if (!reads_c() || !smt::has_solver()) GTEST_SKIP() << "without Clang or Z3";
  CCrossOptions options{bounded, "unreach-call", 2, {}};
  const CrossReport report = cross_c(options);
  EXPECT_TRUE(report.errors.empty());
  EXPECT_TRUE(report.disagreements.empty());
  std::map<std::string, std::vector<Verdict>> said;
  for (const Contender& one : report.contenders) said[one.name] = one.verdicts;
  EXPECT_EQ(said["horn"], std::vector{Verdict::Holds});
  EXPECT_EQ(said["clauses"], std::vector{Verdict::Holds});
}

TEST(CCross, clauses_that_end_where_the_model_does_say_nothing) {
  if (!reads_c() || !smt::has_solver()) GTEST_SKIP() << "without Clang or Z3";
  CCrossOptions options{
      R"(static int f(int *out, int n) { int k = n; return n ? f(&k, n - 1) : *out; }
int main(void) { int k = 0; return f(&k, 2); })",
      "unreach-call",
      2,
      {}};
  EXPECT_TRUE(cross_c(options).disagreements.empty());
}

TEST(CCross, a_contender_takes_part_as_often_as_is_asked_for) {
  if (!reads_c()) GTEST_SKIP() << "without Clang";
  std::map<std::string, int> times;
  for (std::uint64_t mixture = 0; mixture < 24; ++mixture) {
    CCrossOptions options{"extern void reach_error(void); int main(void) { reach_error(); }",
                          "unreach-call", 1, mixture};
    options.seldom = {{"horn", 3}, {"clauses", 6}, {"slam", 0}};
    for (const Contender& one : cross_c(options).contenders) ++times[one.name];
  }
  EXPECT_EQ(times["interpreter"], 24);
  EXPECT_EQ(times["horn"], 8);
  EXPECT_EQ(times["clauses"], 4);
  EXPECT_EQ(times["slam"], 0);
}

}  // namespace
}  // namespace hardbop
