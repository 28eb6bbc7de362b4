// SPDX-License-Identifier: MIT
// hardbop generate: benchmark programs.
#include <memory>

#include "main/commands.hpp"
#include "main/files.hpp"
#include "main/help.hpp"
#include <hardbop/program.hpp>

namespace hardbop::cli {

namespace {

constexpr std::uint32_t largest_tn = 10'000'000;

}  // namespace

Action add_generate(CLI::App& app) {
  struct State {
    std::uint32_t size = 0;
    std::uint64_t seed = 0;
  };
  const auto state = std::make_shared<State>();
  CLI::App& command = *app.add_subcommand("generate", "Print a benchmark program");
  command.require_subcommand(1);
  CLI::App& tn = *command.add_subcommand(
      "tn",
      "T(N) of Bebop's paper: N procedures, each calling the next twice; reaches label reach");
  tn.add_option("N", state->size, "How many procedures, 1 to 10000000")
      ->required()
      ->check(CLI::Range(1U, largest_tn).description(""));
  CLI::App& random = *command.add_subcommand(
      "random", "A small random program over the whole sequential language");
  random.add_option("--seed", state->seed, "The same seed gives the same program")
      ->option_text("N [0]")
      ->check(whole_number());
  command.footer(
      "Examples:\n"
      "  hardbop generate tn 10 | hardbop check --label reach -\n"
      "  hardbop generate random --seed 7 | hardbop check --trace -");
  return [state, &tn]() -> int {
    const std::string text = tn.parsed() ? generate_tn(state->size) : generate_random(state->seed);
    return write_output(text) ? success : bad_input;
  };
}

}  // namespace hardbop::cli
