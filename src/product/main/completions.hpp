// SPDX-License-Identifier: MIT
// The commands and options of the program, as scripts that complete them in a shell.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "product/main/offers.hpp"

namespace hardbop::cli {

struct CompletedOption {
  std::vector<std::string> names;  // "-w", "--no-warnings"
  std::string help;
  std::string value;  // what it is called; empty where there is none
  /// Of one that can stand alone, its value follows a "=".
  bool may_stand_alone = false;
  bool is_repeatable = false;
  Offer offer;
};

struct CompletedCommand {
  std::string path;  // "check", "generate tn"; empty for the program itself
  std::string help;
  std::vector<CompletedOption> options;
  Offer arguments;                      // for each argument that is no option
  std::vector<CompletedCommand> inner;  // a command that has some has no option with a value

  /// The last word of its path.
  [[nodiscard]] std::string name() const { return path.substr(path.find_last_of(' ') + 1); }
};

[[nodiscard]] CompletedCommand completed(CLI::App& app, const std::string& path = "");

/// The command and all below it, outer ones first.
[[nodiscard]] std::vector<const CompletedCommand*> all_commands(const CompletedCommand& program);

[[nodiscard]] std::string bash_completions(const CompletedCommand& program);
[[nodiscard]] std::string zsh_completions(const CompletedCommand& program);
[[nodiscard]] std::string fish_completions(const CompletedCommand& program);

/// The words of an offer, and of "*.bp" and the like the endings; "*" and "*/" are left out.
[[nodiscard]] std::vector<std::string> words_of(const Offer& offer);
[[nodiscard]] std::vector<std::string> endings_of(const Offer& offer);
[[nodiscard]] bool has_files(const Offer& offer);    // of any ending
[[nodiscard]] bool has_folders(const Offer& offer);  // and nothing that is in them

/// Between single quotes, as all three shells read them. `quote` stands for one inside.
[[nodiscard]] std::string quoted(std::string_view text, std::string_view quote);

}  // namespace hardbop::cli
