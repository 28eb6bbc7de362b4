// SPDX-License-Identifier: MIT
#include "base/util/budget.hpp"

#include <gtest/gtest.h>
#include <thread>

#include "base/util/statistics.hpp"

namespace hardbop {
namespace {

TEST(Budget, without_limits_never_stops) {
  Budget budget;
  EXPECT_EQ(budget.poll(), StopReason::None);
}

TEST(Budget, an_exhausted_time_limit_stops_and_stays_stopped) {
  Budget budget({.seconds = 0.0, .memory_bytes = {}, .cancel = nullptr});
  EXPECT_EQ(budget.poll(), StopReason::Time);
  EXPECT_EQ(budget.poll(), StopReason::Time);
  EXPECT_EQ(budget.stopped(), StopReason::Time);
}

TEST(Budget, cancellation_from_outside_is_seen) {
  std::atomic<bool> cancel = false;
  Budget budget({.seconds = {}, .memory_bytes = {}, .cancel = &cancel});
  EXPECT_EQ(budget.poll(), StopReason::None);
  cancel = true;
  EXPECT_EQ(budget.poll(), StopReason::Cancelled);
}

TEST(Budget, a_process_above_its_memory_limit_stops) {
  Budget budget({.seconds = {}, .memory_bytes = 1, .cancel = nullptr});
  EXPECT_EQ(budget.poll(), StopReason::Memory);
  EXPECT_GT(resident_bytes(), 0U);
  EXPECT_GE(peak_resident_bytes(), 1'000'000U);
}

TEST(Budget, a_question_that_used_up_its_share_leaves_time_for_the_next) {
  Budget budget({.seconds = 3600.0, .memory_bytes = {}, .cancel = nullptr});
  budget.begin_question(2, 0.0);
  EXPECT_EQ(budget.poll(), StopReason::Time);
  EXPECT_EQ(budget.stopped(), StopReason::Time);
  budget.begin_question(1);
  EXPECT_EQ(budget.stopped(), StopReason::None);
  EXPECT_EQ(budget.poll(), StopReason::None);
}

TEST(Budget, the_next_question_begins_no_more_when_all_time_is_used_up) {
  Budget budget({.seconds = 0.0, .memory_bytes = {}, .cancel = nullptr});
  EXPECT_EQ(budget.poll(), StopReason::Time);
  budget.begin_question(1, 3600.0);
  EXPECT_EQ(budget.poll(), StopReason::Time);
}

TEST(Budget, after_an_attempt_that_took_too_long_work_goes_on) {
  Budget budget;
  budget.begin_attempt(0.01);
  while (budget.poll() == StopReason::None) continue;
  EXPECT_EQ(budget.stopped(), StopReason::Time);
  EXPECT_TRUE(budget.end_attempt());
  EXPECT_EQ(budget.poll(), StopReason::None);
  EXPECT_FALSE(budget.end_attempt());
}

TEST(Budget, time_in_which_others_work_counts_for_the_limit_alone) {
  int rests = 0;
  Limits limits{10.0, std::nullopt, nullptr};
  limits.rest = [&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    return ++rests > 0;
  };
  Budget budget(limits);
  budget.begin_attempt(0.1);
  EXPECT_EQ(budget.poll(), StopReason::None);
  EXPECT_EQ(rests, 1);
  EXPECT_LT(budget.seconds(), 0.1);
  limits.seconds = 0.1;
  Budget short_one(limits);
  EXPECT_EQ(short_one.poll(), StopReason::Time);
}

TEST(Budget, tells_each_phase_as_it_begins) {
  std::vector<std::string> told;
  Budget budget({}, {}, [&](std::string_view phase) { told.emplace_back(phase); });
  budget.enter("reading");
  budget.enter("exploring", "points");
  EXPECT_EQ(told, (std::vector<std::string>{"reading", "exploring"}));
}

TEST(Budget, remembers_the_phase_and_how_far_it_was) {
  Budget budget;
  budget.enter("exploring", "points");
  EXPECT_EQ(budget.poll(17), StopReason::None);
  EXPECT_EQ(budget.phase(), "exploring");
  EXPECT_EQ(budget.count(), 17U);
}

TEST(Statistics, keeps_order_and_replaces) {
  Statistics statistics;
  statistics.set("a.b", std::uint64_t{1});
  statistics.set("c", 2.5);
  statistics.set("a.b", std::uint64_t{3});
  ASSERT_EQ(statistics.entries().size(), 2U);
  EXPECT_EQ(statistics.entries()[0].first, "a.b");
  EXPECT_EQ(std::get<std::uint64_t>(statistics.entries()[0].second), 3U);
}

}  // namespace
}  // namespace hardbop
