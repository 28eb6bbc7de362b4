// SPDX-License-Identifier: MIT
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <set>
#include <sstream>

#include "support.hpp"
#include <hardbop/hardbop.hpp>

namespace hardbop {
namespace {

constexpr const char* twice = R"(decl g;
void main() begin
  g := F; flip(); R: skip; assert(g); flip(); assert(g);
end
void flip() begin g := !g; end)";

CrossReport compare(const std::string& text, const CrossOptions& options) {
  const ParseResult parsed = parse(text);
  EXPECT_TRUE(parsed.program.has_value()) << text;
  return cross(*parsed.program, options);
}

/// Every assertion, label and statement, certificates, too.
CrossOptions everything(const std::string& text) {
  CrossOptions options;
  options.text = text;
  options.question.asserts = true;
  options.question.all_labels = true;
  options.question.coverage = true;
  options.question.explicit_search.state_limit = 300'000;
  return options;
}

std::string differences(const CrossReport& report) {
  std::string out;
  for (const Disagreement& one : report.disagreements) out += one.text + "\n";
  return out;
}

TEST(Cross, every_engine_takes_part_with_each_economy_switched_off) {
  const CrossReport report = compare(twice, {});
  ASSERT_EQ(report.properties, (std::vector<std::string>{"assert 3:28", "assert 3:47"}));
  std::vector<std::string> names;
  for (const Contender& contender : report.contenders) {
    names.push_back(contender.name);
    if (contender.remark.empty()) {
      EXPECT_EQ(contender.verdicts, (std::vector{Verdict::Holds, Verdict::Violated}))
          << contender.name;
    }
  }
  for (const EngineDescription& engine : engines())
    EXPECT_NE(std::ranges::find(names, engine.name), names.end()) << engine.name;
  for (const char* const name : {"summary --no-live", "summary --no-modref", "summary --no-slice",
                                 "summary --no-compress", "summary --trace-shortest expanded"})
    EXPECT_NE(std::ranges::find(names, name), names.end()) << name;
  EXPECT_EQ(exit_status(report), 0);
}

TEST(Cross, an_unknown_verdict_disagrees_with_nothing) {
  CrossOptions options;
  options.question.explicit_search.state_limit = 1;
  const CrossReport report = compare(twice, options);
  bool some_unknown = false;
  for (const Contender& contender : report.contenders)
    for (const Verdict verdict : contender.verdicts) some_unknown |= verdict == Verdict::Unknown;
  EXPECT_TRUE(some_unknown);
  EXPECT_EQ(differences(report), "");
}

TEST(Cross, a_certificate_of_another_program_is_a_disagreement) {
  CrossOptions options;
  options.text = "void main() begin L: skip; end";  // not what is asked about
  const CrossReport report = compare(twice, options);
  ASSERT_EQ(report.disagreements.size(), 1U);
  EXPECT_EQ(report.disagreements.front().kind, Disagreement::Kind::Certificate);
  EXPECT_EQ(exit_status(report), 6);
}

TEST(Cross, only_those_named_take_part) {
  CrossOptions options;
  options.only = {"explicit"};
  const CrossReport report = compare(twice, options);
  ASSERT_EQ(report.contenders.size(), 1U);
  EXPECT_EQ(report.contenders.front().name, "explicit");
}

TEST(Cross, errors_in_the_question_are_reported) {
  CrossOptions options;
  options.question.labels = {"nowhere"};
  const CrossReport report = compare(twice, options);
  EXPECT_EQ(report.errors.size(), 1U);
  EXPECT_EQ(exit_status(report), 2);
}

/// How many properties each engine decides, in any of its settings.
std::map<std::string, std::size_t> decided_by(const CrossReport& report) {
  std::set<std::pair<std::string, std::size_t>> pairs;
  for (const Contender& contender : report.contenders)
    for (std::size_t i = 0; i < contender.verdicts.size(); ++i)
      if (contender.verdicts[i] != Verdict::Unknown)
        pairs.emplace(contender.name.substr(0, contender.name.find(' ')), i);
  std::map<std::string, std::size_t> out;
  for (const auto& [engine, property] : pairs) ++out[engine];
  return out;
}

TEST(Cross, with_a_mixture_every_setting_has_its_turn) {
  const CrossReport all = compare(twice, everything(twice));
  std::set<std::string> seen;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    CrossOptions options = everything(twice);
    options.mixture = seed;
    std::size_t by_formulas = 0;
    for (const Contender& one : compare(twice, options).contenders) {
      seen.insert(one.name);
      by_formulas += one.name.starts_with("fixpoint") ? 1 : 0;
    }
    EXPECT_EQ(by_formulas, 1U);
  }
  for (const Contender& one : all.contenders) {
    const bool is_mixed =
        one.name.starts_with("summary --no") || one.name.starts_with("image --group-size");
    EXPECT_TRUE(is_mixed || seen.contains(one.name)) << one.name;
  }
}

