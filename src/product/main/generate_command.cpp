// SPDX-License-Identifier: MIT
// hardbop generate: print benchmark programs.
#include <map>
#include <memory>

#include "product/main/commands.hpp"
#include "product/main/files.hpp"
#include "product/main/help.hpp"
#include <hardbop/c_cross.hpp>

namespace hardbop::cli {

namespace {

struct Size {
  const char* text;
  std::uint32_t smallest;
  std::uint32_t largest;
  std::uint32_t usual;    // 0: to be given
  std::uint32_t example;  // one that is decided in no time
};

using OptionsPointer = std::shared_ptr<GenerateOptions>;

CLI::App& add_family(CLI::App& command, const OptionsPointer& options, Family family,
                     const char* name, const char* text, const Size& size) {
  CLI::App& added = *command.add_subcommand(name, text);
  const std::string range = std::to_string(size.smallest) + " to " + std::to_string(size.largest);
  CLI::Option& option = *added.add_option("N", options->size, size.text + (", " + range));
  option.check(CLI::Range(size.smallest, size.largest).description(""));
  if (size.usual == 0)
    option.required();
  else
    option.option_text("[" + std::to_string(size.usual) + "]");
  added.add_flag("--safe", options->safe,
                 "Print the variant in which no run reaches the label; by default, a run does");
  const std::string label = family == Family::Tn ? " --label reach" : "";
  added.footer("Example:\n  hardbop generate " + std::string(name) + " " +
               std::to_string(size.example) + " | hardbop check" + label + " -");
  added.parse_complete_callback([options, family, usual = size.usual] {
    options->family = family;
    if (options->size == 0) options->size = usual;
  });
  return added;
}

void add_seed(CLI::App& family, const OptionsPointer& options) {
  family.add_option("--seed", options->seed, "The same seed gives the same program")
      ->option_text("N [0]")
      ->check(whole_number());
}

void add_counter(CLI::App& command, const OptionsPointer& options) {
  static const std::map<std::string, Family> forms = {{"stepped", Family::SteppedCounter},
                                                      {"doubled", Family::DoubledCounter}};
  CLI::App& counter = add_family(command, options, Family::SteppedCounter, "counter",
                                 "A counter of N bits that is stepped 2^N times; label ERROR",
                                 {"Number of bits", 1, 100'000, 0, 16});
  const auto form = std::make_shared<std::string>("stepped");
  counter
      .add_option("--form", *form,
                  "Step it in a loop, from 0 (stepped), or by procedures that each call the next "
                  "one twice, from any value (doubled)")
      ->option_text("NAME [stepped]")
      ->check(one_of({"stepped", "doubled"}));
  counter.parse_complete_callback([options, form] { options->family = forms.at(*form); });
}

void add_families(CLI::App& command, const OptionsPointer& options) {
  add_family(command, options, Family::Tn, "tn",
             "T(N) of Bebop's paper: N procedures, each calling the next twice; label reach",
             {"Number of procedures", 1, 10'000'000, 0, 10});
  add_seed(add_family(command, options, Family::Drivers, "drivers",
                      "Long programs with few variables in scope, like drivers; label ERROR",
                      {"Approximate number of lines", 500, 10'000'000, 10'000, 2000}),
           options);
  add_counter(command, options);
  add_seed(add_family(command, options, Family::Wide, "wide",
                      "Arithmetic on vectors of globals; label ERROR",
                      {"Number of globals", 4, 100'000, 0, 20}),
           options);
  add_seed(add_family(command, options, Family::Recursion, "recursion",
                      "Procedures that call each other in many contexts; label ERROR",
                      {"Number of procedures", 1, 100'000, 20, 10}),
           options);
  add_seed(add_family(command, options, Family::Hard, "hard",
                      "Large BDDs: the product of two numbers; label ERROR",
                      {"Number of bits of each factor", 2, 32, 9, 6}),
           options);
  add_seed(add_family(command, options, Family::Concurrent, "concurrent",
                      "Two threads that recurse and exchange messages; label ERROR",
                      {"Number of variables in scope", 8, 1000, 20, 8}),
           options);
}

}  // namespace

Action add_generate(CLI::App& app) {
  const auto options = std::make_shared<GenerateOptions>();
  CLI::App& command = *app.add_subcommand("generate", "Print a benchmark program");
  command.require_subcommand(1);
  add_families(command, options);
  CLI::App& random =
      *command.add_subcommand("random", "A small random program over the whole language");
  add_seed(random, options);
  const auto threads = std::make_shared<bool>();
  random.add_flag("--threads", *threads, "Print a program with threads");
  random.footer("Example:\n  hardbop generate random --seed 7 | hardbop check --trace -");
  CLI::App& random_c = *command.add_subcommand("c", "A small random C program");
  add_seed(random_c, options);
  random_c.add_flag("--threads", *threads, "Print a program with threads");
  random_c.footer("Example:\n  hardbop generate c --seed 7 > p.c");
  command.footer(
      "Examples:\n"
      "  hardbop generate tn 10 | hardbop check --label reach -\n"
      "  hardbop generate counter 64 --form doubled --safe | hardbop check -\n"
      "  hardbop generate drivers --seed 3 | hardbop check --trace -\n"
      "  hardbop generate random --seed 7 | hardbop check --trace -");
  return [options, threads, &random, &random_c]() -> int {
    const std::string text = random.parsed()     ? generate_random(options->seed, *threads)
                             : random_c.parsed() ? generate_random_c(options->seed, *threads).text
                                                 : generate(*options);
    return write_output(text) ? success : bad_input;
  };
}

}  // namespace hardbop::cli
