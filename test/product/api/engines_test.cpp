// SPDX-License-Identifier: MIT
// Engines and their options, as the public API has them.
#include <gtest/gtest.h>
#include <set>
#include <variant>

#include <hardbop/hardbop.hpp>

namespace hardbop {
namespace {

constexpr const char* flip = R"(decl g;
void main() begin g := F; flip(); R: skip; assert(g); end
void flip() begin g := !g; end)";

constexpr const char* threads = R"(decl x;
void init() begin x := F; end
thread a begin void main() begin x := T; end end
thread b begin void main() begin assume(x); R: skip; end end)";

Answer ask_boolean(const char* text, const Question& question) {
  const ParseResult parsed = parse(text, {.name = "p.bp"});
  EXPECT_TRUE(parsed.program.has_value()) << text;
  return check(*parsed.program, question);
}

Question with_engine(std::string_view name) {
  Question question;
  question.engine = name;
  question.labels = {"R"};
  return question;
}

TEST(Engines, each_row_decides_sequential_programs) {
  for (const EngineDescription& engine : engines()) {
    const Answer answer = ask_boolean(flip, with_engine(engine.name));
    EXPECT_EQ(answer.engine, engine.name);
    ASSERT_EQ(answer.results.size(), 1U);
    EXPECT_EQ(answer.results.front().verdict, Verdict::Violated) << engine.name;
  }
}

TEST(Engines, a_row_says_whether_it_decides_concurrent_programs) {
  for (const EngineDescription& engine : engines()) {
    Question question = with_engine(engine.name);
    question.context_switches = 2;
    const PropertyResult result = ask_boolean(threads, question).results.front();
    EXPECT_EQ(result.verdict == Verdict::Violated, engine.decides_concurrent) << engine.name;
    if (!engine.decides_concurrent) {
      EXPECT_EQ(result.reason,
                "the " + std::string(engine.name) + " engine supports sequential programs only");
    }
  }
}

TEST(Engines, auto_takes_the_first) {
  EXPECT_EQ(ask_boolean(flip, with_engine("auto")).engine, engines().front().name);
}

TEST(Engines, no_two_have_the_same_options) {
  std::set<std::size_t> seen;
  for (const EngineDescription& engine : engines())
    EXPECT_TRUE(seen.insert(engine.options.index()).second) << engine.name;
}

TEST(Engines, an_unknown_one_is_an_error) {
  const Answer answer = ask_boolean(flip, with_engine("magic"));
  ASSERT_EQ(answer.errors.size(), 1U);
  EXPECT_TRUE(
      answer.errors.front().text.starts_with("unknown engine 'magic'; engines are summary, "))
      << answer.errors.front().text;
}

TEST(Algorithms, one_is_the_usual_one_for_each_kind_of_program) {
  std::size_t sequential = 0;
  std::size_t concurrent = 0;
  for (const EngineDescription& engine : engines())
    for (const AlgorithmDescription& algorithm : engine.algorithms)
      if (algorithm.is_usual) ++(algorithm.is_concurrent ? concurrent : sequential);
  EXPECT_EQ(sequential, 1U);
  EXPECT_EQ(concurrent, 1U);
}

TEST(Algorithms, are_asked_about_their_kind_of_program_only) {
  Question question = with_engine("fixpoint");
  question.fixpoint.algorithm = "cs";
  EXPECT_EQ(ask_boolean(flip, question).results.front().reason,
            "algorithm cs is for concurrent programs");
  question.fixpoint.algorithm = "ef";
  EXPECT_EQ(ask_boolean(threads, question).results.front().reason,
            "algorithm ef is for sequential programs");
}

TEST(Algorithms, may_be_a_text_of_the_caller) {
  Question question = with_engine("fixpoint");
  question.fixpoint.algorithm = "mine";
  ASSERT_EQ(ask_boolean(flip, question).errors.size(), 1U);
  EXPECT_EQ(ask_boolean(flip, question).errors.front().text, "unknown algorithm");
  question.fixpoint.algorithm_text =
      "input type Module, Counter;\nrelation Reached(m: Module, p: Counter) := false;";
  EXPECT_EQ(ask_boolean(flip, question).results.front().verdict, Verdict::Holds);
  question.fixpoint.algorithm_text = "";
  ASSERT_EQ(ask_boolean(flip, question).errors.size(), 1U);
  EXPECT_EQ(ask_boolean(flip, question).errors.front().at.file, "mine");
}

TEST(Options, are_each_named_once) {
  Question question;
  std::set<std::string_view> names;
  std::set<std::string_view> flags;
  for_each_option(question, [&](const OptionDescription& option, const auto& /*value*/) {
    EXPECT_TRUE(names.insert(option.name).second) << option.name;
    EXPECT_TRUE(flags.insert(option.flag).second) << option.flag;
    EXPECT_FALSE(option.help.empty()) << option.flag;
  });
  EXPECT_TRUE(names.contains("ImageOptions::jobs"));
}

TEST(Options, are_named_by_messages_as_by_the_headers) {
  Question question = with_engine("image");
  question.image.jobs = 2;
  EXPECT_EQ(ask_boolean(flip, question).errors.front().text,
            "ImageOptions::jobs needs ImageOptions::managers per-group");
  question = with_engine("auto");
  question.ltl = {"G"};
  EXPECT_EQ(ask_boolean(flip, question).errors.front().at.file, "Question::ltl");
}

TEST(Options, choices_have_names) {
  EXPECT_EQ(name_of(ImageManagers::PerGroup), "per-group");
  EXPECT_EQ(find_choice<ShortestTrace>("expanded"), ShortestTrace::Expanded);
  EXPECT_EQ(find_choice<ImageMethod>("both"), std::nullopt);
}

TEST(Texts, of_properties_and_monitors_come_from_the_caller) {
  Question question;
  question.properties = {{"p.props", "up: ltl F g\n"}};
  question.monitors = {{"m.mon", "initial s\nerror e\ns: when @main.R go e\n"}};
  const Answer answer = ask_boolean(flip, question);
  ASSERT_EQ(answer.results.size(), 2U);
  EXPECT_EQ(answer.results[0].at.file, "p.props");
  EXPECT_EQ(answer.results[1].verdict, Verdict::Violated);
}

}  // namespace
}  // namespace hardbop
