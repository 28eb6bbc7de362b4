// SPDX-License-Identifier: MIT
// An engine of one's own, asked through the public API.
#include <gtest/gtest.h>

#include "c/programs.hpp"
#include "c/verify/engine.hpp"
#include <hardbop/c_check.hpp>

namespace hardbop {

namespace {

/// Knows that a program does not wait for ever if it calls no function by the name of a lock.
verify::Finding decide_deadlock(const verify::Task& task, Budget&) {
  for (const c::Function& function : task.program.functions)
    if (function.name == "lock") return verify::unknown("it calls lock");
  return {verify::Outcome::Holds};
}

std::shared_ptr<const verify::EngineRow> lockless() {
  verify::EngineRow row;
  row.name = "lockless";
  row.description = "programs without locks have no deadlock";
  row.decides = [](const verify::Property& property) { return property.is<verify::Deadlock>(); };
  row.decide = decide_deadlock;
  return std::make_shared<const verify::EngineRow>(row);
}

Answer ask(const std::string& engine, const std::string& property, const std::string& text) {
  CQuestion c_question;
  c_question.properties = {property};
  c_question.further_engines = {lockless()};
  Question question;
  question.engine = engine;
  return check_c({{"input.c", text}}, {}, c_question, question).answer;
}

}  // namespace

TEST(FurtherEngine, decides_what_nobody_else_does) {
  NEEDS_CLANG();
  for (const char* const name : {"auto", "lockless"}) {
    const Answer answer = ask(name, "deadlock", "int main(void) { return 0; }");
    ASSERT_EQ(answer.results.size(), 1U);
    EXPECT_EQ(answer.results[0].verdict, Verdict::Holds);
    EXPECT_EQ(answer.engine, "lockless");
  }
  const Answer unknown =
      ask("auto", "deadlock", "void lock(void) { } int main(void) { lock(); return 0; }");
  EXPECT_EQ(unknown.results.at(0).reason, "it calls lock");
}

TEST(FurtherEngine, is_not_asked_what_it_does_not_decide) {
  NEEDS_CLANG();
  const std::string text = "void reach_error(void); int main(void) { reach_error(); return 0; }";
  EXPECT_EQ(ask("lockless", "assertions", text).results.at(0).reason,
            "lockless does not decide this property; use --engine image, --engine slam, --engine "
            "bmc, --engine horn or --engine auto");
  EXPECT_EQ(ask("auto", "assertions", text).results.at(0).verdict, Verdict::Violated);
  EXPECT_EQ(ask("image", "deadlock", text).results.at(0).reason,
            "image does not decide this property; use --engine lockless or --engine auto");
}

TEST(FurtherEngine, is_named_where_there_is_no_such_engine) {
  NEEDS_CLANG();
  const Answer answer = ask("lock-less", "deadlock", "int main(void) { return 0; }");
  ASSERT_EQ(answer.errors.size(), 1U);
  EXPECT_EQ(answer.errors[0].text,
            "C programs need Question::engine image or slam or bmc or horn or rank or lockless");
}

}  // namespace hardbop
