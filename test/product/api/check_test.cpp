// SPDX-License-Identifier: MIT
// How answers of engines become answers of the library: verdicts, places, traces, messages.
#include <gtest/gtest.h>

#include <hardbop/hardbop.hpp>

namespace hardbop {

namespace {

using Kind = PropertyResult::Kind;

constexpr const char* sample_text = R"(decl g := 0;
void main() begin
  decl x;
  x := *;
  if (x) then
    g := 1;
    R: skip;
  fi
  assert(!g | x);
  if (g & !g) then S: skip; fi
end
)";

Answer check_text(const Question& question, const std::string& text = sample_text) {
  const ParseResult parsed = parse(text, {.name = "a.bp"});
  EXPECT_TRUE(parsed.program);
  return check(*parsed.program, question);
}

/// "label R violated 7:5", one for each result.
std::vector<std::string> results(const Answer& answer) {
  std::vector<std::string> out;
  for (const PropertyResult& result : answer.results)
    out.push_back(result.property + " " + std::string(to_string(result.verdict)) + " " +
                  std::to_string(result.at.line) + ":" + std::to_string(result.at.column));
  return out;
}

TEST(Check, each_property_has_its_verdict_and_place) {
  using Strings = std::vector<std::string>;
  struct Case {
    Question question;
    Strings results;
  };
  std::vector<Case> table(5);
  table[0].results = {"assert 9:3 holds 9:3"};
  table[1].question.labels = {"S", "R"};
  table[1].results = {"label S holds 10:20", "label R violated 7:5"};
  table[2].question.all_labels = true;
  table[2].results = {"label main.R violated 7:5", "label main.S holds 10:20"};
  table[3].question.ltl = {"F terminated"};
  table[3].results = {"ltl F terminated holds 1:1"};
  table[4].question.ctl = {"EF g"};
  table[4].results = {"ctl EF g holds 1:1"};
  for (const char* const engine : {"summary", "explicit"}) {
    for (std::size_t i = 0; i < 3; ++i) {
      table[i].question.engine = engine;
      EXPECT_EQ(results(check_text(table[i].question)), table[i].results) << engine << ' ' << i;
    }
  }
  for (std::size_t i = 3; i < table.size(); ++i)
    EXPECT_EQ(results(check_text(table[i].question)), table[i].results) << i;
}

TEST(Check, a_trace_names_statements_and_values) {
  Question question;
  question.labels = {"R"};
  question.traces = true;
  const Answer answer = check_text(question);
  ASSERT_EQ(answer.results.size(), 1U);
  ASSERT_TRUE(answer.results[0].trace);
  const Trace& trace = *answer.results[0].trace;
  EXPECT_EQ(trace.length, "3");
  ASSERT_EQ(trace.steps.size(), 3U);
  EXPECT_EQ(trace.steps[2].statement, "g := 1;");
  EXPECT_EQ(trace.steps[2].at.line, 6U);
  ASSERT_EQ(trace.end.state.size(), 2U);
  EXPECT_EQ(trace.end.state[0].name, "g");
  EXPECT_EQ(trace.end.at.line, 7U);
}

TEST(Check, wrong_questions_are_messages) {
  std::vector<Question> wrong(4);
  wrong[0].labels = {"T"};
  wrong[1].engine = "none";
  wrong[2].ltl = {"G ("};
  wrong[3].entries = {"f"};
  for (const Question& question : wrong) {
    const Answer answer = check_text(question);
    EXPECT_TRUE(answer.results.empty());
    ASSERT_EQ(answer.errors.size(), 1U);
    EXPECT_NE(answer.errors[0].text, "");
    EXPECT_EQ(exit_status(answer), 2);
  }
}

TEST(Check, limits_are_verdicts) {
  Question question;
  question.labels = {"R"};
  const std::atomic<bool> stop{true};
  question.cancel = &stop;
  const Answer answer = check_text(question);
  ASSERT_EQ(answer.results.size(), 1U);
  EXPECT_EQ(answer.results[0].verdict, Verdict::Unknown);
  EXPECT_NE(answer.results[0].reason, "");
}

TEST(Check, warnings_about_the_program_and_its_hash_are_in_every_answer) {
  Answer first;
  Question question;
  question.on_answer = [&](const Answer& so_far) {
    if (first.inputs.empty()) first = so_far;
  };
  const std::string text = "void main() begin\n  decl a;\n  assert(1);\nend\n";
  const Answer last = check_text(question, text);
  for (const Answer* const answer : {&std::as_const(first), &last}) {
    ASSERT_EQ(answer->warnings.size(), 1U);
    EXPECT_EQ(answer->warnings[0].text, "local 'a' is never used");
    EXPECT_EQ(answer->warnings[0].at.line, 2U);
    ASSERT_EQ(answer->inputs.size(), 1U);
    EXPECT_EQ(answer->inputs[0].path, "a.bp");
    EXPECT_EQ(answer->inputs[0].sha256.size(), 64U);
  }
}

TEST(Check, a_result_says_how_long_its_search_took) {
  Question question;
  question.labels = {"R", "S"};
  question.ltl = {"F terminated"};
  const Answer answer = check_text(question);
  ASSERT_EQ(answer.results.size(), 3U);
  EXPECT_GT(answer.results[0].seconds, 0);
  EXPECT_EQ(answer.results[0].seconds, answer.results[1].seconds);
  EXPECT_GT(answer.results[2].seconds, 0);
}

TEST(Check, errors_of_a_program_are_messages_in_order) {
  const ParseResult parsed = parse("void main() begin\n  a := b;\nend\n", {.name = "a.bp"});
  EXPECT_FALSE(parsed.program);
  ASSERT_EQ(parsed.messages.size(), 2U);
  EXPECT_EQ(parsed.messages[0].at.line, 2U);
  EXPECT_EQ(parsed.messages[0].at.column, 3U);
  EXPECT_EQ(parsed.messages[1].at.column, 8U);
}

}  // namespace

}  // namespace hardbop
