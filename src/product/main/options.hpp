// SPDX-License-Identifier: MIT
// Options that several commands share.
#pragma once

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <vector>

#include "product/main/address_range.hpp"
#include "product/main/files.hpp"
#include "product/main/help.hpp"
#include "product/main/offers.hpp"
#include <hardbop/c.hpp>
#include <hardbop/program.hpp>

namespace hardbop::cli {

/// How to read C.
struct COptionsOnCommandLine {
  COptions options;
  std::optional<std::string> data_model;  // where the user says it
  std::string volatile_reads = "arbitrary";
  std::string malloc = "never-fails";
  std::vector<std::string> mmio;
  std::string compile_commands;
  std::optional<std::string> undefined;  // where the user says it

  void add_to(CLI::App& command) {
    command.add_option("-I", options.include_dirs, "C: also search DIR for #include (repeatable)")
        ->option_text("DIR")
        ->allow_extra_args(false);
    command.add_option("-D", options.defines, "C: define a macro (repeatable)")
        ->option_text("NAME[=VALUE]")
        ->allow_extra_args(false);
    add_machine_to(command);
    command
        .add_option("--undefined", undefined,
                    "C: a call of a function without a body returns any value, and may write all "
                    "that it can reach and call the functions that it was given (havoc); only "
                    "returns any value (pure); or makes the answer unknown (refuse)")
        ->check(one_of({"havoc", "pure", "refuse"}))
        ->option_text("MODE [havoc]");
    command
        .add_option("--volatile", volatile_reads,
                    "C: reading a volatile object that is external or at a constant address gives "
                    "any value (arbitrary), or the value last written (memory)")
        ->check(one_of({"arbitrary", "memory"}))
        ->option_text("arbitrary|memory [arbitrary]");
    command
        .add_option("--malloc", malloc,
                    "C: malloc and similar functions return memory (never-fails), or memory or a "
                    "null pointer (may-fail)")
        ->check(one_of({"never-fails", "may-fail"}))
        ->option_text("never-fails|may-fail [never-fails]");
    command
        .add_option("--compile-commands", compile_commands,
                    "C: read the files with the options in compile_commands.json; PATH is that "
                    "file or its folder; without FILE, read all files listed there")
        ->option_text("PATH")
        ->check(offering({"*.json"}));
  }
  /// Functions that the machine calls.
  void add_interrupts(CLI::App& command) {
    const auto add_names = [&](const char* name, std::vector<std::string>& to, const char* help) {
      command.add_option(name, to, help)->option_text("FUNCTION")->allow_extra_args(false);
    };
    add_names("--interrupt", options.interrupts.handlers,
              "C: the machine may call FUNCTION at any time; it runs to its end before the "
              "interrupted code goes on (repeatable)");
    add_names("--interrupts-off", options.interrupts.off,
              "C: a call of FUNCTION switches interrupts off (repeatable)");
    add_names("--interrupts-on", options.interrupts.on,
              "C: a call of FUNCTION switches interrupts on (repeatable)");
  }
  /// The machine that the program is for.
  void add_machine_to(CLI::App& command) {
    CLI::Option* const model =
        command.add_option("--data-model", data_model, "C: type sizes: ILP32, LP64")
            ->check(one_of({"ILP32", "LP64"}))
            ->option_text("NAME [LP64]");
    command
        .add_option("--target", options.target,
                    "C: type sizes, alignment, signedness of char and macros of a target of Clang, "
                    "such as arm-none-eabi")
        ->option_text("TRIPLE")
        ->excludes(model);
    command
        .add_option("--mmio", mmio,
                    "C: devices have their registers at the addresses FIRST-LAST or FIRST+SIZE, "
                    "such as 0x40000000-0x5fffffff (repeatable)")
        ->option_text("RANGE")
        ->allow_extra_args(false)
        ->check(address_range());
  }
  [[nodiscard]] CompilationDatabase database() const {
    return {compile_commands, !data_model && options.target.empty()};
  }
  [[nodiscard]] COptions get() const {
    COptions result = options;
    if (data_model == "ILP32") result.data_model = CDataModel::Ilp32;
    if (malloc == "may-fail") result.malloc = CMalloc::MayFail;
    for (const std::string& range : mmio)
      if (const auto read = read_address_range(range)) result.devices.push_back(*read);
    if (undefined)
      result.undefined = *undefined == "pure"     ? CUndefined::Pure
                         : *undefined == "refuse" ? CUndefined::Refuse
                                                  : CUndefined::Havoc;
    if (volatile_reads == "memory") result.volatile_reads = CVolatile::Memory;
    return result;
  }
  [[nodiscard]] static bool is_c(const std::string& path) {
    return path.ends_with(".c") || path.ends_with(".i");
  }
  /// Whether these are files of one C program.
  [[nodiscard]] bool is_c(const std::vector<std::string>& paths) const {
    return !compile_commands.empty() ||
           std::ranges::any_of(paths, [](const auto& p) { return is_c(p); });
  }
};

/// The positional FILE and how to read it.
struct InputOptions {
  std::string path;
  std::vector<std::string> paths;  // of those that read several files of C
  std::string dialect_name = "standard";
  bool no_warnings = false;

  void add_to(CLI::App& command) {
    command.add_option("FILE", path, "The program; - for standard input")
        ->required()
        ->check(offering({"*.bp"}));
    add_dialect_to(command);
    command.add_flag("-w,--no-warnings", no_warnings, "Do not print warnings");
  }
  /// Several files of C, or one program.
  void add_files_to(CLI::App& command, bool reads_tasks = false) {
    Offer files{"*.bp", "*.c", "*.i"};
    if (reads_tasks) files.emplace_back("*.yml");
    command
        .add_option(
            "FILE", paths,
            fmt::format("The program; - for standard input. Files named *.c or *.i are C: "
                        "all files of one program, or some of them{}",
                        reads_tasks ? ". A file named *.yml is an SV-COMP task definition" : ""))
        ->check(offering(files));
    add_dialect_to(command);
    command.add_flag("-w,--no-warnings", no_warnings, "Do not print warnings");
  }
  /// What is wrong with the files that are named; empty where nothing is.
  [[nodiscard]] std::string problem(const COptionsOnCommandLine& c) {
    if (paths.empty() && c.compile_commands.empty()) return "FILE is required";
    if (paths.size() > 1 && !c.is_c(paths))
      return "unexpected argument '" + paths[1] + "': a Boolean program is one file";
    if (!paths.empty()) path = paths.front();
    return {};
  }
  void add_dialect_to(CLI::App& command) {
    command
        .add_option("--dialect", dialect_name,
                    fmt::format("Operator precedence: {}", fmt::join(dialect_names(), ", ")))
        ->check(one_of(dialect_names()))
        ->option_text("NAME [standard]");
  }
  [[nodiscard]] OperatorDialect dialect() const {
    return find_dialect(dialect_name).value_or(OperatorDialect::Standard);
  }
};

}  // namespace hardbop::cli
