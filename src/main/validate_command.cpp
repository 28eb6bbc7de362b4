// SPDX-License-Identifier: MIT
// hardbop validate: re-check an answer without the engines.
#include <fmt/format.h>
#include <memory>

#include "main/commands.hpp"
#include "main/files.hpp"
#include "main/help.hpp"
#include "main/terminal.hpp"
#include <hardbop/evidence.hpp>

namespace hardbop::cli {

namespace {

constexpr const char* footer =
    R"(EVIDENCE is what 'hardbop check --certify' wrote, or the output of
'hardbop check --json --trace'. A certificate is checked by a SAT solver against
obligations made from the program alone, a trace by an interpreter.
hardbop-validate is the same as a program of its own, without the model checker,
for Boolean programs. Certificates of C programs ('hardbop check --engine slam
--certify') are checked by Z3, and say themselves how the program was read.

Exit status: 0 valid, 10 invalid, 5 a limit came first, 1 usage, 2 bad input.

Examples:
  hardbop check --certify lock.smt2 lock.bp
  hardbop validate lock.bp lock.smt2
  hardbop validate --property "label ERROR" lock.bp lock.smt2
  hardbop validate --property unreach-call driver.c driver.smt2)";

struct ValidateCommand {
  std::string program;
  std::string evidence;
  ValidateOptions options;
  ValidateC validate_c = nullptr;

  [[nodiscard]] int run() {
    if (program == "-" && evidence == "-") {
      fmt::print(stderr, "hardbop validate: only one of the files can be standard input\n");
      return usage_error;
    }
    const Interruption interruption;
    ReadLimits limits{options.timeout, {}, interruption.flag()};
    std::optional<std::string> program_text = read_input(program, limits);
    if (!program_text) return limits.stopped ? unknown : bad_input;
    std::optional<std::string> evidence_text = read_input(evidence, limits);
    if (!evidence_text) return limits.stopped ? unknown : bad_input;
    if (program.ends_with(".c") || program.ends_with(".i")) {
      if (validate_c != nullptr)
        return report(
            validate_c({{program, std::move(*program_text)}}, *evidence_text, options.properties));
      fmt::print(stderr, "hardbop-validate: certificates of C programs: hardbop validate\n");
      return bad_input;
    }
    options.program_name = input_name(program);
    options.evidence_name = input_name(evidence);
    options.cancel = interruption.flag();
    return report(validate(std::move(*program_text), std::move(*evidence_text), options));
  }

  [[nodiscard]] static int report(const Validation& validation) {
    std::string out;
    const auto say = [&](std::string_view word) {
      for (const std::string& line : validation.lines) out += fmt::format("{}: {}\n", word, line);
    };
    int status = success;
    switch (validation.status) {
      case Validation::Status::Valid: say("valid"); break;
      case Validation::Status::Invalid:
        say("invalid");
        status = not_valid;
        break;
      case Validation::Status::Unknown:
        say("unknown");
        status = unknown;
        break;
      case Validation::Status::BadInput:
        for (const std::string& line : validation.lines)
          fmt::print(stderr, "{}{}", line, line.ends_with('\n') ? "" : "\n");
        return bad_input;
    }
    return write_output(out) ? status : bad_input;
  }
};

}  // namespace

Action add_validate_options(CLI::App& command, ValidateC validate_c) {
  const auto state = std::make_shared<ValidateCommand>();
  state->validate_c = validate_c;
  ValidateOptions& options = state->options;
  command.add_option("PROGRAM", state->program, "The program; - for standard input")->required();
  command.add_option("EVIDENCE", state->evidence, "A certificate or traces; - for standard input")
      ->required();
  command
      .add_option(
          "--property", options.properties,
          "Require that it is about this property, such as \"label R\", \"assert 7:3\" or, of C, "
          "unreach-call "
          "(repeatable)")
      ->option_text("NAME")
      ->allow_extra_args(false);
  command
      .add_option("--entry", options.entries, "Require that runs start in procedure P (repeatable)")
      ->option_text("P")
      ->allow_extra_args(false);
  command.add_option("--dialect", options.dialect, "Require that operators group so")
      ->check(CLI::IsMember({"standard", "satabs"}).description(""))
      ->option_text("NAME");
  command.add_option("--timeout", options.timeout, "Answer unknown after so many seconds")
      ->option_text("SECONDS")
      ->check(number());
  command.footer(footer);
  return [state] { return state->run(); };
}

}  // namespace hardbop::cli
