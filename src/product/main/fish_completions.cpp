// SPDX-License-Identifier: MIT
// The script for fish: a line for each option, with a function that knows the command.
#include <fmt/format.h>

#include "product/main/completions.hpp"

namespace hardbop::cli {

namespace {

constexpr const char* fish_begin =
    R"script(# Completes hardbop in fish. Made by 'hardbop completions fish'.

# Whether the words before the cursor are in the command $argv.
function __hardbop_in
    set -l command
    for word in (commandline -opc)[2..-1]
        switch (string join ' ' -- $command $word)
)script";

constexpr const char* fish_middle = R"script(                set -a command $word
            case '*'
                string match -q -- '-*' $word; or break
        end
    end
    test "$command" = "$argv"
end

# The folders, and the files that have one of these endings.
function __hardbop_files
    set -l token (string replace -r -- '^--[^=]*=' '' (commandline -ct))
    for file in (complete -C "__fish_command_without_completions $token")
        set -l name (string split -f 1 \t -- $file)
        if string match -q -- '*/' $name
            echo $name
            continue
        end
        for ending in $argv
            string match -q -- "*$ending" $name; and echo $name
        end
    end
end

complete -c hardbop -f
)script";

constexpr std::string_view fish_quote = R"(\')";

std::string fish_offer(const Offer& offer) {
  std::string out = fmt::format("{}", fmt::join(words_of(offer), " "));
  const std::vector<std::string> endings = endings_of(offer);
  if (!endings.empty())
    out += fmt::format("{}(__hardbop_files {})", out.empty() ? "" : " ", fmt::join(endings, " "));
  if (has_folders(offer)) out += "(__fish_complete_directories)";
  return out;
}

/// Backslashes are special between fish's quotes.
std::string fish_text(std::string_view text) {
  std::string out;
  for (const char letter : text) {
    if (letter == '\\') out += '\\';
    out += letter;
  }
  return quoted(out, fish_quote);
}

std::string fish_option(const CompletedOption& option, const std::string& where) {
  std::string out = where;
  for (const std::string& name : option.names)
    out += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  // -r: a value is needed, -f: which is no file, -F: which is one.
  if (!option.value.empty() && !option.may_stand_alone)
    out += has_files(option.offer) ? " -r -F" : " -r -f";
  if (const std::string offer = fish_offer(option.offer); !offer.empty())
    out += fmt::format(" -a {}", fish_text(offer));
  return out + fmt::format(" -d {}\n", fish_text(option.help));
}

std::string fish_command(const CompletedCommand& command) {
  const std::string where = fmt::format("complete -c hardbop -n '__hardbop_in {}'", command.path);
  std::string out;
  for (const CompletedCommand& inner : command.inner)
    out += fmt::format("{} -a {} -d {}\n", where, inner.name(), fish_text(inner.help));
  for (const CompletedOption& option : command.options) out += fish_option(option, where);
  if (has_files(command.arguments)) out += where + " -F\n";
  if (const std::string offer = fish_offer(command.arguments); !offer.empty())
    out += fmt::format("{} -a {}\n", where, fish_text(offer));
  return out;
}

}  // namespace

std::string fish_completions(const CompletedCommand& program) {
  std::string paths;
  std::string commands;
  for (const CompletedCommand* command : all_commands(program)) {
    if (!command->path.empty()) paths += fmt::format(" '{}'", command->path);
    commands += fish_command(*command);
  }
  return fmt::format("{}            case{}\n{}{}", fish_begin, paths, fish_middle, commands);
}

}  // namespace hardbop::cli
