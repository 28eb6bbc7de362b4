// SPDX-License-Identifier: MIT
// hardbop-validate: the command 'hardbop validate' without the rest of Hardbop. It must not link
// any engine: a test looks for engines and BDDs among its symbols.
#include <CLI/CLI.hpp>

#include "product/main/commands.hpp"
#include "product/main/guard.hpp"
#include "product/main/help.hpp"
#include <hardbop/program.hpp>

namespace {

int run(int argc, char** argv) {
  CLI::App app(
      "Check answers of Hardbop, a model checker for Boolean programs, without its engines");
  app.name("hardbop-validate");
  hardbop::cli::set_style(app);
  app.set_version_flag("--version", "hardbop-validate " + std::string(hardbop::version()));
  const hardbop::cli::Action action = hardbop::cli::add_validate_options(app, nullptr);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? hardbop::cli::success : hardbop::cli::usage_error;
  }
  return action();
}

}  // namespace

int main(int argc, char** argv) {
  return hardbop::cli::run_guarded("hardbop-validate", [&] { return run(argc, argv); });
}
