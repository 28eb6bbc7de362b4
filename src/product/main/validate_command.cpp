// SPDX-License-Identifier: MIT
// hardbop validate: re-check an answer without the engines.
#include <algorithm>
#include <fmt/format.h>
#include <memory>

#include "product/main/commands.hpp"
#include "product/main/files.hpp"
#include "product/main/flags.hpp"
#include "product/main/help.hpp"
#include "product/main/offers.hpp"
#include "product/main/supervisor.hpp"
#include <hardbop/evidence.hpp>
#include <hardbop/program.hpp>

namespace hardbop::cli {

namespace {

constexpr const char* footer =
    R"(EVIDENCE is what 'hardbop check --certify' wrote, or the output of
'hardbop check --json --trace'. A certificate is checked by a SAT solver against
obligations made from the program alone, a trace by an interpreter. hardbop-validate
is the same as a program of its own, without the model checker, for Boolean programs.
Certificates of C programs ('hardbop check --engine slam --certify') are checked by Z3,
and say themselves how the program was read; its files are named in the same order.

Exit status: 0 valid, 10 invalid, 5 a limit came first, 1 usage, 2 bad input.

Examples:
  hardbop check --certify lock.smt2 lock.bp
  hardbop validate lock.bp lock.smt2
  hardbop validate --property "label ERROR" lock.bp lock.smt2
  hardbop validate --property assertions driver.c driver.smt2
  hardbop validate --spec mine.slic main.c queue.c proof.smt2)";

struct ValidateCommand {
  std::vector<std::string> paths;  // the last one is the evidence
  std::vector<std::string> specs;
  ValidateOptions options;
  ValidateC validate_c = nullptr;

  [[nodiscard]] int run() {
    if (paths.size() < 2) {
      fmt::print(stderr, "hardbop validate: EVIDENCE is required\n");
      return usage_error;
    }
    if (std::ranges::count(paths, "-") > 1) {
      fmt::print(stderr, "hardbop validate: only one of the files can be standard input\n");
      return usage_error;
    }
    const bool is_c = std::any_of(paths.begin(), paths.end() - 1, [](const std::string& path) {
      return path.ends_with(".c") || path.ends_with(".i");
    });
    if (!is_c && (paths.size() > 2 || !specs.empty())) {
      fmt::print(stderr, "hardbop validate: {} for C programs\n",
                 specs.empty() ? "several files are" : "--spec is");
      return usage_error;
    }
    return supervise(
        {.seconds = options.timeout},
        [&](Supervised& supervised) { return check(is_c, supervised); },
        [this](const CutOff& cut) {
          if (cut.is_bug) return say_plainly(input_name(paths.back()), cut);
          return report({Validation::Status::Unknown, {cut.reason}});
        });
  }

  [[nodiscard]] int check(bool is_c, Supervised& supervised) {
    supervised.enter("reading");
    ReadLimits limits{options.timeout, {}, supervised.cancel()};
    std::vector<std::string> texts;
    for (const std::string& path : paths) {
      std::optional<std::string> text = read_input(path, limits);
      if (!text) return limits.stopped ? unknown : bad_input;
      texts.push_back(*std::move(text));
    }
    supervised.enter("checking");
    if (is_c) {
      if (validate_c == nullptr) {
        fmt::print(stderr, "hardbop-validate: certificates of C programs: hardbop validate\n");
        return bad_input;
      }
      const Validation validation = check_c(std::move(texts));
      supervised.begin_output();
      return report(validation);
    }
    options.program_name = input_name(paths[0]);
    options.evidence_name = input_name(paths[1]);
    options.cancel = supervised.cancel();
    const Validation validation = validate(std::move(texts[0]), std::move(texts[1]), options);
    supervised.begin_output();
    return report(validation);
  }

  [[nodiscard]] Validation check_c(std::vector<std::string> texts) const {
    std::vector<CSource> sources;
    for (std::size_t i = 0; i + 1 < texts.size(); ++i)
      sources.push_back({paths[i], std::move(texts[i])});
    return validate_c(std::move(sources), texts.back(), options.properties, specs);
  }

  [[nodiscard]] static int report(const Validation& validation) {
    std::string out;
    const auto say = [&](std::string_view word) {
      for (const std::string& line : validation.lines)
        out += fmt::format("{}: {}\n", word, in_flags(line));
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
          fmt::print(stderr, "{}{}", in_flags(line), line.ends_with('\n') ? "" : "\n");
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
  command
      .add_option("FILE", state->paths,
                  "The program, of C perhaps several files; then EVIDENCE, a certificate or "
                  "traces; - for standard input")
      ->required();
  command
      .add_option(
          "--property", options.properties,
          "Require that it is about this property, such as \"label R\", \"assert 7:3\" or, of C, "
          "assertions (repeatable)")
      ->option_text("NAME")
      ->allow_extra_args(false);
  if (validate_c != nullptr)
    command
        .add_option("--spec", state->specs,
                    "C: the rule in FILE, or the shipped one of that name, that it is about")
        ->option_text("FILE|NAME")
        ->allow_extra_args(false)
        ->check(offering({"*.slic"}));
  command
      .add_option("--entry", options.entries, "Require that runs start in procedure P (repeatable)")
      ->option_text("P")
      ->allow_extra_args(false);
  command.add_option("--dialect", options.dialect, "Require that operators group so")
      ->check(one_of(dialect_names()))
      ->option_text("NAME");
  command.add_option("--timeout", options.timeout, "Answer unknown after so many seconds")
      ->option_text("SECONDS")
      ->check(number());
  command.footer(footer);
  return [state] { return state->run(); };
}

}  // namespace hardbop::cli
