// SPDX-License-Identifier: MIT
// hardbop completions: scripts that complete commands and options in a shell, from the same options
// that --help shows.
#include "product/main/completions.hpp"

#include <algorithm>
#include <map>
#include <memory>

#include "product/main/commands.hpp"
#include "product/main/files.hpp"
#include "product/main/help.hpp"

namespace hardbop::cli {

namespace {

constexpr const char* completions_examples =
    R"('make install' puts the scripts where shells look for them. Without it:

  source <(hardbop completions bash)            in ~/.bashrc
  source <(hardbop completions zsh)             in ~/.zshrc, after compinit
  hardbop completions fish | source             in ~/.config/fish/config.fish)";

/// "NAME" of "NAME [auto]".
std::string value_name(const CLI::Option& option) {
  const std::string& text = option.get_option_text();
  return text.empty() ? "VALUE" : text.substr(0, text.find(' '));
}

CompletedOption completed_option(CLI::Option& option) {
  CompletedOption out;
  for (const std::string& name : option.get_snames()) out.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) out.names.push_back("--" + name);
  out.help = option.get_description();
  out.offer = offer_of(option);
  out.may_stand_alone = option.get_items_expected_max() == 0;
  if (!out.may_stand_alone || !out.offer.empty()) out.value = value_name(option);
  out.is_repeatable = option.get_items_expected_max() > 1;
  return out;
}

using Writer = std::string (*)(const CompletedCommand&);

const std::map<std::string, Writer>& writers() {
  static const std::map<std::string, Writer> all{
      {"bash", &bash_completions}, {"fish", &fish_completions}, {"zsh", &zsh_completions}};
  return all;
}

}  // namespace

CompletedCommand completed(CLI::App& app, const std::string& path) {
  CompletedCommand out;
  out.path = path;
  out.help = app.get_description();
  for (CLI::Option* option : app.get_options([](CLI::Option*) { return true; })) {
    if (!option->get_positional()) {
      out.options.push_back(completed_option(*option));
    } else {
      const Offer offer = offer_of(*option);
      out.arguments.insert(out.arguments.end(), offer.begin(), offer.end());
    }
  }
  for (CLI::App* inner : app.get_subcommands([](CLI::App*) { return true; }))
    out.inner.push_back(
        completed(*inner, path.empty() ? inner->get_name() : path + " " + inner->get_name()));
  return out;
}

std::vector<const CompletedCommand*> all_commands(const CompletedCommand& program) {
  std::vector<const CompletedCommand*> out{&program};
  for (const CompletedCommand& command : program.inner) {
    const std::vector<const CompletedCommand*> below = all_commands(command);
    out.insert(out.end(), below.begin(), below.end());
  }
  return out;
}

std::vector<std::string> words_of(const Offer& offer) {
  std::vector<std::string> out;
  std::ranges::copy_if(offer, std::back_inserter(out),
                       [](const std::string& word) { return !word.starts_with('*'); });
  return out;
}

std::vector<std::string> endings_of(const Offer& offer) {
  std::vector<std::string> out;
  for (const std::string& word : offer)
    if (word.starts_with("*.")) out.push_back(word.substr(1));
  return out;
}

bool has_files(const Offer& offer) {
  return std::ranges::find(offer, "*") != offer.end();
}

bool has_folders(const Offer& offer) {
  return std::ranges::find(offer, "*/") != offer.end();
}

std::string quoted(std::string_view text, std::string_view quote) {
  std::string out = "'";
  for (const char letter : text) {
    if (letter == '\'')
      out += quote;
    else
      out += letter;
  }
  return out + "'";
}

Action add_completions(CLI::App& app) {
  const auto shell = std::make_shared<std::string>();
  CLI::App& command =
      *app.add_subcommand("completions", "Print a script that completes commands in a shell");
  Offer shells;
  for (const auto& [name, writer] : writers()) shells.push_back(name);
  command.add_option("SHELL", *shell, "The shell: bash, fish or zsh")
      ->required()
      ->check(one_of(shells));
  command.footer(completions_examples);
  return [&app, shell]() -> int {
    return write_output(writers().at(*shell)(completed(app))) ? success : bad_input;
  };
}

}  // namespace hardbop::cli
