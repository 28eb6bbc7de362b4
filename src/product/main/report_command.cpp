// SPDX-License-Identifier: MIT
// hardbop report: the page of saved answers.
#include <fmt/format.h>
#include <memory>
#include <string>
#include <vector>

#include "product/main/commands.hpp"
#include "product/main/files.hpp"
#include "product/main/help.hpp"
#include "product/main/options.hpp"
#include "product/main/report_page.hpp"
#include <hardbop/page.hpp>

namespace hardbop::cli {

namespace {

constexpr const char* report_examples =
    R"(An answer is what 'hardbop check --json' prints, with --trace if runs are to be
shown. A file can also have one answer on each line. The page of several answers
begins with a table of programs and properties. Sources are read again; the page
says if one has changed since it was checked.

Examples:
  hardbop check --json --trace lock.bp > lock.json
  hardbop report lock.json -o lock.html           the page of one answer
  hardbop report *.json -o all.html               a table, with links to the others)";

struct ReportCommand {
  std::vector<std::string> paths;
  std::string output;

  [[nodiscard]] int run() const {
    for (const std::string& path : paths)
      if (would_overwrite(output, path)) return bad_input;
    if (!can_write(output)) return bad_input;
    ReportInput input;
    for (const std::string& path : paths)
      if (!add(path, input)) return bad_input;
    const std::string page = make_report(input);
    if (page.empty()) {
      fmt::print(stderr, "{}: error: not an answer of hardbop check --json\n", paths.front());
      return bad_input;
    }
    return write_file(output, page) ? success : bad_input;
  }

  [[nodiscard]] static bool add(const std::string& path, ReportInput& input) {
    const std::optional<std::string> text = read_input(path);
    if (!text) return false;
    const auto saved = read_saved_answers(*text);
    if (!saved) {
      fmt::print(stderr,
                 "{}: error: not an answer in JSON\n"
                 "  hint: 'hardbop check --json --trace' prints one\n",
                 input_name(path));
      return false;
    }
    for (const SavedAnswer& answer : *saved) {
      input.answers.push_back(answer.json);
      input.names.emplace_back(answer.program, answer.question);
    }
    return true;
  }
};

}  // namespace

Action add_report(CLI::App& app) {
  const auto state = std::make_shared<ReportCommand>();
  CLI::App& command = *app.add_subcommand("report", "Make a page to look at from saved answers");
  command.add_option("ANSWER", state->paths, "Answers in JSON; - for standard input")
      ->required()
      ->check(offering({"*.json", "*.jsonl"}));
  command.add_option("-o,--output", state->output, "Write the page to FILE")
      ->required()
      ->option_text("FILE")
      ->check(offering({"*.html"}));
  command.footer(report_examples);
  return [state]() -> int { return state->run(); };
}

}  // namespace hardbop::cli
