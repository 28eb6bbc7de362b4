// SPDX-License-Identifier: MIT
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <numeric>

#include "product/suite/outputs.hpp"
#include "product/suite/patterns.hpp"
#include "product/suite/results.hpp"
#include "product/suite/runner.hpp"
#include "product/suite/slurm.hpp"

namespace hardbop::suite {
namespace {

namespace fs = std::filesystem;

/// A folder that is removed at the end.
class SuiteFolder : public testing::Test {
 protected:
  fs::path here_ =
      fs::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name();

  void SetUp() override {
    fs::remove_all(here_);
    fs::create_directories(here_);
  }
  void TearDown() override { fs::remove_all(here_); }

  void write(const std::string& name, const std::string& text = "") const {
    fs::create_directories((here_ / name).parent_path());
    std::ofstream(here_ / name) << text;
  }
  [[nodiscard]] std::vector<std::string> find(const std::string& pattern) const {
    return find_files(here_.string(), pattern);
  }
};

using Found = std::vector<std::string>;

Row some_row(const std::string& id, const std::string& verdict, const std::string& expected = "") {
  Row row;
  row.id = row.program = id;
  row.verdict = verdict;
  row.expected = expected;
  return row;
}

TEST_F(SuiteFolder, patterns_find_files_at_any_depth) {
  for (const char* const name : {"a.c", "b.h", "x/a.c", "x/y/b.c", ".git/c.c", "x/[1].c"})
    write(name);
  fs::create_directory_symlink(here_, here_ / "x" / "round");
  EXPECT_EQ(find("*.c"), (Found{"a.c"}));
  EXPECT_EQ(find("**/*.c"), (Found{"a.c", "x/[1].c", "x/a.c", "x/y/b.c"}));
  EXPECT_EQ(find("x/**"), (Found{"x/[1].c", "x/a.c", "x/y/b.c"}));
  EXPECT_EQ(find("x/*/b.c"), (Found{"x/y/b.c"}));
  EXPECT_EQ(find("./x/[ab].c"), (Found{"x/a.c"}));
  EXPECT_EQ(find("x/[1].c"), (Found{"x/[1].c"}));
  EXPECT_EQ(find(".git/*.c"), (Found{".git/c.c"}));
  EXPECT_EQ(find("none/*.c"), (Found{}));
}

TEST_F(SuiteFolder, a_torn_end_is_no_row_and_is_removed) {
  const std::string whole = to_line(to_json(some_row("a", "holds"))) + "\n";
  write("results.jsonl", whole + whole.substr(0, 20));
  const std::string path = (here_ / "results.jsonl").string();
  std::size_t rows = 0;
  EXPECT_TRUE(read_results(path, [&](Row&&) { ++rows; }).is_torn);
  EXPECT_EQ(rows, 1U);
  ResultsFile file;
  EXPECT_EQ(file.open(path, [](const Row&) { return true; }), "");
  EXPECT_EQ(fs::file_size(path), whole.size());
  file.append(some_row("b", "violated"));
  EXPECT_EQ(file.commit(), "");
  std::vector<std::string> problems;
  EXPECT_EQ(read_rows(path, false, problems).rows.size(), 2U);
  ResultsFile second;
  EXPECT_NE(second.open(path, [](const Row&) { return true; }), "");  // the first still writes it
}

TEST(Row, what_was_expected_makes_a_verdict_right_or_wrong) {
  EXPECT_EQ(some_row("", "holds", "holds").category(), "right");
  EXPECT_EQ(some_row("", "not-applicable", "holds").category(), "right");
  EXPECT_EQ(some_row("", "holds", "violated").category(), "wrong");
  EXPECT_EQ(some_row("", "violated", "holds").category(), "wrong");
  EXPECT_EQ(some_row("", "unknown", "holds").category(), "unknown");
  EXPECT_EQ(some_row("", "holds", "unknown").category(), "wrong");
  EXPECT_EQ(some_row("", "error", "error").category(), "right");
  EXPECT_EQ(some_row("", "error", "holds").category(), "error");
  EXPECT_EQ(some_row("", "violated").category(), "");
}

TEST(Row, an_answer_must_agree_with_the_exit_status) {
  const auto verdict = [](int status, const std::string& output) {
    Outcome outcome;
    outcome.end = Outcome::End::Exited;
    outcome.status = status;
    outcome.output = output;
    return row_of({}, std::move(outcome)).verdict;
  };
  const std::string holds = R"({"results": [{"verdict": "holds"}]})";
  const std::string violated = R"({"results": [{"verdict": "violated"}, {"verdict": "holds"}]})";
  EXPECT_EQ(verdict(0, holds), "holds");
  EXPECT_EQ(verdict(0, R"({"results": []})"), "not-applicable");
  EXPECT_EQ(verdict(10, violated), "violated");
  EXPECT_EQ(verdict(0, violated), "error");
  EXPECT_EQ(verdict(10, holds), "error");
  EXPECT_EQ(verdict(5, holds), "error");
  EXPECT_EQ(verdict(5, ""), "unknown");
  EXPECT_EQ(verdict(0, ""), "error");
  EXPECT_EQ(verdict(0, R"({"results": 7})"), "error");
  EXPECT_EQ(verdict(2, holds), "error");
}

TEST(RowSet, of_two_rows_the_one_with_an_answer_stays) {
  RowSet rows;
  rows.add(some_row("a", "error"));
  rows.add(some_row("a", "holds"));
  rows.add(some_row("a", "unknown"));
  EXPECT_EQ(rows.rows.at("a").verdict, "holds");
  EXPECT_EQ(rows.doubles, 2U);
  EXPECT_TRUE(rows.contradictions.empty());
  rows.add(some_row("a", "violated"));
  EXPECT_EQ(rows.contradictions, (std::vector<std::string>{"a"}));
}

TEST(Differences, a_violation_is_new_if_its_kind_was_not_in_the_procedure) {
  const auto violated = [](const std::string& procedure, int line) {
    Row row = some_row("a", "violated");
    row.answer = {{"results",
                   {{{"verdict", "violated"},
                     {"kind", "memory"},
                     {"procedure", procedure},
                     {"location", {{"line", line}}}}}}};
    RowSet rows;
    rows.add(std::move(row));
    return rows;
  };
  EXPECT_TRUE(compare(violated("f", 3), violated("f", 8), 2).new_violations.empty());
  EXPECT_EQ(compare(violated("f", 3), violated("g", 3), 2).new_violations.size(), 1U);
  EXPECT_EQ(compare({}, violated("g", 3), 2).new_violations.size(), 1U);
}

TEST(Slurm, parts_are_all_tasks_and_become_smaller) {
  for (const std::size_t tasks : {1U, 7U, 200U, 15'000U, 1'000'000U})
    for (const std::size_t processors : {1U, 4U, 1000U}) {
      const std::vector<std::size_t> sizes = part_sizes(tasks, processors, 1000);
      EXPECT_EQ(std::accumulate(sizes.begin(), sizes.end(), std::size_t{0}), tasks);
      EXPECT_LE(sizes.size(), 1000U);
      EXPECT_TRUE(std::is_sorted(sizes.rbegin(), sizes.rend()));
    }
}

TEST(Command, a_task_is_told_its_limits_and_killed_somewhat_later) {
  Task task;
  task.arguments = {"--label", "R", "a.bp"};
  task.limits.wall = 100;
  task.limits.memory = 1000;
  const Command command = command_of(task, "hardbop", ".");
  const std::vector<std::string> words{"hardbop",  "check", "--json",  "--timeout", "100",
                                       "--memory", "1000",  "--label", "R",         "a.bp"};
  EXPECT_EQ(command.words, words);
  EXPECT_EQ(command.limits.wall, 115);
  EXPECT_EQ(command.limits.memory, 1356U);
}

TEST(Tables, fields_are_quoted) {
  RowSet rows;
  rows.add(some_row("a,\"b\"\n", "holds"));
  EXPECT_NE(to_csv(rows).find("\"a,\"\"b\"\"\n\""), std::string::npos);
  EXPECT_NE(to_junit(rows, "<n>").find("name=\"&lt;n&gt;\""), std::string::npos);
}

}  // namespace
}  // namespace hardbop::suite
