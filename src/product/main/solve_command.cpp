// SPDX-License-Identifier: MIT
// hardbop solve: evaluate a fixed-point system.
#include <fmt/format.h>
#include <memory>

#include "product/main/commands.hpp"
#include "product/main/documentation.hpp"
#include "product/main/files.hpp"
#include "product/main/help.hpp"
#include "product/main/offers.hpp"
#include "product/main/supervisor.hpp"
#include "product/main/terminal.hpp"
#include <hardbop/solve.hpp>

namespace hardbop::cli {

namespace {

std::string solve_examples() {
  return fmt::format(
      R"(Exit status: 0 all queries are answered, 5 some are not, 1 usage, 2 bad input
(or a relation that does not converge), 6 internal error.

Examples:
  hardbop solve {}
  hardbop solve --stats {}    also rounds and BDD sizes)",
      example("wolf-goat-cabbage.fx"), example("token-ring.fx"));
}

struct SolveCommand {
  std::string path;
  SolveOptions options;
  bool json = false;
  bool statistics = false;

  [[nodiscard]] int run() {
    return supervise(
        {.seconds = options.timeout, .megabytes = options.memory},
        [this](Supervised& supervised) { return answer(supervised); },
        [this](const CutOff& cut) {
          Solution solution;
          solution.input = input_name(path);
          (cut.is_bug ? solution.internal_error : solution.unknown) = cut.reason;
          return write(solution);
        });
  }

  [[nodiscard]] int answer(Supervised& supervised) {
    supervised.enter("reading");
    options.cancel = supervised.cancel();
    options.on_phase = [&](std::string_view phase) { supervised.enter(phase); };
    ReadLimits limits{options.timeout, options.memory, options.cancel};
    std::optional<std::string> text = read_input(path, limits);
    if (!text) return limits.stopped ? unknown : bad_input;
    const Solution solution = ask(*std::move(text));
    supervised.begin_output();
    return write(solution);
  }

  [[nodiscard]] int write(const Solution& solution) const {
    print_messages(solution.messages, solution.errors, true);
    if (!solution.internal_error.empty())
      fmt::print(stderr, "{}: internal error: {}\n", solution.input, solution.internal_error);
    const int status = exit_status(solution);
    if (status == bad_input || status == internal_error) return status;
    TextStyle style;
    style.statistics = statistics;
    return write_output(json ? to_json(solution) : to_text(solution, style)) ? status : bad_input;
  }

  [[nodiscard]] Solution ask(std::string text) {
    ProgressLine progress;
    options.name = input_name(path);
    options.on_progress = [&](const ProgressReport& report) { progress.show(report); };
    return solve(std::move(text), options);
  }
};

}  // namespace

Action add_solve(CLI::App& app) {
  const auto state = std::make_shared<SolveCommand>();
  CLI::App& command = *app.add_subcommand("solve", "Evaluate a fixed-point system");
  command.add_option("FILE", state->path, "The system; - for standard input")
      ->required()
      ->check(offering({"*.fx"}));
  command
      .add_option("--timeout", state->options.timeout, "Give up after SECONDS and answer unknown")
      ->option_text("SECONDS")
      ->check(number());
  command
      .add_option("--memory", state->options.memory,
                  "Give up if the process uses more than MB megabytes")
      ->option_text("MB")
      ->check(whole_number());
  command
      .add_option("--iteration-limit", state->options.iteration_limit,
                  "Stop after N rounds of a relation that depends on itself through a negation")
      ->option_text(fmt::format("N [{}]", state->options.iteration_limit))
      ->check(whole_number());
  command.add_flag_callback(
      "--no-frontier", [state] { state->options.frontier = false; },
      "Compute every round from all known tuples, not only from the new ones");
  command.add_flag("--json", state->json, "Print the answers as one JSON object");
  command.add_flag("--stats", state->statistics, "Also print rounds and BDD sizes");
  command.footer(solve_examples());
  return [state] { return state->run(); };
}

}  // namespace hardbop::cli
