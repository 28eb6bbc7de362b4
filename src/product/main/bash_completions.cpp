// SPDX-License-Identifier: MIT
// The script for bash. It needs no package: where `=` ends a word, as it usually does in bash, the
// option and its value are looked for around it.
#include <fmt/format.h>

#include "product/main/completions.hpp"

namespace hardbop::cli {

namespace {

constexpr const char* bash_begin =
    R"script(# Completes hardbop in bash. Made by 'hardbop completions bash'.

# Offers the words $1, and folders and files: of the endings $2, or all where it is *. Where it is
# /, folders only.
_hardbop_offer() {
  local word ending
  while IFS= read -r word; do COMPREPLY+=("$prefix$word"); done < <(compgen -W "$1" -- "$cur")
  [[ -n $2 ]] || return 0
  compopt -o filenames 2>/dev/null
  while IFS= read -r word; do COMPREPLY+=("$prefix$word"); done < <(compgen -d -- "$cur")
  while IFS= read -r word; do
    for ending in "${@:2}"; do
      if [[ $ending == '*' || $word == *"$ending" ]]; then COMPREPLY+=("$prefix$word"); fi
    done
  done < <(compgen -f -- "$cur")
}

_hardbop() {
  local cur=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
  local prefix='' command='' joined='' i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$command${command:+ }${COMP_WORDS[i]}" in
)script";

constexpr const char* bash_middle = R"script() command+=${command:+ }${COMP_WORDS[i]} ;;
      *) [[ ${COMP_WORDS[i]} == -* ]] || break ;;
    esac
  done
  if [[ $cur == '=' ]]; then
    cur='' joined=1
  elif [[ $before == '=' && $COMP_CWORD -gt 2 ]]; then
    before=${COMP_WORDS[COMP_CWORD-2]} joined=1
  elif [[ $cur == --*=* ]]; then
    before=${cur%%=*} joined=1 prefix=$before= cur=${cur#*=}
  fi
  cur=${cur//\\/}
  case "$command" in
)script";

constexpr const char* bash_end = R"script(  esac
}

complete -F _hardbop hardbop
)script";

/// The arguments of _hardbop_offer.
std::string bash_offer(const Offer& offer) {
  std::string out = quoted(fmt::format("{}", fmt::join(words_of(offer), " ")), "'\\''");
  if (has_files(offer)) return out + " '*'";
  if (has_folders(offer)) return out + " /";
  for (const std::string& ending : endings_of(offer)) out += " " + ending;
  return out;
}

/// What is offered after an option.
std::string bash_value(const CompletedOption& option) {
  if (option.value.empty()) return {};
  std::string out = fmt::format("        {})", fmt::join(option.names, "|"));
  if (option.may_stand_alone)  // else falls through to what follows the option
    return out + fmt::format(" [[ -z $joined ]] || {{ _hardbop_offer {}; return; }} ;;\n",
                             bash_offer(option.offer));
  if (!option.offer.empty()) out += fmt::format(" _hardbop_offer {};", bash_offer(option.offer));
  return out + " return ;;\n";
}

std::string bash_options(const CompletedCommand& command) {
  std::string out;
  for (const CompletedOption& option : command.options) {
    for (const std::string& name : option.names) out += (out.empty() ? "" : " ") + name;
    if (!option.may_stand_alone) continue;
    for (const std::string& word : words_of(option.offer))
      out += fmt::format(" {}={}", option.names.back(), word);
  }
  return out;
}

std::string bash_command(const CompletedCommand& command) {
  std::string values;
  for (const CompletedOption& option : command.options) values += bash_value(option);
  Offer arguments = command.arguments;
  for (const CompletedCommand& inner : command.inner) arguments.push_back(inner.name());
  std::string out = fmt::format("    '{}')\n", command.path);
  if (!values.empty()) out += fmt::format("      case $before in\n{}      esac\n", values);
  out += fmt::format("      if [[ $cur == -* ]]; then _hardbop_offer '{}'", bash_options(command));
  out += arguments.empty() ? "; fi"
                           : fmt::format("; else _hardbop_offer {}; fi", bash_offer(arguments));
  return out + " ;;\n";
}

}  // namespace

std::string bash_completions(const CompletedCommand& program) {
  std::string names;
  std::string commands;
  for (const CompletedCommand* command : all_commands(program)) {
    if (!command->path.empty())
      names += fmt::format("{}'{}'", names.empty() ? "      " : "|", command->path);
    commands += bash_command(*command);
  }
  return bash_begin + names + bash_middle + commands + bash_end;
}

}  // namespace hardbop::cli
