// SPDX-License-Identifier: MIT
// The program: finds the command and runs it.
#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <iostream>
#include <map>
#include <optional>

#include "product/main/commands.hpp"
#include "product/main/documentation.hpp"
#include "product/main/guard.hpp"
#include "product/main/help.hpp"
#include "product/main/usage.hpp"
#include <hardbop/program.hpp>

namespace {

using hardbop::cli::Action;

std::string program_examples() {
  std::string out = "hardbop COMMAND --help describes a command. Start with:\n";
  out += "  hardbop check --trace --label R " + hardbop::cli::example("bebop-fig1.bp");
  const std::string folder = hardbop::cli::documentation_folder();
  if (!folder.empty()) out += "\nThe manual and more examples are in " + folder;
  return out;
}

int run(int argc, char** argv) {
  CLI::App app("Hardbop, a model checker for Boolean programs and C");
  app.name("hardbop");
  hardbop::cli::set_style(app);  // before the commands, which inherit it
  app.set_version_flag("--version", "hardbop " + std::string(hardbop::version()));
  app.require_subcommand(1);
  app.footer(program_examples());
  const std::map<std::string, Action> actions{
      {"check", hardbop::cli::add_check(app)},
      {"fmt", hardbop::cli::add_fmt(app)},
      {"graph", hardbop::cli::add_graph(app)},
      {"explain", hardbop::cli::add_explain(app)},
      {"generate", hardbop::cli::add_generate(app)},
      {"validate", hardbop::cli::add_validate(app)},
      {"export", hardbop::cli::add_export(app)},
      {"solve", hardbop::cli::add_solve(app)},
      {"cross", hardbop::cli::add_cross(app)},
      {"fuzz", hardbop::cli::add_fuzz(app)},
      {"suite", hardbop::cli::add_suite(app)},
      {"shrink", hardbop::cli::add_shrink(app)},
      {"abstract", hardbop::cli::add_abstract(app)},
      {"report", hardbop::cli::add_report(app)},
      {"schema", hardbop::cli::add_schema(app)},
      {"serve", hardbop::cli::add_serve(app)},
      {"lsp", hardbop::cli::add_lsp(app)},
      {"man", hardbop::cli::add_man(app)},
      {"help", hardbop::cli::add_help(app)},
      {"version", hardbop::cli::add_version(app)},
      {"completions", hardbop::cli::add_completions(app)},
  };
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const int status = app.exit(error);
    if (!std::cout.flush()) {
      fmt::print(stderr, "<stdout>: error: cannot be written\n");
      return hardbop::cli::bad_input;
    }
    return status == 0 ? hardbop::cli::success : hardbop::cli::usage_error;
  }
  const CLI::App& command = *app.get_subcommands().front();
  if (const std::optional<int> status = hardbop::cli::report_misuse(command)) return *status;
  return actions.at(command.get_name())();
}

}  // namespace

int main(int argc, char** argv) {
  return hardbop::cli::run_guarded("hardbop", [&] { return run(argc, argv); });
}
