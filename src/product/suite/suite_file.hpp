// SPDX-License-Identifier: MIT
// A suite file: TOML that names programs, questions, limits and expected answers.
// docs/manual/suite.md describes it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "product/suite/task.hpp"

namespace hardbop::suite {

/// A text and its place in the file.
struct Located {
  std::string text;
  Location at{};
};

/// What must be answered: to each question by its name, or to any, under the empty name.
using Expected = std::map<std::string, Located>;

/// A program of named files, or programs of one file each, by a pattern.
struct ProgramEntry {
  std::string name{};  // empty: the file's
  std::vector<Located> files;
  bool is_pattern = false;
  std::vector<std::string> options{};
  Expected expected{};
};

struct Configuration {
  std::string name;
  std::vector<std::string> options{};
};

/// Programs and what is asked of each of them.
struct Section {
  std::string name;
  std::vector<ProgramEntry> programs{};
  std::vector<Located> exclude{};
  std::optional<Located> compile_commands{};
  bool linked = false;  // the files of compile_commands are one program
  std::vector<Located> properties{};
  std::vector<Located> rules{};
  std::vector<std::string> options{};
  std::vector<Configuration> configurations{};
  Expected expected{};
  Limits limits{};
  Location at{};
};

struct SuiteFile {
  std::string name;
  std::vector<Section> sections{};
};

/// Problems are messages of the plan.
[[nodiscard]] SuiteFile read_suite_file(const std::string& path, const std::string& text,
                                        Plan& plan);

/// What can be expected.
[[nodiscard]] const std::vector<std::string>& expectable_verdicts();

}  // namespace hardbop::suite
