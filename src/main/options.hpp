// SPDX-License-Identifier: MIT
// Options that several commands have.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include <hardbop/program.hpp>

namespace hardbop::cli {

/// The positional FILE and how to read it.
struct InputOptions {
  std::string path;
  std::string dialect_name = "standard";
  bool no_warnings = false;

  void add_to(CLI::App& command) {
    command.add_option("FILE", path, "The program; - for standard input")->required();
    add_dialect_to(command);
    command.add_flag("-w,--no-warnings", no_warnings, "Do not warn");
  }
  void add_dialect_to(CLI::App& command) {
    command.add_option("--dialect", dialect_name, "How operators group: standard, satabs")
        ->check(CLI::IsMember({"standard", "satabs"}).description(""))
        ->option_text("NAME [standard]");
  }
  [[nodiscard]] OperatorDialect dialect() const {
    return dialect_name == "satabs" ? OperatorDialect::Satabs : OperatorDialect::Standard;
  }
};

}  // namespace hardbop::cli
