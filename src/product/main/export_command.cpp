// SPDX-License-Identifier: MIT
// hardbop export: a program and a question for other tools.
#include <fmt/format.h>
#include <map>
#include <memory>

#include "product/main/commands.hpp"
#include "product/main/files.hpp"
#include "product/main/flags.hpp"
#include "product/main/help.hpp"
#include "product/main/options.hpp"
#include <hardbop/export.hpp>

namespace hardbop::cli {

namespace {

constexpr const char* footer =
    R"(Without --label and --all-labels, every assertion and the labels ERROR and
SLIC_ERROR are asked for. Whatever is asked for is one question: is any of it
reachable?

Examples:
  hardbop export --to chc -o lock.smt2 lock.bp    then: z3 lock.smt2
  hardbop export --to c -o lock.c lock.bp         then: cbmc lock.c
  hardbop export --to promela -o lock.pml lock.bp then: spin -run lock.pml)";

const std::map<std::string, ExportLanguage> languages = {
    {"chc", ExportLanguage::Chc}, {"c", ExportLanguage::C}, {"promela", ExportLanguage::Promela}};

struct ExportCommand {
  InputOptions input;
  ExportOptions options;
  std::string language;
  std::string output;

  [[nodiscard]] int run() {
    if (!output.empty() && would_overwrite(output, input.path)) return bad_input;
    const std::optional<Program> program =
        read_program(input.path, input.dialect(), !input.no_warnings);
    if (!program) return bad_input;
    options.to = languages.at(language);
    const ExportResult result = export_program(*program, options);
    if (!result.error.empty()) {
      fmt::print(stderr, "{}", in_flags(result.error));
      return bad_input;
    }
    const bool is_written =
        output.empty() ? write_output(result.text) : write_file(output, result.text);
    return is_written ? success : bad_input;
  }
};

}  // namespace

Action add_export(CLI::App& app) {
  const auto state = std::make_shared<ExportCommand>();
  CLI::App& command =
      *app.add_subcommand("export", "Write a program and a question for other tools");
  state->input.add_to(command);
  command.add_option("--to", state->language, "For whom: chc, c, promela")
      ->option_text("LANGUAGE")
      ->required()
      ->check(one_of({"chc", "c", "promela"}));
  command
      .add_option("--label", state->options.labels,
                  "Can a run arrive at a statement labelled L? P.L means label L of procedure P "
                  "(repeatable: at any of them)")
      ->option_text("L")
      ->allow_extra_args(false);
  command.add_flag("--all-labels", state->options.all_labels, "The same for every label");
  command
      .add_option("--entry", state->options.entries,
                  "Start in procedure P instead of main; given several times, in any of them")
      ->option_text("P")
      ->allow_extra_args(false);
  command.add_option("-o,--output", state->output, "Write to a file")->option_text("FILE");
  command.footer(footer);
  return [state] { return state->run(); };
}

}  // namespace hardbop::cli
