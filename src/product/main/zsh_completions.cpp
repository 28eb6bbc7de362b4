// SPDX-License-Identifier: MIT
// The script for zsh: a function for each command, which tells _arguments what there is.
#include <algorithm>
#include <fmt/format.h>

#include "product/main/completions.hpp"

namespace hardbop::cli {

namespace {

constexpr const char* zsh_begin = R"script(#compdef hardbop
# Completes hardbop in zsh. Made by 'hardbop completions zsh'.

# Offers the words $1, and folders and files: of the endings $2, or all where it is *. Where it is
# /, folders only.
_hardbop_offer() {
  local -a words_offered=(${=1}) choices=() endings=(${@:2})
  (( $#words_offered )) && choices+=("words:word:(${(j: :)words_offered})")
  case "$endings" in
    '') ;;
    '*') choices+=('files:file:_files') ;;
    /) choices+=('files:folder:_files -/') ;;
    *) choices+=("files:file:_files -g '*(${(j:|:)endings})(-.)'") ;;
  esac
  _alternative $choices
}
)script";

/// The program's own function runs at once where this file is autoloaded.
constexpr const char* zsh_end = R"script(
if [[ $funcstack[1] == _hardbop ]]; then _hardbop "$@"; else compdef _hardbop hardbop; fi
)script";

constexpr std::string_view zsh_quote = R"('\'')";

/// A text within a specification of _arguments or _describe.
std::string zsh_text(std::string_view text) {
  std::string out;
  for (const char letter : text) {
    if (letter == ':' || letter == '[' || letter == ']' || letter == '\\') out += '\\';
    out += letter;
  }
  return out;
}

std::string zsh_offer(const Offer& offer) {
  if (offer.empty()) return " ";
  std::string out = fmt::format(R"( _hardbop_offer "{}")", fmt::join(words_of(offer), " "));
  if (has_files(offer)) return out + R"( "*")";
  if (has_folders(offer)) return out + " /";
  for (const std::string& ending : endings_of(offer)) out += " " + ending;
  return out;
}

/// "--engine=[How to decide]:NAME: _hardbop_offer ...", once for each of its names.
std::string zsh_option(const CompletedOption& option) {
  std::string out;
  for (const std::string& name : option.names) {
    std::string text = option.is_repeatable || option.names.size() == 1
                           ? std::string(option.is_repeatable ? "*" : "")
                           : fmt::format("({})", fmt::join(option.names, " "));
    text += name;
    if (!option.value.empty()) {
      const bool is_long = name.starts_with("--");
      text += option.may_stand_alone ? "=-" : is_long ? "=" : "+";
    }
    text += fmt::format("[{}]", zsh_text(option.help));
    if (!option.value.empty())
      text += fmt::format("{}{}:{}", option.may_stand_alone ? "::" : ":", zsh_text(option.value),
                          zsh_offer(option.offer));
    out += fmt::format("    {}\n", quoted(text, zsh_quote));
  }
  return out;
}

std::string zsh_function(const CompletedCommand& command) {
  std::string name = "_hardbop" + (command.path.empty() ? "" : "_" + command.path);
  std::ranges::replace(name, ' ', '_');
  return name;
}

std::string zsh_options(const CompletedCommand& command) {
  std::string out;
  for (const CompletedOption& option : command.options) out += zsh_option(option);
  return out;
}

/// One that has commands of its own.
std::string zsh_outer_command(const CompletedCommand& command) {
  std::string names;
  std::string cases;
  for (const CompletedCommand& inner : command.inner) {
    const std::string name = inner.name();
    names += fmt::format("        {}\n",
                         quoted(fmt::format("{}:{}", name, zsh_text(inner.help)), zsh_quote));
    cases += fmt::format("        {}) {} ;;\n", name, zsh_function(inner));
  }
  std::string out = fmt::format("\n{}() {{\n", zsh_function(command));
  out += "  local curcontext=$curcontext state state_descr line\n  typeset -A opt_args\n";
  out += fmt::format("  local -a options=(\n{}  )\n", zsh_options(command));
  out += "  _arguments -C $options '1: :->command' '*:: :->arguments' && return\n";
  out +=
      fmt::format("  case $state in\n    command)\n      local -a commands=(\n{}      )\n", names);
  out += "      _describe -t commands command commands ;;\n";
  return out + "    arguments)\n      case $line[1] in\n" + cases + "      esac ;;\n  esac\n}\n";
}

std::string zsh_command(const CompletedCommand& command) {
  if (!command.inner.empty()) return zsh_outer_command(command);
  std::string arguments;
  if (!command.arguments.empty())
    arguments = " " + quoted("*:argument:" + zsh_offer(command.arguments), zsh_quote);
  return fmt::format("\n{}() {{\n  local -a options=(\n{}  )\n  _arguments -S $options{}\n}}\n",
                     zsh_function(command), zsh_options(command), arguments);
}

}  // namespace

std::string zsh_completions(const CompletedCommand& program) {
  std::string out = zsh_begin;
  for (const CompletedCommand* command : all_commands(program)) out += zsh_command(*command);
  return out + zsh_end;
}

}  // namespace hardbop::cli
