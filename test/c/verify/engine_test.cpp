// SPDX-License-Identifier: MIT
#include "c/verify/engine.hpp"

#include <gtest/gtest.h>
#include <stdexcept>

#include "c/verify/race.hpp"
#include "c/verify/rules.hpp"

namespace hardbop::verify {

namespace {

EngineRow engine(std::string_view name, Engine decide) {
  EngineRow row;
  row.name = name;
  row.decides = [](const Property&) { return true; };
  row.decide = std::move(decide);
  return row;
}

EngineRow finds(std::string_view name, Outcome outcome, const std::string& reason = "") {
  return engine(name, [=](const Task&, Budget&) { return Finding{outcome, reason}; });
}

/// Works until it is told to stop.
EngineRow waits(std::string_view name) {
  return engine(name, [](const Task&, Budget& budget) {
    budget.enter("waiting");
    while (budget.poll() == StopReason::None) continue;
    return unknown(budget.reason());
  });
}

EngineRow fails(std::string_view name) {
  return engine(name, [](const Task&, Budget&) -> Finding { throw std::logic_error("a bug"); });
}

class Asked {
 public:
  Answered answer(const std::vector<EngineRow>& engines, const Allowance& allowance = {}) {
    return race(engines, {sources_, {}, program_, property_}, allowance,
                [&](const Answered& first) { told.emplace_back(first.engine); });
  }
  std::vector<std::string> told{};

 private:
  Sources sources_{std::vector<c::Source>{{"input.c", ""}}};
  c::Program program_;
  Property property_ = find_property("assertions")->property;
};

std::vector<std::string_view> names(const std::vector<EngineRow>& rows) {
  std::vector<std::string_view> out;
  for (const EngineRow& row : rows) out.push_back(row.name);
  return out;
}

using Names = std::vector<std::string_view>;

}  // namespace

TEST(Engines, are_chosen_by_name) {
  EXPECT_EQ(names(choose_engines(engines(), "auto")), names(engines()));
  EXPECT_EQ(names(choose_engines(engines(), "slam")), Names{"slam"});
  EXPECT_EQ(names(choose_engines(engines(), "Slam")), Names{});
}

TEST(Engines, are_asked_what_they_decide) {
  const auto asked = [](const char* property, const char* engine, const ModelBounds& bounds = {}) {
    return names(
        engines_for(find_property(property)->property, bounds, choose_engines(engines(), engine)));
  };
  ModelBounds given;
  given.are_given = true;
  EXPECT_EQ(asked("memory", "auto"), Names{});
  EXPECT_EQ(asked("assertions", "auto", given), Names{"image"});
  EXPECT_EQ(asked("assertions", "slam", given), Names{"slam"});
  EXPECT_EQ(asked("termination", "image"), Names{"image"});
  const Property rule =
      rule_property(read_rules({{"r", "r.slic", "f.entry { abort \"\"; }"}}).rules.at(0));
  EXPECT_EQ(names(engines_for(rule, {}, engines())), Names{"image"});
}

TEST(Race, the_first_that_knows_ends_the_others) {
  Asked asked;
  const Answered answered = asked.answer({waits("slow"), finds("fast", Outcome::Holds)});
  EXPECT_EQ(answered.engine, "fast");
  EXPECT_EQ(answered.finding.outcome, Outcome::Holds);
  EXPECT_EQ(asked.told, std::vector<std::string>{"fast"});
}

TEST(Race, where_nobody_knows_all_say_why) {
  Asked asked;
  const Answered answered =
      asked.answer({finds("a", Outcome::Unknown, "too large"), finds("b", Outcome::Unknown, "dull"),
                    finds("c", Outcome::Unknown, "too large; b: dull")});
  EXPECT_EQ(answered.engine, "a");
  EXPECT_EQ(answered.finding.reason, "too large; b: dull");
  EXPECT_TRUE(asked.told.empty());
}

TEST(Race, a_bug_matters_where_nobody_knows) {
  Asked asked;
  EXPECT_EQ(asked.answer({fails("broken"), finds("sound", Outcome::Violated)}).engine, "sound");
  EXPECT_THROW((void)asked.answer({finds("a", Outcome::Unknown), fails("broken")}),
               std::logic_error);
}

TEST(Race, ends_with_the_time_and_with_a_wish) {
  Allowance allowance;
  allowance.limits.seconds = 0.01;
  Asked asked;
  EXPECT_EQ(asked.answer({waits("a"), waits("b")}, allowance).finding.outcome, Outcome::Unknown);
  const std::atomic<bool> cancelled = true;
  allowance.limits = {};
  allowance.limits.cancel = &cancelled;
  EXPECT_EQ(asked.answer({waits("a"), waits("b")}, allowance).finding.reason,
            "cancelled while waiting");
}

}  // namespace hardbop::verify
