// SPDX-License-Identifier: MIT
// Options that several commands have.
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <string>

#include <hardbop/program.hpp>

namespace hardbop::cli {

/// The positional FILE and how to read it.
struct InputOptions {
  std::string path;
  OperatorDialect dialect = OperatorDialect::Standard;
  bool no_warnings = false;

  void add_to(CLI::App& command) {
    command.add_option("FILE", path, "The program; - for standard input")->required();
    add_dialect_to(command);
    command.add_flag("-w,--no-warnings", no_warnings, "Do not warn");
  }
  void add_dialect_to(CLI::App& command) {
    const std::map<std::string, OperatorDialect> dialects{{"standard", OperatorDialect::Standard},
                                                          {"satabs", OperatorDialect::Satabs}};
    command.add_option("--dialect", dialect, "How operators group: standard, satabs")
        ->transform(CLI::CheckedTransformer(dialects).description(""))
        ->option_text("NAME");
  }
};

}  // namespace hardbop::cli
