// SPDX-License-Identifier: MIT
// hardbop abstract: the Boolean program of a C program.
#include <memory>

#include "product/main/commands.hpp"
#include "product/main/files.hpp"
#include "product/main/help.hpp"
#include "product/main/offers.hpp"
#include "product/main/options.hpp"
#include "product/main/supervisor.hpp"
#include <hardbop/c_abstract.hpp>

namespace hardbop::cli {

namespace {

constexpr const char* abstract_examples =
    R"(A file of predicates has one predicate per line, in C's syntax: 'x == 5' for
global variables, 'f: x < y + 1' for variables of function f, 'f: return > 0'
for its result; // starts a comment. Without predicates, only the control flow
remains. If 'hardbop check' finds that no assertion of the printed program
fails, none fails in the C program.

Examples:
  hardbop abstract lock.c                              the control flow only
  hardbop abstract lock.c --predicates lock.predicates -o lock.bp
  hardbop check lock.bp                                check the result)";

struct AbstractCommand {
  std::vector<std::string> paths;
  COptionsOnCommandLine c;
  CAbstraction wanted;
  std::vector<std::string> predicates;
  std::string output;
  bool no_warnings = false;

  [[nodiscard]] int run() {
    for (const std::vector<std::string>* const inputs : {&paths, &predicates})
      for (const std::string& input : *inputs)
        if (!output.empty() && would_overwrite(output, input)) return bad_input;
    if (!output.empty() && !can_write(output)) return bad_input;
    const std::string name = paths.empty() ? c.compile_commands : input_name(paths.front());
    return supervise(
        {}, [this](Supervised& supervised) { return abstract(supervised); },
        [&](const CutOff& cut) { return say_plainly(name, cut); });
  }

  [[nodiscard]] int abstract(Supervised& supervised) {
    supervised.enter("reading");
    ReadLimits limits{{}, {}, supervised.cancel()};
    const auto sources = read_c_files(paths, c.database(), limits, !no_warnings);
    if (!sources) return limits.stopped ? unknown : bad_input;
    if (!read_predicates(predicates, wanted.predicates)) return bad_input;
    supervised.enter("abstracting");
    const FormatResult result = abstract_c(*sources, c.get(), wanted);
    supervised.begin_output();
    print_messages(result.messages, result.errors, !no_warnings);
    if (!result.text) return bad_input;
    const bool is_written =
        output.empty() ? write_output(*result.text) : write_file(output, *result.text);
    return is_written ? success : bad_input;
  }
};

}  // namespace

bool read_predicates(const std::vector<std::string>& paths, std::vector<CPredicates>& files) {
  for (const std::string& path : paths) {
    std::optional<std::string> text = read_input(path);
    if (!text) return false;
    files.push_back({input_name(path), *std::move(text)});
  }
  return true;
}

void add_predicates(CLI::App& command, std::vector<std::string>& paths, const std::string& text) {
  command.add_option("--predicates", paths, text)->option_text("FILE")->allow_extra_args(false);
}

void add_integers(CLI::App& command, bool& unbounded, const std::string& text) {
  command
      .add_option_function<std::string>(
          "--integers", [&](const std::string& how) { unbounded = how == "unbounded"; }, text)
      ->option_text("HOW [machine]")
      ->check(one_of({"machine", "unbounded"}));
}

Action add_abstract(CLI::App& app) {
  const auto state = std::make_shared<AbstractCommand>();
  CLI::App& command = *app.add_subcommand("abstract", "Abstract a C program to a Boolean program");
  command.add_option("FILE", state->paths, "All files of the C program, or some of them")
      ->check(offering({"*.c", "*.i"}));
  command.parse_complete_callback([&command = *state] {
    if (command.paths.empty() && command.c.compile_commands.empty())
      throw CLI::RequiredError("FILE");
  });
  add_predicates(command, state->predicates, "Track the predicates in FILE (repeatable)");
  command
      .add_option("--cube-length", state->wanted.cube_length,
                  "Derive facts from at most N predicates together")
      ->option_text("N [3]")
      ->check(CLI::Range(1, 10).description(""));
  add_integers(command, state->wanted.unbounded,
               "Treat integers as machine words (machine), or as signed and unbounded (unbounded), "
               "which is correct for runs without overflow");
  command.add_option("-o,--output", state->output, "Write to FILE")->option_text("FILE");
  state->c.add_to(command);
  command.add_flag("-w,--no-warnings", state->no_warnings, "Do not print warnings");
  command.footer(abstract_examples);
  return [state] { return state->run(); };
}

}  // namespace hardbop::cli
