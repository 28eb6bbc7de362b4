// SPDX-License-Identifier: MIT
// hardbop shrink: shrink a program as long as a command succeeds on it.
#include <fmt/format.h>
#include <memory>

#include "product/main/commands.hpp"
#include "product/main/files.hpp"
#include "product/main/help.hpp"
#include "product/main/options.hpp"
#include "product/main/terminal.hpp"
#include <hardbop/shrink.hpp>

namespace hardbop::cli {

namespace {

constexpr const char* footer =
    R"(COMMAND is run by the shell for each candidate, which is kept where it ends with
status 0. The path of a file with the candidate takes the place of each {} in it, or
is put at its end. Candidates are free of errors; what COMMAND prints is not shown.
Ctrl-C, or the end of the time, leaves the smallest program found so far.

Exit status: 0 done, 5 stopped before it was smallest, 1 usage, 2 bad input, among it
a program of which COMMAND does not succeed.

Examples:
  hardbop shrink big.bp --keep 'hardbop check -w {} | grep -q violated' -o small.bp
  hardbop shrink big.bp --keep './still_crashes.sh')";

struct ShrinkCommand {
  InputOptions input;
  std::string command;
  double command_timeout = 10;
  ShrinkOptions options;
  std::string output;

  [[nodiscard]] int run() {
    if (!output.empty() && !can_write(output)) return bad_input;
    const Interruption interruption;
    ReadLimits limits{options.timeout, {}, interruption.flag()};
    std::optional<std::string> text = read_input(input.path, limits);
    if (limits.stopped) return unknown;
    if (!text || !parse_text(*text, input.path, input.dialect(), !input.no_warnings))
      return bad_input;
    // From here on it is read in the standard dialect, of which the canonical form is a part.
    if (input.dialect() != OperatorDialect::Standard)
      text = format(*std::move(text), {.name = "", .dialect = input.dialect()}).text;
    const ShrinkPredicate keep = kept_by_command(command, command_timeout, interruption.flag());
    if (!keep(*text)) {
      fmt::print(stderr, "{}: error: the command does not succeed on the program itself\n",
                 input_name(input.path));
      return bad_input;
    }
    const ShrinkResult result = make_small(*std::move(text), keep, interruption);
    const bool written =
        output.empty() ? write_output(result.text) : write_file(output, result.text);
    if (!written) return bad_input;
    fmt::print(stderr, "{} of {} candidates kept{}\n", result.kept, result.tried,
               result.is_minimal ? "" : "; stopped before it was smallest");
    return result.is_minimal ? success : unknown;
  }

  [[nodiscard]] ShrinkResult make_small(std::string text, const ShrinkPredicate& keep,
                                        const Interruption& interruption) {
    ProgressLine progress;
    options.cancel = interruption.flag();
    options.on_progress = [&](const ProgressReport& report) { progress.show(report); };
    return shrink(std::move(text), keep, options);
  }
};

}  // namespace

Action add_shrink(CLI::App& app) {
  const auto state = std::make_shared<ShrinkCommand>();
  CLI::App& command =
      *app.add_subcommand("shrink", "Make a program small while a command succeeds on it");
  state->input.add_to(command);
  command.add_option("--keep", state->command, "The command; see below")
      ->option_text("COMMAND")
      ->required();
  command
      .add_option("--command-timeout", state->command_timeout,
                  "Kill the command after so many seconds; the candidate is not kept")
      ->option_text("SECONDS [10]")
      ->check(number());
  command.add_option("--timeout", state->options.timeout, "Stop after so many seconds")
      ->option_text("SECONDS")
      ->check(number());
  command.add_option("-o,--output", state->output, "Write to this file instead of standard output")
      ->option_text("FILE");
  command.footer(footer);
  return [state] { return state->run(); };
}

}  // namespace hardbop::cli
