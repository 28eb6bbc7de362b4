// SPDX-License-Identifier: MIT
// Options that several commands have.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include <hardbop/c.hpp>
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

/// How to read C.
struct COptionsOnCommandLine {
  COptions options;
  std::string data_model = "ILP32";

  void add_to(CLI::App& command) {
    command.add_option("-I", options.include_dirs, "C: look for #include in DIR, too; repeatable")
        ->option_text("DIR")
        ->allow_extra_args(false);
    command.add_option("-D", options.defines, "C: define a macro; repeatable")
        ->option_text("NAME[=VALUE]")
        ->allow_extra_args(false);
    command.add_option("--data-model", data_model, "C: sizes of types: ILP32, LP64")
        ->check(CLI::IsMember({"ILP32", "LP64"}).description(""))
        ->option_text("NAME [ILP32]");
  }
  [[nodiscard]] COptions get() const {
    COptions result = options;
    result.data_model = data_model == "LP64" ? CDataModel::Lp64 : CDataModel::Ilp32;
    return result;
  }
  [[nodiscard]] static bool is_c(const std::string& path) {
    return path.ends_with(".c") || path.ends_with(".i");
  }
};

}  // namespace hardbop::cli
