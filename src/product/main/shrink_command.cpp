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

constexpr const char* shrink_examples =
    R"(The shell runs COMMAND for each candidate, which is kept if COMMAND exits with
0. Each {} in COMMAND is replaced by the path of a file with the candidate;
without {}, the path is appended. Candidates have no errors, unless FILE is a C
program, of which statements and operands are left out. The output of COMMAND is
not shown. After Ctrl-C or the timeout, the result is the smallest
program found so far.

Exit status: 0 done, 5 stopped before the program was minimal, 1 usage, 2 bad
input, or COMMAND fails on the program itself.

Examples:
  hardbop shrink big.bp --keep 'hardbop check -w {} | grep -q violated' -o small.bp
  hardbop shrink big.bp --keep './still_crashes.sh'
  hardbop shrink big.c --keep 'hardbop check -w {} | grep -q violated')";

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
    if (!text) return bad_input;
    const bool is_c = COptionsOnCommandLine::is_c(input.path);
    if (!is_c && !parse_text(*text, input.path, input.dialect(), !input.no_warnings))
      return bad_input;
    // From here on it is read in the standard dialect, of which the canonical form is a part.
    if (!is_c && input.dialect() != OperatorDialect::Standard)
      text = format(*std::move(text), {.name = "", .dialect = input.dialect()}).text;
    const ShrinkPredicate keep =
        kept_by_command(command, command_timeout, interruption.flag(), is_c ? ".c" : ".bp");
    if (!keep(*text)) {
      fmt::print(stderr, "{}: error: the command fails on the program itself\n",
                 input_name(input.path));
      return bad_input;
    }
    const ShrinkResult result = make_small(*std::move(text), keep, interruption);
    const bool written =
        output.empty() ? write_output(result.text) : write_file(output, result.text);
    if (!written) return bad_input;
    fmt::print(stderr, "{} of {} candidates kept{}\n", result.kept, result.tried,
               result.is_minimal ? "" : "; stopped before the program was minimal");
    return result.is_minimal ? success : unknown;
  }

  [[nodiscard]] ShrinkResult make_small(std::string text, const ShrinkPredicate& keep,
                                        const Interruption& interruption) {
    ProgressLine progress;
    options.cancel = interruption.flag();
    options.on_progress = [&](const ProgressReport& report) { progress.show(report); };
    return COptionsOnCommandLine::is_c(input.path) ? shrink_c(std::move(text), keep, options)
                                                   : shrink(std::move(text), keep, options);
  }
};

}  // namespace

Action add_shrink(CLI::App& app) {
  const auto state = std::make_shared<ShrinkCommand>();
  CLI::App& command =
      *app.add_subcommand("shrink", "Shrink a program as long as a command succeeds on it");
  state->input.add_to(command);
  command
      .add_option("--keep", state->command, "Keep a candidate if COMMAND exits with 0; see below")
      ->option_text("COMMAND")
      ->required();
  command
      .add_option("--command-timeout", state->command_timeout,
                  "Kill COMMAND after SECONDS and discard the candidate")
      ->option_text("SECONDS [10]")
      ->check(number());
  command.add_option("--timeout", state->options.timeout, "Stop after SECONDS")
      ->option_text("SECONDS")
      ->check(number());
  command.add_option("-o,--output", state->output, "Write to FILE")->option_text("FILE");
  command.footer(shrink_examples);
  return [state] { return state->run(); };
}

}  // namespace hardbop::cli
