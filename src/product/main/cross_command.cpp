// SPDX-License-Identifier: MIT
// hardbop cross: ask all engines and other tools, and compare.
#include <fmt/format.h>
#include <memory>

#include "product/main/commands.hpp"
#include "product/main/files.hpp"
#include "product/main/flags.hpp"
#include "product/main/help.hpp"
#include "product/main/options.hpp"
#include "product/main/supervisor.hpp"
#include "product/main/terminal.hpp"
#include <hardbop/cross.hpp>

namespace hardbop::cli {

namespace {

constexpr const char* cross_examples =
    R"(Without --label and --all-labels, every assertion and the labels ERROR and
SLIC_ERROR are checked. Verdicts, the lengths of shortest traces, unreachable
statements and certificates are compared; unknown agrees with every verdict.

Exit status: 0 all agree, 6 some do not, 5 interrupted, 1 usage, 2 bad input.

Examples:
  hardbop cross lock.bp
  hardbop cross --all-labels --against z3 --json lock.bp)";

struct CrossCommand {
  InputOptions input;
  CrossOptions options;
  bool json = false;

  [[nodiscard]] int run() {
    return supervise(
        {.megabytes = options.question.memory},
        [this](Supervised& supervised) { return ask(supervised); },
        [this](const CutOff& cut) { return say_plainly(input_name(input.path), cut); });
  }

  [[nodiscard]] int ask(Supervised& supervised) {
    supervised.connect(options.question);
    options.question.on_answer = nullptr;  // of each contender
    supervised.enter("reading");
    ReadLimits limits{options.question.timeout, options.question.memory, options.question.cancel};
    std::optional<std::string> text = read_program_text(input.path, limits);
    if (!text) return limits.stopped ? unknown : bad_input;
    options.text = *text;
    const std::optional<Program> program =
        parse_text(*std::move(text), input.path, input.dialect(), !input.no_warnings);
    if (!program) return bad_input;
    options.question.coverage = true;
    CrossReport report = compare(*program);
    put_in_flags(report);
    supervised.begin_output();
    for (const Message& error : report.errors) fmt::print(stderr, "{}", in_flags(error));
    if (!report.errors.empty()) return bad_input;
    return write_output(json ? to_json(report) : to_text(report)) ? exit_status(report) : bad_input;
  }

  [[nodiscard]] CrossReport compare(const Program& program) {
    ProgressLine progress;
    options.question.on_progress = [&](const ProgressReport& report) { progress.show(report); };
    return cross(program, options);
  }
};

}  // namespace

void add_against(CLI::App& command, std::vector<std::string>& tools, const std::string& text) {
  std::vector<std::string> names;
  for (const std::string_view name : outside_tools()) names.emplace_back(name);
  command.add_option("--against", tools, text)
      ->option_text("TOOLS")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(one_of(names));
}

Action add_cross(CLI::App& app) {
  const auto state = std::make_shared<CrossCommand>();
  CLI::App& command =
      *app.add_subcommand("cross", "Compare the answers of all engines and of other tools");
  state->input.add_to(command);
  Question& question = state->options.question;
  question.timeout = 60;
  question.memory = std::nullopt;
  for (const std::string_view tool : outside_tools()) state->options.outside.emplace_back(tool);
  add_against(command, state->options.outside,
              "Ask only these other tools: z3, spin, abc; by default, those that are installed");
  command.add_option("--label", question.labels, "Check label L, or P.L (repeatable)")
      ->option_text("L")
      ->allow_extra_args(false);
  command.add_flag("--all-labels", question.all_labels, "Check every label of the program");
  command.add_flag("--asserts", question.asserts,
                   "Also check assertions, ERROR and SLIC_ERROR if labels are given");
  command.add_option("--entry", question.entries, "Start in procedure P instead of main")
      ->option_text("P")
      ->allow_extra_args(false);
  command.add_option("--timeout", question.timeout, "Give each engine or tool at most SECONDS")
      ->option_text("SECONDS [60]")
      ->check(number());
  command
      .add_option("--memory", question.memory, "Stop an engine that uses more than MB megabytes")
      ->option_text("MB")
      ->check(whole_number());
  command.add_flag("--json", state->json, "Print the report as one JSON object");
  command.footer(cross_examples);
  return [state] { return state->run(); };
}

}  // namespace hardbop::cli