TEST(Cross, with_a_mixture_some_certificates_are_checked) {
  std::size_t checked = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    CrossOptions options;
    options.text = "void main() begin L: skip; end";  // not what is asked about
    options.mixture = seed;
    checked += compare(twice, options).disagreements.size();
  }
  EXPECT_EQ(checked, 10U);
}

TEST(Cross, engines_agree_on_random_programs) {
  std::map<std::string, std::size_t> decided;
  std::size_t properties = 0;
  for (std::uint64_t seed = 0; seed < test::repetitions(150); ++seed) {
    const std::string text = generate_random(seed);
    CrossOptions options = everything(text);
    if (seed % 3 != 0) options.mixture = seed;
    const CrossReport report = compare(text, options);
    EXPECT_EQ(differences(report), "") << "seed " << seed;
    EXPECT_TRUE(report.errors.empty());
    properties += report.properties.size();
    for (const auto& [engine, count] : decided_by(report)) decided[engine] += count;
  }
  for (const EngineDescription& engine : engines()) {
    const std::size_t most = std::holds_alternative<ImageOptions>(engine.options)
                                 ? 90
                                 : 95;  // recursion has a bound there
    EXPECT_GE(decided[std::string(engine.name)] * 100, properties * most) << engine.name;
  }
}

TEST(Cross, concurrent_programs_are_compared_as_well) {
  const std::string text = R"(decl x;
void init() begin x := F; end
thread a begin void main() begin x := T; end end
thread b begin void main() begin assume(x); R: skip; end end)";
  CrossOptions options;
  options.text = text;
  options.question.labels = {"R"};
  const CrossReport report = compare(text, options);
  EXPECT_TRUE(report.errors.empty());
  EXPECT_EQ(differences(report), "");
  std::size_t violated = 0;
  for (const Contender& contender : report.contenders)
    for (const Verdict verdict : contender.verdicts) violated += verdict == Verdict::Violated;
  EXPECT_GE(violated, 2U);
}

TEST(Cross, engines_agree_on_programs_on_which_they_once_differed) {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(FOUND)) {
    std::ifstream file(entry.path());
    std::stringstream text;
    text << file.rdbuf();
    EXPECT_EQ(differences(compare(text.str(), everything(text.str()))), "") << entry.path();
    ++count;
  }
  EXPECT_GE(count, 4U);
}

TEST(Random, programs_have_all_constructs_and_both_verdicts_often) {
  std::vector<std::uint64_t> occurrences(construct_names().size());
  std::uint64_t violated = 0;
  std::uint64_t holds = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const ParseResult parsed = parse(generate_random(seed));
    ASSERT_TRUE(parsed.program.has_value()) << "seed " << seed;
    const std::vector<bool> found = constructs(*parsed.program);
    for (std::size_t i = 0; i < found.size(); ++i) occurrences[i] += found[i] ? 1 : 0;
    Question question;
    question.asserts = true;
    question.all_labels = true;
    for (const PropertyResult& result : check(*parsed.program, question).results) {
      violated += result.verdict == Verdict::Violated ? 1 : 0;
      holds += result.verdict == Verdict::Holds ? 1 : 0;
    }
  }
  for (std::size_t i = 0; i < occurrences.size(); ++i)
    EXPECT_GE(occurrences[i], 5U) << construct_names()[i];
  const std::uint64_t all = violated + holds;
  EXPECT_GE(violated * 100, all * 30) << violated << " of " << all;
  EXPECT_GE(holds * 100, all * 30) << holds << " of " << all;
}

TEST(Constructs, are_those_of_the_program) {
  const ParseResult parsed = parse("void main() begin L: goto L; end");
  ASSERT_TRUE(parsed.program.has_value());
  const std::vector<bool> found = constructs(*parsed.program);
  const std::vector<std::string_view> names = construct_names();
  std::vector<std::string_view> there;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (found[i]) there.push_back(names[i]);
  EXPECT_EQ(there, (std::vector<std::string_view>{"goto", "label"}));
}

}  // namespace
}  // namespace hardbop
