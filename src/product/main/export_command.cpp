// SPDX-License-Identifier: MIT
// hardbop export: translate a program and a question for other tools.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>

#include "product/main/commands.hpp"
#include "product/main/files.hpp"
#include "product/main/flags.hpp"
#include "product/main/help.hpp"
#include "product/main/options.hpp"
#include "product/main/supervisor.hpp"
#include <hardbop/c_export.hpp>
#include <hardbop/export.hpp>

namespace hardbop::cli {

namespace {

constexpr const char* export_examples =
    R"(Without --label and --all-labels, every assertion and the labels ERROR and
SLIC_ERROR are checked. They are one question: is any of them reachable? C
programs are exported to chc, aiger, aag or btor2; the question is whether an
error is reachable.

Examples:
  hardbop export --to chc -o lock.smt2 lock.bp    then: z3 lock.smt2
  hardbop export --to chc -o loop.smt2 loop.c     then: z3 loop.smt2
  hardbop export --to c -o lock.c lock.bp         then: cbmc lock.c
  hardbop export --to promela -o lock.pml lock.bp then: spin -run lock.pml
  hardbop export --to promela --ltl 'G F !l' -o lock.pml lock.bp
  hardbop export --to aiger -o lock.aig lock.bp   then: ABC's pdr)";

/// Their names; of those that C programs can be exported to, or of all.
std::vector<std::string> format_names(bool of_c) {
  std::vector<std::string> names;
  for (const ExportFormat& format : export_formats())
    if (format.is_of_c || !of_c) names.emplace_back(format.name);
  return names;
}

struct ExportCommand {
  InputOptions input;
  COptionsOnCommandLine c;
  ExportOptions options;
  CExport c_options;
  std::string language;
  std::string output;

  [[nodiscard]] int run() {
    for (const std::string& path : input.paths)
      if (!output.empty() && would_overwrite(output, path)) return bad_input;
    if (!c.is_c(input.paths)) return export_boolean();
    return supervise(
        {}, [this](Supervised& supervised) { return export_c_program(supervised); },
        [this](const CutOff& cut) { return say_plainly(input.path, cut); });
  }

  [[nodiscard]] int export_boolean() {
    const std::optional<Program> program =
        read_program(input.path, input.dialect(), !input.no_warnings);
    if (!program) return bad_input;
    options.to = find_export_format(language)->language;
    const ExportResult result = export_program(*program, options);
    if (!result.error.empty()) {
      fmt::print(stderr, "{}", in_flags(result.error));
      return bad_input;
    }
    return write(result.text);
  }

  [[nodiscard]] int export_c_program(Supervised& supervised) {
    supervised.enter("reading");
    ReadLimits limits{{}, {}, supervised.cancel()};
    const auto sources = read_c_files(input.paths, c.database(), limits, !input.no_warnings);
    if (!sources) return limits.stopped ? unknown : bad_input;
    supervised.enter("translating");
    c_options.to = find_export_format(language)->language;
    const FormatResult result = export_c(*sources, c.get(), c_options);
    supervised.begin_output();
    print_messages(result.messages, result.errors, !input.no_warnings);
    return result.text ? write(*result.text) : bad_input;
  }

  [[nodiscard]] int write(const std::string& text) const {
    const bool is_written = output.empty() ? write_output(text) : write_file(output, text);
    return is_written ? success : bad_input;
  }

  /// What is wrong with what was asked; empty where nothing is.
  [[nodiscard]] std::string problem() {
    std::string out = input.problem(c);
    const ExportFormat* const format = find_export_format(language);
    if (out.empty() && c.is_c(input.paths) && format != nullptr && !format->is_of_c)
      out = fmt::format("C programs can be exported with --to {} only",
                        fmt::join(format_names(true), ", "));
    if (out.empty() && !options.ltl.empty() && (!options.labels.empty() || options.all_labels))
      out = "--ltl and labels are two questions; ask one of them";
    if (out.empty() && c_options.unbounded && language != "chc")
      out = "--integers has an effect with --to chc only";
    return out;
  }
};

/// Of C programs.
void add_c_export_options(CLI::App& command, ExportCommand& state) {
  command
      .add_option("--property", state.c_options.property,
                  "C: ask about this property: assertions, memory, arithmetic, overflow, or "
                  "SV-COMP's unreach-call, valid-memsafety, no-overflow")
      ->option_text("NAME [assertions]");
  add_integers(command, state.c_options.unbounded,
               "C: write clauses over bit-vectors (machine), or an approximation over integers "
               "(unbounded)");
  state.c.add_to(command);
}

}  // namespace

Action add_export(CLI::App& app) {
  const auto state = std::make_shared<ExportCommand>();
  CLI::App& command =
      *app.add_subcommand("export", "Translate a program and a question for another tool");
  state->input.add_files_to(command);
  command
      .add_option("--to", state->language,
                  fmt::format("Output language: {}", fmt::join(format_names(false), ", ")))
      ->option_text("LANGUAGE")
      ->required()
      ->check(one_of(format_names(false)));
  command
      .add_option(
          "--label", state->options.labels,
          "Can a run reach label L? P.L means label L of procedure P (if repeated: any of them)")
      ->option_text("L")
      ->allow_extra_args(false);
  command.add_flag("--all-labels", state->options.all_labels,
                   "Can a run reach any label of the program?");
  command
      .add_option("--ltl", state->options.ltl,
                  "Promela: do all runs satisfy this formula, which has no X?")
      ->option_text("FORMULA")
      ->check(not_empty());
  command
      .add_option("--entry", state->options.entries,
                  "Start in procedure P instead of main; if repeated, in any of them")
      ->option_text("P")
      ->allow_extra_args(false);
  command.add_option("-o,--output", state->output, "Write to FILE")->option_text("FILE");
  add_c_export_options(command, *state);
  command.footer(export_examples);
  return [state]() -> int {
    if (const std::string problem = state->problem(); !problem.empty())
      return complain("hardbop export", problem);
    return state->run();
  };
}

}  // namespace hardbop::cli
