// SPDX-License-Identifier: MIT
// Reads C: Clang parses and checks the files, and its syntax trees are translated to the
// intermediate language of il.hpp. docs/manual/c-front-end.md says what each construct becomes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "c/il/il.hpp"

namespace hardbop::c {

/// What is an error of a program.
enum class Errors : std::uint8_t {
  Calls,      // assertions, reach_error
  Overflows,  // of signed arithmetic; calls of reach_error are like others
  None,       // a failing assertion halts; calls of reach_error are like others
};

/// What calling a function that is defined nowhere does.
enum class Undefined : std::uint8_t {
  Havoc,   // all that an unknown environment can do
  Pure,    // returns an arbitrary value, and does nothing
  Refuse,  // cannot be followed
};

/// What reading a volatile object does that is external or at a constant address.
enum class Volatile : std::uint8_t {
  Arbitrary,  // returns any value, each time
  Memory,     // what was written last
};

/// What malloc and similar functions do.
enum class Malloc : std::uint8_t {
  NeverFails,
  MayFail,  // may return null
};

/// What a program starts with, if that is not main.
struct Entry {
  std::string function;                 // empty: main
  bool pointers_may_be_null = true;     // that it is called with
  bool strings_are_terminated = false;  // likewise
  std::uint64_t most_elements = 0;      // of an array that it is called with; 0: any number
};

/// Functions that the machine may call between any two steps of main, again and again.
struct Interrupts {
  std::vector<std::string> handlers;
  std::vector<std::string> off;  // functions that switch them off
  std::vector<std::string> on;   // and on again; they are on at first
};

struct ParseOptions {
  DataModel data_model;  // `target` and -m32 or -m64 among a file's arguments come before it
  std::string target;    // as Clang names it; empty: that of the data model
  Undefined undefined = Undefined::Havoc;
  Volatile volatile_reads = Volatile::Arbitrary;
  Malloc malloc = Malloc::NeverFails;
  std::vector<AddressRange> devices;
  Entry entry;
  Interrupts interrupts;
  Errors errors = Errors::Calls;
  bool error_labels = false;       // of Errors::Calls: arriving at a label ERROR is one, too
  bool strict_memory = false;      // faults are, too: a subscript beyond a row or member, a copy
                                   // that overlaps, a stream that is not open
  bool finds_deadlocks = false;    // who waits for a condition variable is told to go on, or not
  bool copies_allocators = true;   // for calls with constants: a local is then several objects
  std::vector<std::string> roots;  // functions that are kept though nobody calls them
  std::vector<std::string> include_dirs;
  std::vector<std::string> defines;  // NAME or NAME=VALUE
  /// Functions whose calls can be told in the program also where they have no body.
  std::vector<std::string> watched;
};

struct Source {
  std::string path;
  std::string text;
  std::vector<std::string> arguments{};  // of Clang's, for this one alone
};

/// What Clang says of a source.
struct Finding {
  enum class Severity : std::uint8_t { Error, Warning, Note };
  Severity severity = Severity::Error;
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string text;
};

struct ParseResult {
  std::optional<Program> program;  // nothing where there are errors
  std::vector<Finding> findings;
  std::string failure;  // Clang did not come to an end
};

/// Parses the sources and links them to one program. Never throws for bad input.
[[nodiscard]] ParseResult parse(const std::vector<Source>& sources, const ParseOptions& options);

/// What Clang reads of the sources, and where it looks.
struct FilesRead {
  std::vector<std::string> files;   // the sources and all that they include
  std::vector<std::string> absent;  // that would be included if they existed
  std::string error;                // why this is not known
};

/// Preprocesses the sources, and no more.
[[nodiscard]] FilesRead list_files(const std::vector<Source>& sources, const ParseOptions& options);

/// A file as compile_commands.json has it.
struct Command {
  std::string path;
  std::vector<std::string> arguments;  // that say how the text is to be read; others are left out
};

struct Commands {
  std::vector<Command> commands;
  std::string error;  // why there are none
};

/// Clang's compilation database. Relative paths are those of the command's folder, and a relative
/// folder is that of the database's.
[[nodiscard]] Commands read_commands(const std::string& path);

/// A task definition of SV-COMP's: what is to be checked of which files.
struct Task {
  struct Text {
    std::string text;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
  };
  std::vector<Text> input_files;      // patterns, as the file has them
  std::vector<Text> property_files;   // likewise
  std::vector<std::string> verdicts;  // of each of these: "true", "false", or nothing
  std::string data_model;             // "ILP32", "LP64", or nothing
  std::vector<Finding> findings;      // errors; then the rest is not complete
};

/// `path` is for messages.
[[nodiscard]] Task read_task(const std::string& path, const std::string& text);

/// Whether this build reads C at all.
[[nodiscard]] bool has_front_end();

}  // namespace hardbop::c
