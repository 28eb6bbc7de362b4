// SPDX-License-Identifier: MIT
#include "c/verify/turns.hpp"

#include <atomic>
#include <gtest/gtest.h>
#include <thread>

namespace hardbop::verify {
namespace {

using std::chrono::milliseconds;
using Numbers = std::vector<std::size_t>;

/// Works until it is told to stop; counts how often it rested.
class Busy {
 public:
  Busy(Turns& turns, std::size_t number)
      : thread_([this, &turns, number] {
          turns.begin(number);
          while (!stop_) {
            if (turns.rest(number)) ++rests_;
            ++rounds_;
          }
          turns.end(number);
        }) {}

  [[nodiscard]] std::uint64_t rounds() const { return rounds_; }
  [[nodiscard]] std::uint64_t rests() const { return rests_; }
  void stop() { stop_ = true; }

 private:
  std::atomic<bool> stop_ = false;
  std::atomic<std::uint64_t> rounds_ = 0;
  std::atomic<std::uint64_t> rests_ = 0;
  std::jthread thread_;
};

/// Changes turns until something happens.
template <typename Happens>
Numbers change_until(Turns& turns, const Happens& happens) {
  Numbers started;
  while (!happens(started)) {
    for (const std::size_t i : turns.change()) started.push_back(i);
    std::this_thread::sleep_for(milliseconds(5));
  }
  return started;
}

TEST(Turns, the_cheapest_start_first) {
  Turns turns({{2, {}}, {0, {}}, {1, {}}}, 2);
  EXPECT_EQ(turns.change(), (Numbers{1, 2}));
  EXPECT_EQ(turns.change(), Numbers{});
  turns.end(1);
  EXPECT_EQ(turns.change(), Numbers{0});
}

TEST(Turns, who_gives_a_head_start_waits_for_work_or_its_end) {
  Turns turns({{0, {}}, {1, milliseconds(100'000)}}, 2);
  EXPECT_EQ(turns.change(), Numbers{0});
  EXPECT_EQ(turns.change(), Numbers{});
  turns.end(0);
  EXPECT_EQ(turns.change(), Numbers{1});
}

TEST(Turns, one_at_a_time_all_get_on) {
  Turns turns({{0, {}}, {1, {}}}, 1);
  ASSERT_EQ(turns.change(), Numbers{0});
  Busy first(turns, 0);
  EXPECT_EQ(change_until(turns, [](const Numbers& started) { return !started.empty(); }),
            Numbers{1});
  Busy second(turns, 1);
  change_until(turns, [&](const Numbers&) { return first.rests() > 0 && second.rests() > 0; });
  EXPECT_GT(first.rounds(), 0U);
  EXPECT_GT(second.rounds(), 0U);
  first.stop();
  second.stop();
  turns.dismiss();
}

TEST(Turns, nobody_rests_who_is_dismissed) {
  Turns turns({{0, {}}, {1, {}}}, 1);
  ASSERT_EQ(turns.change(), Numbers{0});
  Busy first(turns, 0);
  change_until(turns, [](const Numbers& started) { return !started.empty(); });
  first.stop();
  turns.dismiss();  // else its thread never ends
}

}  // namespace
}  // namespace hardbop::verify
