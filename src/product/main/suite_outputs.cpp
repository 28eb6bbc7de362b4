// SPDX-License-Identifier: MIT
#include "product/main/suite_outputs.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <set>
#include <utility>

#include "product/main/commands.hpp"
#include "product/main/files.hpp"
#include "product/main/help.hpp"
#include "product/main/report_page.hpp"
#include <hardbop/page.hpp>

namespace hardbop::cli {

namespace {

/// More programs have no drawings in a page: it would take long to make, and to load.
constexpr std::size_t most_drawn_programs = 20;

std::string report_of(const suite::RowSet& rows, const std::string& root) {
  ReportInput input;
  input.root = root;
  std::set<std::string> programs;
  for (const auto& [id, row] : rows.rows) {
    programs.insert(row.program);
    const auto saved = read_saved_answers(suite::to_line(suite::to_json(row)));
    if (!saved) continue;
    for (const SavedAnswer& answer : *saved) {
      input.answers.push_back(answer.json);
      input.names.emplace_back(answer.program, answer.question);
    }
  }
  input.has_graphs = programs.size() <= most_drawn_programs;
  return make_report(input);
}

}  // namespace

void SuiteOutputs::add_to(CLI::App& command, const std::string& usual) {
  std::vector<std::string> words = suite::failure_words();
  words.emplace_back("none");
  command
      .add_option("--fail-on", fail_on,
                  "End with status 10 if a task is one of these: violated (unless expected), "
                  "unknown, wrong, error, new (a violation that the baseline does not have)")
      ->option_text(fmt::format("WORDS [{}]", usual))
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(one_of(std::move(words)));
  command.add_option("--baseline", baseline, "Compare with the results in DIR")->option_text("DIR");
  command
      .add_option("--slower", slower,
                  "With --baseline: name tasks that take more than F times as long")
      ->option_text("F [2]")
      ->check(number());
  command.add_flag("--all", all, "Print every task with its verdict and time");
  const auto add = [&](const char* option, std::string& path, const char* text) {
    command.add_option(option, path, text)->option_text("FILE")->check(named_file());
  };
  add("--sarif", sarif, "Write all that was found to FILE, as one SARIF 2.1.0 log");
  add("--junit", junit, "Write the tasks to FILE as JUnit's tests");
  add("--csv", csv, "Write the tasks to FILE as a table of comma-separated values");
  add("--markdown", markdown, "Write counts and what wants attention to FILE in Markdown");
  add("--report", report,
      "Write a page to FILE: a table of programs and properties with filters, a cactus plot, "
      "sources and runs");
  add("--benchexec", benchexec, "Write the tasks to FILE as XML that BenchExec's tools read");
}

int SuiteOutputs::check(const std::function<std::vector<std::string>()>& inputs) const {
  const bool wants_new = std::ranges::find(fail_on, "new") != fail_on.end();
  if (wants_new && baseline.empty())
    return complain("hardbop suite", "--fail-on new has no effect without --baseline");
  const std::vector<std::string> all_paths{sarif, junit, csv, markdown, benchexec, report};
  const bool has_some =
      std::ranges::any_of(all_paths, [](const auto& path) { return !path.empty(); });
  if (has_some) {
    std::vector<std::string> kept = inputs();
    std::ranges::move(suite::result_files(baseline), std::back_inserter(kept));
    if (!can_write_outputs(all_paths, kept)) return bad_input;
  }
  if (baseline.empty()) return success;
  std::vector<std::string> problems;
  static_cast<void>(suite::read_rows(baseline, false, problems));
  for (const std::string& problem : problems) fmt::print(stderr, "{}\n", problem);
  return problems.empty() ? success : bad_input;
}

bool SuiteOutputs::write_files(const suite::RowSet& rows, const suite::Differences* differences,
                               const std::string& name, const std::string& root) const {
  const auto put = [](const std::string& path, const auto& text) {
    return path.empty() || write_file(path, text());
  };
  bool is_written = put(sarif, [&] { return suite::to_sarif(rows, root); });
  is_written = put(junit, [&] { return suite::to_junit(rows, name); }) && is_written;
  is_written = put(csv, [&] { return suite::to_csv(rows); }) && is_written;
  is_written = put(markdown, [&] { return suite::to_markdown(rows, differences); }) && is_written;
  is_written = put(report, [&] { return report_of(rows, root); }) && is_written;
  return put(benchexec, [&] { return suite::to_benchexec(rows, name); }) && is_written;
}

int SuiteOutputs::write(const std::string& folder, const std::string& name,
                        const std::string& root) const {
  std::vector<std::string> problems;
  const bool needs_answers = !sarif.empty() || !report.empty() || !baseline.empty();
  const suite::RowSet rows = suite::read_rows(folder, needs_answers, problems);
  suite::Differences differences;
  const bool has_baseline = !baseline.empty();
  if (has_baseline)
    differences = suite::compare(suite::read_rows(baseline, true, problems), rows, slower);
  for (const std::string& problem : problems) fmt::print(stderr, "{}\n", problem);
  if (rows.rows.empty() && !problems.empty()) return bad_input;
  const suite::Differences* const shown = has_baseline ? &differences : nullptr;
  const std::string text =
      (all ? suite::rows_text(rows) + "\n" : std::string()) + suite::summary_text(rows, shown);
  if (!write_output(text) || !write_files(rows, shown, name, root)) return bad_input;
  const std::set<std::string> words(fail_on.begin(), fail_on.end());
  if (!rows.contradictions.empty()) return internal_error;
  return suite::failures(rows, differences, words).empty() ? success : 10;
}

}  // namespace hardbop::cli
