// SPDX-License-Identifier: MIT
// hardbop generate: benchmark programs.
#include <memory>

#include "main/commands.hpp"
#include "main/files.hpp"
#include <hardbop/program.hpp>

namespace hardbop::cli {

namespace {

constexpr std::uint32_t largest_tn = 10'000'000;

}  // namespace

Action add_generate(CLI::App& app) {
  const auto size = std::make_shared<std::uint32_t>(0);
  CLI::App& command = *app.add_subcommand("generate", "Print a benchmark program");
  command.require_subcommand(1);
  CLI::App& tn = *command.add_subcommand(
      "tn",
      "T(N) of Bebop's paper: N procedures, each calling the next twice; reaches label reach");
  tn.add_option("N", *size, "How many procedures")->required()->check(CLI::Range(1U, largest_tn));
  command.footer("Example:\n  hardbop generate tn 10 | hardbop check --label reach -");
  return [size]() -> int { return write_output(generate_tn(*size)) ? success : internal_error; };
}

}  // namespace hardbop::cli
