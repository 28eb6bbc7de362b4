// SPDX-License-Identifier: MIT
// hardbop help and hardbop version: what --help and --version print.
#include <fmt/format.h>
#include <memory>
#include <string>
#include <vector>

#include "product/main/commands.hpp"
#include "product/main/files.hpp"
#include "product/main/help.hpp"
#include <hardbop/program.hpp>

namespace hardbop::cli {

namespace {

constexpr const char* help_footer = R"(Examples:
  hardbop help                  the commands
  hardbop help check            the options of 'hardbop check'
  hardbop help generate tn      those of a benchmark family)";

/// The help of the command that the words name.
int print_help(const CLI::App& app, const std::vector<std::string>& words) {
  const CLI::App* command = &app;
  std::string before;  // the names of the commands around it
  for (const std::string& word : words) {
    const auto inner =
        command->get_subcommands([&](const CLI::App* one) { return one->get_name() == word; });
    if (inner.empty()) return complain_of_command(word, *command);
    before += (before.empty() ? "" : " ") + command->get_name();
    command = inner.front();
  }
  // Not command->help(): of the program itself, that is the help of the command that was typed.
  const std::string name = before.empty() ? app.get_name() : before + " " + command->get_name();
  const std::string text =
      command->get_formatter()->make_help(command, name, CLI::AppFormatMode::Normal);
  return write_output(text) ? success : bad_input;
}

}  // namespace

Action add_help(CLI::App& app) {
  const auto words = std::make_shared<std::vector<std::string>>();
  CLI::App& command = *app.add_subcommand("help", "Describe a command, as --help does");
  command.add_option("COMMAND", *words, "The command; without it, all commands are listed");
  command.footer(help_footer);
  return [&app, words] { return print_help(app, *words); };
}

Action add_version(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("version", "Print the version, as --version does");
  command.footer("Example:\n  hardbop version");
  return [&app] { return write_output(app.version() + "\n") ? success : bad_input; };
}

}  // namespace hardbop::cli
