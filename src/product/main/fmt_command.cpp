// SPDX-License-Identifier: MIT
// hardbop fmt: print programs, fixed-point systems and rules in canonical form.
#include <fmt/format.h>
#include <memory>

#include "product/main/commands.hpp"
#include "product/main/files.hpp"
#include "product/main/help.hpp"
#include "product/main/offers.hpp"
#include "product/main/options.hpp"
#include <hardbop/format.hpp>
#include <hardbop/import.hpp>

namespace hardbop::cli {

namespace {

constexpr const char* fmt_examples =
    R"(Only the syntax must be correct; in rules, names too. Comments are kept.

Exit status: 0 done, 10 with --check: some file is not in canonical form,
1 usage, 2 bad input.

Examples:
  hardbop fmt lock.bp              print lock.bp in canonical form
  hardbop fmt -i *.bp              rewrite the files
  hardbop fmt --check *.bp         list the files that would change
  hardbop fmt game.fx lock.slic    a fixed-point system and a rule
  hardbop fmt --il lock.c          the intermediate language of lock.c)";

struct FmtCommand {
  InputOptions input;
  std::vector<std::string> paths;
  COptionsOnCommandLine c;
  bool check = false;
  bool in_place = false;
  bool il = false;

  [[nodiscard]] int run() const {
    if (il) return show_il();
    int status = success;
    for (const std::string& path : paths) {
      const int one = format_one(path);
      if (status == success || one == bad_input) status = one;
    }
    return status;
  }

  /// All files are one C program.
  [[nodiscard]] int show_il() const {
    ReadLimits none;
    const auto sources = read_c_files(paths, c.database(), none, !input.no_warnings);
    if (!sources) return bad_input;
    const FormatResult result = print_c(*sources, c.get());
    print_messages(result.messages, result.errors, !input.no_warnings);
    if (!result.text) return bad_input;
    return write_output(*result.text) ? success : bad_input;
  }

  [[nodiscard]] int format_one(const std::string& path) const {
    const bool is_translated = find_import_format(path).has_value();
    if (is_translated && (check || in_place)) {
      fmt::print(stderr, "{}: error: programs of other tools have no canonical form\n", path);
      return bad_input;
    }
    ReadLimits none;
    const std::optional<std::string> text = read_program_text(path, none);
    if (!text) return bad_input;
    const FormatResult result =
        format(*text, language_of(path),
               {.name = program_name(path),
                .dialect = is_translated ? OperatorDialect::Standard : input.dialect()});
    print_messages(result.messages, result.errors, !input.no_warnings);
    if (!result.text) return bad_input;
    if (check) {
      if (*result.text == *text) return success;
      return write_output(input_name(path) + "\n") ? not_canonical : bad_input;
    }
    if (!in_place) return write_output(*result.text) ? success : bad_input;
    if (*result.text == *text) return success;
    return write_file(path, *result.text) ? success : bad_input;
  }
};

}  // namespace

Action add_fmt(CLI::App& app) {
  const auto state = std::make_shared<FmtCommand>();
  CLI::App& command = *app.add_subcommand(
      "fmt", "Print Boolean programs, fixed-point systems and rules in canonical form");
  command
      .add_option(
          "FILE", state->paths,
          "The programs, systems (*.fx) and rules (*.slic); - for a program on standard input")
      ->check(offering({"*.bp", "*.fx", "*.slic", "*.c", "*.i"}));
  command.add_flag("--check", state->check, "Only list the files that would change");
  CLI::Option* const in_place =
      command.add_flag("-i,--in-place", state->in_place, "Rewrite the files");
  in_place->excludes("--check");
  CLI::Option* const il =
      command.add_flag("--il", state->il, "Print the intermediate language of a C program");
  il->excludes("--check")->excludes("--in-place");
  state->c.add_to(command);
  state->input.add_dialect_to(command);
  command.add_flag("-w,--no-warnings", state->input.no_warnings, "Do not print warnings");
  command.footer(fmt_examples);
  return [state]() -> int {
    if (state->paths.empty() && (!state->il || state->c.compile_commands.empty()))
      return complain("hardbop fmt", "FILE is required");
    const bool reads_stdin = std::ranges::find(state->paths, "-") != state->paths.end();
    if (state->in_place && reads_stdin)
      return complain("hardbop fmt", "standard input cannot be rewritten in place");
    return state->run();
  };
}

}  // namespace hardbop::cli
