// SPDX-License-Identifier: MIT
// The options of a question, from the tables of <hardbop/question.hpp>.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include <hardbop/program.hpp>
#include <hardbop/question.hpp>

namespace hardbop::cli {

struct QuestionOnCommandLine {
  Question question;

  void add_to(CLI::App& command);
  /// Reads the files that the question names, and reports what is wrong with them or with the
  /// words of options; whether all is well. `name`: of the program.
  [[nodiscard]] bool complete(const std::string& name);
  /// Says what only the command line knows of errors of an answer.
  void explain(std::vector<Message>& errors) const;
  /// Whether there are only words that options know; reports others.
  [[nodiscard]] bool has_known_words(const std::string& name) const;

 private:
  std::vector<std::string> unknown_words_;  // what is wrong with each
  bool algorithm_is_unread_ = false;        // it is no file, either

  void read_algorithm();
};

}  // namespace hardbop::cli
