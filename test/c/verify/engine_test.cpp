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
  Answered answer(const std::vector<EngineRow>& engines, const Allowance& allowance = {},
                  std::size_t at_once = 2) {
    return race(engines, {sources_, {}, program_, property_}, allowance, at_once,
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
  EXPECT_EQ(asked("races", "auto"), asked("assertions", "auto"));
  EXPECT_EQ(asked("memory", "auto"), asked("assertions", "auto"));
  EXPECT_EQ(asked("arithmetic", "auto"), asked("assertions", "auto"));
  EXPECT_EQ(asked("assertions", "auto", given), (Names{"image", "bmc", "image"}));
  EXPECT_EQ(asked("assertions", "slam", given), Names{"slam"});
  EXPECT_EQ(asked("termination", "image"), Names{"image"});
  const Property rule =
      rule_property(read_rules({{"r", "r.slic", "f.entry { abort \"\"; }"}}).rules.at(0));
  EXPECT_EQ(names(engines_for(rule, {}, engines())), (Names{"image", "bmc", "image"}));
}

TEST(Race, who_waits_is_not_asked_where_others_know) {
  Asked asked;
  EngineRow patient = finds("patient", Outcome::Violated);
  patient.turn = [](const Task&) { return Turn{1, std::chrono::hours(1)}; };
  EXPECT_EQ(asked.answer({patient, finds("eager", Outcome::Holds)}).engine, "eager");
}

TEST(Race, who_waits_comes_in_once_nobody_else_is_at_work) {
  Asked asked;
  EngineRow patient = finds("patient", Outcome::Violated);
  patient.turn = [](const Task&) { return Turn{1, std::chrono::hours(1)}; };
  EXPECT_EQ(asked.answer({patient, finds("clueless", Outcome::Unknown)}).engine, "patient");
}

TEST(Race, the_first_that_knows_ends_the_others) {
  Asked asked;
  const Answered answered = asked.answer({waits("slow"), finds("fast", Outcome::Holds)});
  EXPECT_EQ(answered.engine, "fast");
  EXPECT_EQ(answered.finding.outcome, Outcome::Holds);
  EXPECT_EQ(asked.told, std::vector<std::string>{"fast"});
}

TEST(Race, one_at_a_time_the_one_that_knows_gets_its_turn) {
  Asked asked;
  const auto answered = asked.answer({waits("slow"), finds("fast", Outcome::Holds)}, {}, 1);
  EXPECT_EQ(answered.engine, "fast");
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

/// Of Unknown, at lines of the first file.
EngineRow is_blocked(std::string_view name, const std::vector<std::uint32_t>& lines,
                     bool knows_all = false) {
  return engine(name, [=](const Task&, Budget&) {
    Finding out;
    for (const std::uint32_t line : lines)
      out.blocking.push_back({{0, line, 1}, "inline assembly"});
    out.blocking.push_back({{0, 9, 1}, name == "a" ? "call of a" : "call of b", false});
    out.is_all_blocking = knows_all;
    return out;
  });
}

std::vector<std::uint32_t> lines_of(const Answered& answered) {
  std::vector<std::uint32_t> out;
  for (const Blocking& one : answered.finding.blocking) out.push_back(one.at.line);
  return out;
}

TEST(Race, what_blocks_the_engines_is_one_list_in_the_order_of_the_text) {
  using Lines = std::vector<std::uint32_t>;
  Asked asked;
  const Answered both = asked.answer({is_blocked("a", {5, 3}), is_blocked("b", {4, 3})});
  EXPECT_EQ(lines_of(both), (Lines{3, 4, 5, 9, 9}));
  EXPECT_EQ(both.finding.reason, "unsupported constructs (5)");
  const Answered exact = asked.answer({is_blocked("a", {5, 3}), is_blocked("b", {4}, true)});
  EXPECT_EQ(lines_of(exact), (Lines{3, 4, 5, 9})) << "b knows better what is not reached";
  EXPECT_EQ(exact.finding.blocking.back().text, "call of b");
}

TEST(Race, what_blocks_stands_beside_other_reasons) {
  Asked asked;
  const auto blocked = engine("a", [](const Task&, Budget&) {
    Finding out;
    out.blocking.push_back({{0, 3, 1}, "inline assembly"});
    return out;
  });
  const EngineRow stuck = finds("b", Outcome::Unknown, "stuck");
  EXPECT_EQ(asked.answer({blocked, stuck}).finding.reason,
            "unsupported: inline assembly at :3:1; b: stuck");
  EXPECT_EQ(asked.answer({stuck, blocked}).finding.reason,
            "stuck; unsupported: inline assembly at :3:1");
  EXPECT_EQ(asked.answer({blocked}).finding.reason, "unsupported: inline assembly at :3:1");
  Allowance allowance;
  allowance.limits.seconds = 0.2;
  EXPECT_EQ(asked.answer({waits("slow"), blocked}, allowance).finding.blocking.size(), 1U);
  EXPECT_EQ(asked.told, std::vector<std::string>{"a"}) << "while the other does not stop";
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
