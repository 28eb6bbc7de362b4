// SPDX-License-Identifier: MIT
// hardbop validate: check an answer again without the engines.
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

constexpr const char* validate_examples =
    R"(EVIDENCE is what 'hardbop check --certify' wrote, or the output of 'hardbop
check --json --trace'. A SAT solver checks a certificate against obligations
that are made from the program alone; an interpreter replays a trace.
hardbop-validate does the same for Boolean programs, without the model checker.
Z3 checks certificates of C programs ('hardbop check --certify FILE FILE.c').
Such a certificate says how the program was read; give its files in the same
order.

Exit status: 0 valid, 10 invalid, 5 time limit reached, 1 usage, 2 bad input.

Examples:
  hardbop check --certify lock.smt2 lock.bp
  hardbop validate lock.bp lock.smt2
  hardbop validate --property "label ERROR" lock.bp lock.smt2
  hardbop validate --property assertions driver.c driver.smt2
  hardbop validate --solver "cvc5 --incremental" driver.c driver.smt2
  hardbop validate --spec mine.slic main.c queue.c proof.smt2)";

struct ValidateCommand {
  std::vector<std::string> paths;  // the last one is the evidence
  std::vector<std::string> specs;
  ValidateOptions options;
  std::optional<std::uint64_t> megabytes;
  std::string solver;  // another one, to be asked as well
  ValidateC validate_c = nullptr;

  [[nodiscard]] int run() {
    const std::string name = validate_c == nullptr ? "hardbop-validate" : "hardbop validate";
    if (paths.size() < 2) return complain(name, "EVIDENCE is required");
    if (std::ranges::count(paths, "-") > 1)
      return complain(name, "only one of the files can be standard input");
    const bool is_c = std::any_of(paths.begin(), paths.end() - 1, [](const std::string& path) {
      return path.ends_with(".c") || path.ends_with(".i");
    });
    if (!is_c && paths.size() > 2) return complain(name, "several files are for C programs only");
    return supervise(
        {.seconds = options.timeout, .megabytes = megabytes},
        [&](Supervised& supervised) { return check(is_c, supervised); },
        [this](const CutOff& cut) {
          if (cut.is_bug) return say_plainly(input_name(paths.back()), cut);
          return report({Validation::Status::Unknown, {cut.reason}});
        });
  }

  [[nodiscard]] int check(bool is_c, Supervised& supervised) {
    supervised.enter("reading");
    ReadLimits limits{options.timeout, megabytes, supervised.cancel()};
    std::vector<std::string> texts;
    for (const std::string& path : paths) {
      const bool is_program = !is_c && texts.empty();
      std::optional<std::string> text =
          is_program ? read_program_text(path, limits) : read_input(path, limits);
      if (!text) return limits.stopped ? unknown : bad_input;
      texts.push_back(*std::move(text));
    }
    supervised.enter("checking");
    options.cancel = supervised.cancel();
    const std::string evidence = solver.empty() ? "" : texts.back();
    if (is_c) {
      if (validate_c == nullptr) {
        fmt::print(stderr,
                   "hardbop-validate: use 'hardbop validate' for certificates of C programs\n");
        return bad_input;
      }
      const Validation validation = with_solver(check_c(std::move(texts)), evidence);
      supervised.begin_output();
      return report(validation);
    }
    options.program_name = program_name(paths[0]);
    options.evidence_name = input_name(paths[1]);
    const Validation validation =
        with_solver(validate(std::move(texts[0]), std::move(texts[1]), options), evidence);
    supervised.begin_output();
    return report(validation);
  }

  /// What was found, and what another solver says of it.
  [[nodiscard]] Validation with_solver(Validation found, const std::string& evidence) const {
    if (solver.empty() || found.status != Validation::Status::Valid) return found;
    Validation second = ask_solver(evidence, solver, options);
    if (second.status != Validation::Status::Valid) return second;
    found.lines.insert(found.lines.end(), second.lines.begin(), second.lines.end());
    return found;
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
                  "The program (for C, all its files), then EVIDENCE: a certificate or traces; - "
                  "for standard input")
      ->required();
  command
      .add_option("--property", options.properties,
                  "Require evidence for this property, such as \"label R\", \"assert 7:3\" or, for "
                  "C, assertions (repeatable)")
      ->option_text("NAME")
      ->allow_extra_args(false);
  if (validate_c != nullptr)
    command
        .add_option("--spec", state->specs,
                    "C: require evidence for the rule in FILE, or for the built-in rule NAME")
        ->option_text("FILE|NAME")
        ->allow_extra_args(false)
        ->check(offering({"*.slic"}));
  command
      .add_option("--entry", options.entries, "Require that runs start in procedure P (repeatable)")
      ->option_text("P")
      ->allow_extra_args(false);
  command.add_option("--dialect", options.dialect, "Require this operator precedence")
      ->check(one_of(dialect_names()))
      ->option_text("NAME");
  command.add_option("--timeout", options.timeout, "Give up after SECONDS and answer unknown")
      ->option_text("SECONDS")
      ->check(number());
  command
      .add_option("--memory", state->megabytes,
                  "Give up if the process uses more than MB megabytes, and answer unknown")
      ->option_text("MB")
      ->check(whole_number());
  command
      .add_option("--solver", state->solver,
                  "Also put every proof to this SMT solver, for example \"cvc5 --incremental\" or "
                  "z3; it must answer unsat to all")
      ->option_text("COMMAND");
  command.footer(validate_examples);
  return [state] { return state->run(); };
}

}  // namespace hardbop::cli
