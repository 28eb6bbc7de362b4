// SPDX-License-Identifier: MIT
// An engine of one's own, asked through the public API.
#include <gtest/gtest.h>

#include "c/programs.hpp"
#include "c/verify/engine.hpp"
#include <hardbop/c_check.hpp>

namespace hardbop {

namespace {

/// Knows that a program ends if it does not branch.
verify::Finding decide_termination(const verify::Task& task, Budget&) {
  for (const c::Statement& statement : task.program.statements)
    if (statement.kind == c::Statement::Kind::Branch) return verify::unknown("it branches");
  return {verify::Outcome::Holds};
}

std::shared_ptr<const verify::EngineRow> straight() {
  verify::EngineRow row;
  row.name = "straight";
  row.description = "programs that do not branch end";
  row.decides = [](const verify::Property& property) { return property.is<verify::Termination>(); };
  row.decide = decide_termination;
  return std::make_shared<const verify::EngineRow>(row);
}

Answer ask(const std::string& engine, const std::string& property, const std::string& text) {
  CQuestion c_question;
  c_question.properties = {property};
  c_question.further_engines = {straight()};
  Question question;
  question.engine = engine;
  return check_c({{"input.c", text}}, {}, c_question, question).answer;
}

}  // namespace

TEST(FurtherEngine, decides_what_it_is_asked) {
  NEEDS_CLANG();
  const Answer answer = ask("straight", "termination", "int main(void) { return 0; }");
  ASSERT_EQ(answer.results.size(), 1U);
  EXPECT_EQ(answer.results[0].verdict, Verdict::Holds);
  EXPECT_EQ(answer.engine, "straight");
  const std::string loop = "int f(void); int main(void) { while (f()) { } return 0; }";
  EXPECT_EQ(ask("straight", "termination", loop).results.at(0).reason, "it branches");
}

TEST(FurtherEngine, is_not_asked_what_it_does_not_decide) {
  NEEDS_CLANG();
  const std::string text = "void reach_error(void); int main(void) { reach_error(); return 0; }";
  EXPECT_EQ(ask("straight", "assertions", text).results.at(0).reason,
            "straight does not decide this property; use --engine image, --engine slam, --engine "
            "bmc, --engine horn or --engine auto");
  EXPECT_EQ(ask("auto", "assertions", text).results.at(0).verdict, Verdict::Violated);
}

TEST(FurtherEngine, is_named_where_there_is_no_such_engine) {
  NEEDS_CLANG();
  const Answer answer = ask("lock-less", "deadlock", "int main(void) { return 0; }");
  ASSERT_EQ(answer.errors.size(), 1U);
  EXPECT_EQ(answer.errors[0].text,
            "C programs need Question::engine image or slam or bmc or horn or rank or straight");
}

}  // namespace hardbop
