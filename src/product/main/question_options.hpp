// SPDX-License-Identifier: MIT
// The options of a question, from the tables of <hardbop/question.hpp>.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

#include <hardbop/program.hpp>
#include <hardbop/question.hpp>

namespace hardbop::cli {

/// Those that --engine can name: auto and these.
[[nodiscard]] std::vector<std::string> engine_names(const std::vector<EngineDescription>& engines);

struct QuestionOnCommandLine {
  Question question;

  /// All options, or those with these flags.
  void add_to(CLI::App& command, const std::vector<std::string_view>& flags = {});
  /// Reads the files that the question names, and reports what is wrong with them; whether all is
  /// well.
  [[nodiscard]] bool complete();
  /// Says what only the command line knows of errors of an answer.
  void explain(std::vector<Message>& errors) const;

 private:
  bool algorithm_is_unread_ = false;  // it is no file, either

  void read_algorithm();
};

}  // namespace hardbop::cli
