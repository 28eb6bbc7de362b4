// SPDX-License-Identifier: MIT
// Which files of a compilation database form the program.
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <set>

#include "c/front/front_end.hpp"
#include <hardbop/c.hpp>

namespace hardbop {

namespace {

namespace fs = std::filesystem;

/// As one would name it here.
std::string shown(const std::string& path) {
  std::error_code none;
  const std::string near = fs::proximate(path, none).string();
  return near.empty() || near.starts_with("..") ? path : near;
}

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code none;
  return fs::absolute(a, none).lexically_normal() == fs::absolute(b, none).lexically_normal() ||
         fs::equivalent(a, b, none);
}

class CommandChoice {
 public:
  explicit CommandChoice(std::string database) : database_(std::move(database)) {}

  void take(const c::Command& command) {
    if (!command.path.ends_with(".c") && !command.path.ends_with(".i"))
      return say(Message::Kind::Warning,
                 fmt::format("{} is ignored: it is not C", shown(command.path)));
    if (!taken_.insert(command.path).second)
      return say(Message::Kind::Warning,
                 fmt::format("{} is listed twice; the first entry is used", shown(command.path)));
    out_.sources.push_back({shown(command.path), "", command.arguments});
  }

  void say(Message::Kind kind, std::string text) {
    Message& message = out_.messages.emplace_back();
    message.kind = kind;
    message.at.file = database_;
    message.text = std::move(text);
    if (kind == Message::Kind::Error) ++out_.errors;
  }

  [[nodiscard]] CCommands get() {
    if (out_.sources.empty() && out_.errors == 0) say(Message::Kind::Error, "no C files");
    return std::move(out_);
  }

 private:
  std::string database_;
  std::set<std::string> taken_;
  CCommands out_;
};

}  // namespace

CCommands read_compile_commands(const std::string& path, const std::vector<std::string>& files) {
  const c::Commands read = c::read_commands(path);
  CommandChoice choice(path);
  if (!read.error.empty()) {
    const std::size_t end = read.error.find_last_not_of(" \n");
    choice.say(Message::Kind::Error, read.error.substr(0, end + 1));
    return choice.get();
  }
  if (files.empty())
    for (const c::Command& command : read.commands) choice.take(command);
  for (const std::string& file : files) {
    const auto found = std::ranges::find_if(
        read.commands, [&](const c::Command& command) { return is_same_file(command.path, file); });
    if (found == read.commands.end())
      choice.say(Message::Kind::Error, fmt::format("no command for {}", file));
    else
      choice.take(*found);
  }
  return choice.get();
}

}  // namespace hardbop
