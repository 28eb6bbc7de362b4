// SPDX-License-Identifier: MIT
// What the command line is made of: files, frames between processes, supervision, options.
#include <chrono>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <thread>
#include <unistd.h>

#include "product/main/files.hpp"
#include "product/main/frames.hpp"
#include "product/main/help.hpp"
#include "product/main/offers.hpp"
#include "product/main/supervisor.hpp"

namespace hardbop::cli {

namespace {

namespace fs = std::filesystem;

/// A folder of the test's own.
class Files : public testing::Test {
 protected:
  fs::path folder_ = fs::temp_directory_path() / ("hardbop-main-" + std::to_string(getpid()));

  void SetUp() override { fs::create_directory(folder_); }
  void TearDown() override { fs::remove_all(folder_); }

  [[nodiscard]] std::string path(const std::string& name) const { return folder_ / name; }
  static std::string text_of(const std::string& path) {
    std::ostringstream out;
    out << std::ifstream(path).rdbuf();
    return out.str();
  }
};

TEST_F(Files, what_is_written_is_read) {
  ASSERT_TRUE(write_file(path("a.bp"), "first\n"));
  ASSERT_TRUE(write_file(path("a.bp"), "second\n"));
  EXPECT_EQ(read_input(path("a.bp")), "second\n");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
}

TEST_F(Files, permissions_and_links_are_kept) {
  ASSERT_TRUE(write_file(path("a.bp"), "first\n"));
  fs::permissions(path("a.bp"), fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink("a.bp", path("link.bp"));
  ASSERT_TRUE(write_file(path("link.bp"), "second\n"));
  EXPECT_TRUE(fs::is_symlink(path("link.bp")));
  EXPECT_EQ(text_of(path("a.bp")), "second\n");
  EXPECT_EQ(fs::status(path("a.bp")).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(Files, what_cannot_be_done_is_said) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(read_input(path("none.bp")), std::nullopt);
  EXPECT_FALSE(can_write(path("none/a.bp")));
  EXPECT_FALSE(write_file(path("none/a.bp"), ""));
  EXPECT_NE(testing::internal::GetCapturedStderr(), "");
}

TEST_F(Files, an_input_is_not_overwritten) {
  ASSERT_TRUE(write_file(path("a.bp"), ""));
  fs::create_symlink("a.bp", path("link.bp"));
  testing::internal::CaptureStderr();
  EXPECT_TRUE(would_overwrite(path("link.bp"), path("a.bp")));
  EXPECT_FALSE(would_overwrite(path("b.bp"), path("a.bp")));
  (void)testing::internal::GetCapturedStderr();
}

TEST_F(Files, folders_are_made_with_those_around_them) {
  EXPECT_TRUE(make_folder(path("a/b/c")));
  EXPECT_TRUE(make_folder(path("a/b/c")));
  EXPECT_TRUE(fs::is_directory(path("a/b/c")));
}

TEST(Frames, arrive_as_they_were_sent) {
  PropertyResult result;
  result.property = "label R";
  result.verdict = Verdict::Violated;
  result.at = {"a.bp", 3, 4};
  result.seconds = 0.25;
  result.blocking.resize(1);
  result.blocking[0].text = "inline assembly";
  result.trace.emplace();
  result.trace->steps.resize(2);
  result.trace->steps[1].statement = std::string("zero\0inside", 11);
  Answer sent;
  sent.engine = "explicit";
  sent.assumptions = {"a", ""};
  sent.inputs = {{"a.c", "1f"}, {"b.c", "2e"}};
  sent.warnings.resize(1);
  sent.warnings[0].kind = Message::Kind::Warning;
  sent.warnings[0].at = {"b.c", 2, 8};
  sent.warnings[0].text = "odd";
  sent.warnings[0].excerpt = "  x\n";
  sent.results.resize(2);
  std::string wire = to_text(answer_frame(sent)) + to_text(result_frame(1, result));

  Answer received;
  std::string arrived;
  std::size_t frames = 0;
  for (const char letter : wire) {  // by single bytes
    arrived += letter;
    while (const auto frame = take_frame(arrived)) {
      ++frames;
      EXPECT_TRUE(apply(*frame, received));
    }
  }
  EXPECT_EQ(frames, 2U);
  EXPECT_EQ(arrived, "");
  EXPECT_EQ(received.engine, "explicit");
  EXPECT_EQ(received.assumptions, sent.assumptions);
  ASSERT_EQ(received.inputs.size(), 2U);
  EXPECT_EQ(received.inputs[1].sha256, "2e");
  ASSERT_EQ(received.warnings.size(), 1U);
  EXPECT_EQ(received.warnings[0].to_string(), sent.warnings[0].to_string());
  ASSERT_EQ(received.results.size(), 2U);
  EXPECT_EQ(received.results[1].property, "label R");
  EXPECT_EQ(received.results[1].at.column, 4U);
  EXPECT_EQ(received.results[1].seconds, 0.25);
  ASSERT_EQ(received.results[1].blocking.size(), 1U);
  EXPECT_EQ(received.results[1].blocking[0].text, "inline assembly");
  ASSERT_TRUE(received.results[1].trace);
  EXPECT_EQ(received.results[1].trace->steps[1].statement, result.trace->steps[1].statement);
}

TEST(Frames, pieces_make_no_sense) {
  Answer sent;
  sent.results.resize(1);
  const Frame whole = answer_frame(sent);
  Answer received;
  for (std::size_t size = 0; size < whole.content.size(); ++size)
    EXPECT_FALSE(apply({whole.kind, whole.content.substr(0, size)}, received)) << size;
  EXPECT_TRUE(apply(whole, received));
  EXPECT_FALSE(apply(result_frame(1, {}), received));  // there is none of that number
}

int supervised(const Supervision& limits, const Work& work, std::string& reason) {
  return supervise(limits, work, [&](CutOff&& cut) {
    reason = cut.reason;
    return 5;
  });
}

/// Results become fewer, then more again.
int tell_fewer_and_more(Supervised& supervised) {
  Question question;
  supervised.connect(question);
  Answer answer;
  for (const std::size_t count : {3U, 1U, 3U}) {
    answer.results.resize(count);
    for (PropertyResult& result : answer.results) result.property = "memory";
    question.on_answer(answer);
  }
  for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
}

TEST(Supervisor, knows_all_results_after_there_were_fewer) {
  std::vector<std::string> known;
  const auto say = [&](CutOff&& cut) {
    for (const PropertyResult& result : cut.answer.results) known.push_back(result.property);
    return 5;
  };
  EXPECT_EQ(supervise({.seconds = 0.2}, tell_fewer_and_more, say), 5);
  EXPECT_EQ(known, (std::vector<std::string>(3, "memory")));
}

TEST(Supervisor, gives_the_status_of_the_work) {
  std::string reason;
  const auto work = [](Supervised& supervised) -> int {
    supervised.begin_output();
    supervised.end();
    std::_Exit(10);  // the child is not to go on with these tests
  };
  EXPECT_EQ(supervised({}, work, reason), 10);
  EXPECT_EQ(reason, "");
}

TEST(Supervisor, says_what_was_being_done_when_time_ran_out) {
  std::string reason;
  const auto work = [](Supervised& supervised) -> int {
    supervised.enter("waiting for ever");
    for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
  };
  EXPECT_EQ(supervised({.seconds = 0.2}, work, reason), 5);
  EXPECT_NE(reason.find("while waiting for ever"), std::string::npos) << reason;
}

/// Decides nothing: only what blocks the first of two results becomes known, with a reason or not.
int tell_what_blocks(Supervised& supervised, const std::string& reason) {
  Question question;
  supervised.connect(question);
  Answer answer;
  answer.results.resize(2);
  question.on_answer(answer);
  answer.results[0].reason = reason;
  answer.results[0].blocking.resize(3);
  question.on_answer(answer);
  for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
}

TEST(Supervisor, knows_what_blocks_when_time_runs_out) {
  for (const std::string reason : {"", "unsupported constructs (3)"}) {
    Answer known;
    const auto say = [&](CutOff&& cut) {
      known = std::move(cut.answer);
      return 5;
    };
    const auto work = [&](Supervised& supervised) { return tell_what_blocks(supervised, reason); };
    EXPECT_EQ(supervise({.seconds = 0.2}, work, say), 5);
    ASSERT_EQ(known.results.size(), 2U);
    EXPECT_EQ(known.results[0].blocking.size(), 3U);
    EXPECT_EQ(known.results[0].reason, reason);
  }
}

/// A result is added as it becomes known what blocks another one.
int tell_more_as_something_blocks(Supervised& supervised) {
  Question question;
  supervised.connect(question);
  Answer answer;
  answer.results.resize(1);
  question.on_answer(answer);
  answer.results.resize(2);
  answer.results[0].blocking.resize(1);
  answer.results[1].property = "memory";
  question.on_answer(answer);
  answer.results[0].reason = "unsupported constructs (1)";
  question.on_answer(answer);
  for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
}

TEST(Supervisor, knows_a_result_that_was_added_as_something_blocks) {
  Answer known;
  const auto say = [&](CutOff&& cut) {
    known = std::move(cut.answer);
    return 5;
  };
  EXPECT_EQ(supervise({.seconds = 0.2}, tell_more_as_something_blocks, say), 5);
  ASSERT_EQ(known.results.size(), 2U);
  EXPECT_EQ(known.results[1].property, "memory");
}

/// The same violation, first of one place, then of another.
int tell_places(Supervised& supervised) {
  Question question;
  supervised.connect(question);
  Answer answer;
  answer.results.resize(1);
  answer.results[0].verdict = Verdict::Violated;
  for (const std::uint32_t line : {12U, 32U}) {
    answer.results[0].at = {"stream.c", line, 3};
    question.on_answer(answer);
  }
  for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
}

TEST(Supervisor, knows_the_last_place_of_a_violation) {
  Location known;
  const auto say = [&](CutOff&& cut) {
    known = cut.answer.results.at(0).at;
    return 5;
  };
  EXPECT_EQ(supervise({.seconds = 0.2}, tell_places, say), 5);
  EXPECT_EQ(known, (Location{"stream.c", 32, 3}));
}

TEST(Help, options_are_headed_by_names_and_values) {
  CLI::App app;
  std::string name;
  bool flag = false;
  app.add_option("--engine", name)->option_text("NAME [auto]");
  app.add_flag("--quiet", flag);
  EXPECT_EQ(option_heading(*app.get_option("--engine")), "--engine NAME [auto]");
  EXPECT_EQ(option_heading(*app.get_option("--quiet")), "--quiet");
}

TEST(Help, numbers_are_checked) {
  const std::pair<const char*, bool> table[] = {{"0", true},   {"12", true}, {"1.5", false},
                                                {"-1", false}, {"", false},  {"x", false}};
  for (const auto& [text, is_whole] : table) {
    std::string input = text;
    EXPECT_EQ(whole_number()(input).empty(), is_whole) << text;
  }
  std::string half = "1.5";
  EXPECT_EQ(number()(half), "");
}

TEST(Offers, words_are_accepted_and_offered) {
  CLI::App app;
  std::string value;
  CLI::Option& option = *app.add_option("--form", value)->check(one_of({"stepped", "doubled"}));
  EXPECT_EQ(offer_of(option), (Offer{"stepped", "doubled"}));
  std::string word = "doubled";
  EXPECT_EQ(one_of({"stepped", "doubled"})(word), "");
  word = "halved";
  EXPECT_NE(one_of({"stepped", "doubled"})(word), "");
}

TEST(Offers, files_and_folders_are_offered_where_the_value_is_called_so) {
  CLI::App app;
  std::string value;
  EXPECT_EQ(offer_of(*app.add_option("-o", value)->option_text("FILE")), Offer{"*"});
  EXPECT_EQ(offer_of(*app.add_option("-I", value)->option_text("DIR [.]")), Offer{"*/"});
  EXPECT_EQ(offer_of(*app.add_option("--seed", value)->option_text("N [0]")->check(number())),
            Offer{});
  EXPECT_EQ(offer_of(*app.add_option("--spec", value)->check(offering({"lock", "*.slic"}))),
            (Offer{"lock", "*.slic"}));
}

}  // namespace

}  // namespace hardbop::cli
