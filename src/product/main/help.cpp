// SPDX-License-Identifier: MIT
#include "product/main/help.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <sstream>
#include <string_view>
#include <utility>

#include "product/main/commands.hpp"
#include "product/main/offers.hpp"
#include <hardbop/spelling.hpp>

namespace hardbop::cli {

namespace {

constexpr std::size_t description_width = 50;

std::string wrapped(const std::string& text) {
  std::string out;
  std::size_t column = 0;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (column != 0) {
      const bool fits = column + 1 + word.size() <= description_width;
      out += fits ? ' ' : '\n';
      column = fits ? column + 1 : 0;
    }
    out += word;
    column += word.size();
  }
  return out;
}

class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_option_name(const CLI::Option* option, bool) const override {
    return option_heading(*option);
  }
  std::string make_option_opts(const CLI::Option*) const override { return ""; }
  std::string make_option_desc(const CLI::Option* option) const override {
    return wrapped(option->get_description());
  }
};

/// Starts a hint in what a validator says.
constexpr std::string_view hint_mark = "\n  hint: ";

std::string with_hint(const std::string& problem, const std::string& hint) {
  return hint.empty() ? problem : problem + std::string(hint_mark) + hint;
}

/// The command that was being read, such as "hardbop check".
std::string command_of(const CLI::App& app) {
  const auto inner = app.get_subcommands();
  return inner.empty() ? app.get_name() : app.get_name() + " " + command_of(*inner.front());
}

const CLI::App& innermost(const CLI::App& app) {
  const auto inner = app.get_subcommands();
  return inner.empty() ? app : innermost(*inner.front());
}

std::vector<std::string> commands_of(const CLI::App& app) {
  std::vector<std::string> out;
  for (const CLI::App* command : app.get_subcommands({})) out.push_back(command->get_name());
  return out;
}

bool is_like_option(const std::string& word) {
  return word.size() > 1 && word[0] == '-' &&
         std::isdigit(static_cast<unsigned char>(word[1])) == 0;
}

/// "unknown option '--lable'", and which one of the command may be meant.
std::string unknown_option(const std::string& word, const CLI::App& command) {
  std::vector<std::string> known;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  const std::string name = word.substr(0, word.find('='));
  const std::string hint = name.size() > 2 ? spelling_hint(name, known) : "";
  return with_hint(fmt::format("unknown option '{}'", name), hint);
}

/// "unknown command 'chek'", and which one may be meant.
std::string unknown_command(const std::string& word, const CLI::App& app) {
  const std::vector<std::string> known = commands_of(app);
  const std::string hint = spelling_hint(word, known);
  return with_hint(fmt::format("unknown command '{}'", word),
                   hint.empty() ? fmt::format("commands are {}", fmt::join(known, ", ")) : hint);
}

/// What is wrong with the words that are left over.
std::string complaint(const CLI::App& app, const CLI::Error& error) {
  std::string text = error.what();
  if (dynamic_cast<const CLI::ExcludesError*>(&error) != nullptr)
    return text.replace(text.find(" excludes "), 10, " cannot be combined with ");
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr)
    return text.substr(0, text.find(':')) + (text.find("At Most") == std::string::npos
                                                 ? " needs a value"
                                                 : " can be given only once");
  const bool lacks = dynamic_cast<const CLI::RequiredError*>(&error) != nullptr;
  if (!lacks && dynamic_cast<const CLI::ExtrasError*>(&error) == nullptr) return text;
  const CLI::App& command = innermost(app);
  const std::vector<std::string> rest = app.remaining(true);
  const bool lacks_command = lacks && text.find("subcommand") != std::string::npos;
  if (lacks_command && rest.empty())
    return fmt::format("a command is required: {}", fmt::join(commands_of(command), ", "));
  if (lacks_command && !is_like_option(rest.front())) return unknown_command(rest.front(), command);
  const auto option = std::ranges::find_if(rest, is_like_option);
  if (option != rest.end()) return unknown_option(*option, command);
  return lacks ? text : fmt::format("unexpected argument '{}'", rest.empty() ? "" : rest.front());
}

std::string failure_text(const CLI::App* app, const CLI::Error& error) {
  const std::string command = command_of(*app);
  std::string problem = complaint(*app, error);
  if (problem.find(hint_mark) == std::string::npos)
    problem = with_hint(problem, command + " --help");
  return fmt::format("{}: error: {}\n", command, problem);
}

}  // namespace

std::string option_heading(const CLI::Option& option) {
  std::string out = option.get_positional() ? option.get_name() : option.get_name(false, true);
  // CLI11 writes the value of a flag without one as --flag{value}.
  if (const std::size_t brace = out.find('{'); brace != std::string::npos) {
    out.replace(brace, 1, "[=");
    out.back() = ']';
  }
  const std::string& value = option.get_option_text();
  return value.empty() ? out : out + " " + value;
}

CLI::Validator number() {
  return CLI::Validator(
      [](const std::string& text) -> std::string {
        double value = 0;
        const char* const end = text.data() + text.size();
        const auto [stop, error] = std::from_chars(text.data(), end, value);
        const bool fine = error == std::errc() && stop == end && std::isfinite(value) && value >= 0;
        return fine ? "" : fmt::format("'{}' is not a number >= 0", text);
      },
      "");
}

CLI::Validator whole_number() {
  return CLI::Validator(
      [](const std::string& text) -> std::string {
        std::uint64_t value = 0;
        const char* const end = text.data() + text.size();
        const auto [stop, error] = std::from_chars(text.data(), end, value);
        const bool fine = error == std::errc() && stop == end;
        return fine ? "" : fmt::format("'{}' is not a whole number >= 0", text);
      },
      "");
}

CLI::Validator not_empty() {
  return CLI::Validator(
      [](const std::string& text) -> std::string {
        return text.empty() ? "the value must not be empty" : "";
      },
      "");
}

CLI::Validator named_file() {
  return {[](const std::string& path) {
            if (path.empty()) return "the name of the file is empty";
            return path == "-" ? "the answer goes to standard output; give the name of a file" : "";
          },
          ""};
}

CLI::Validator one_of(std::vector<std::string> words) {
  const Offer offer = words;
  CLI::Validator validator(
      [words = std::move(words)](const std::string& text) -> std::string {
        if (std::ranges::find(words, text) != words.end()) return "";
        return with_hint(fmt::format("'{}' is none of {}", text, fmt::join(words, ", ")),
                         spelling_hint(text, words));
      },
      "");
  return offering(offer, std::move(validator));
}

int complain(const std::string& command, const std::string& problem, const std::string& hint) {
  fmt::print(stderr, "{}: error: {}\n", command,
             with_hint(problem, hint.empty() ? command + " --help" : hint));
  return usage_error;
}

int complain_of_command(const std::string& word, const CLI::App& app) {
  fmt::print(stderr, "hardbop help: error: {}\n", unknown_command(word, app));
  return usage_error;
}

void set_style(CLI::App& app) {
  app.formatter(std::make_shared<HelpFormatter>());
  app.failure_message(failure_text);
}

}  // namespace hardbop::cli
