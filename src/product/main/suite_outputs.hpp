// SPDX-License-Identifier: MIT
// What hardbop suite says of the rows of a run, and whether they make it fail.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

#include "product/suite/outputs.hpp"

namespace hardbop::cli {

struct SuiteOutputs {
  std::string baseline{};
  double slower = 2;
  std::vector<std::string> fail_on{};
  bool all = false;
  std::string sarif{};
  std::string junit{};
  std::string csv{};
  std::string markdown{};
  std::string benchexec{};
  std::string report{};

  /// `usual`: what --fail-on is if it is not given.
  void add_to(CLI::App& command, const std::string& usual);
  /// Whether what is asked for can be done; the exit status. `inputs` must not be replaced.
  [[nodiscard]] int check(const std::function<std::vector<std::string>()>& inputs) const;
  /// Reads the rows of the folder, prints and writes; the exit status.
  [[nodiscard]] int write(const std::string& folder, const std::string& name,
                          const std::string& root) const;

 private:
  [[nodiscard]] bool write_files(const suite::RowSet& rows, const suite::Differences* differences,
                                 const std::string& name, const std::string& root) const;
};

}  // namespace hardbop::cli
