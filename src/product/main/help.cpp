// SPDX-License-Identifier: MIT
#include "product/main/help.hpp"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <memory>
#include <sstream>
#include <utility>

#include "product/main/commands.hpp"
#include "product/main/offers.hpp"

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

/// The command that was being read, such as "hardbop check".
std::string command_of(const CLI::App& app) {
  const auto inner = app.get_subcommands();
  return inner.empty() ? app.get_name() : app.get_name() + " " + command_of(*inner.front());
}

std::string commands_of(const CLI::App& app) {
  const auto inner = app.get_subcommands();
  if (!inner.empty()) return commands_of(*inner.front());
  std::string out;
  for (const CLI::App* command : app.get_subcommands({}))
    out += (out.empty() ? "" : ", ") + command->get_name();
  return out;
}

std::string complaint(const CLI::App& app, const CLI::Error& error) {
  const std::vector<std::string> rest = app.remaining(true);
  const std::string unexpected = rest.empty() ? "" : rest.front();
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr)
    return fmt::format("unexpected argument '{}'", unexpected);
  std::string text = error.what();
  if (dynamic_cast<const CLI::RequiredError*>(&error) == nullptr) return text;
  if (text.find("subcommand") == std::string::npos) return text;
  if (unexpected.empty()) return fmt::format("a command is required: {}", commands_of(app));
  return fmt::format("no command '{}'; there are {}", unexpected, commands_of(app));
}

std::string failure_text(const CLI::App* app, const CLI::Error& error) {
  const std::string command = command_of(*app);
  return fmt::format("{0}: error: {1}\n  hint: {0} --help\n", command, complaint(*app, error));
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
        return fine ? "" : fmt::format("'{}' is not a number from 0 on", text);
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
        return fine ? "" : fmt::format("'{}' is not a whole number from 0 on", text);
      },
      "");
}

CLI::Validator one_of(std::vector<std::string> words) {
  const Offer offer = words;
  return offering(offer, CLI::IsMember(std::move(words)).description(""));
}

int complain(const std::string& command, const std::string& problem) {
  fmt::print(stderr, "{0}: error: {1}\n  hint: {0} --help\n", command, problem);
  return usage_error;
}

void set_style(CLI::App& app) {
  app.formatter(std::make_shared<HelpFormatter>());
  app.failure_message(failure_text);
}

}  // namespace hardbop::cli
