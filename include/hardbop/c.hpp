// SPDX-License-Identifier: MIT
// C programs: reading, printing and drawing them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <hardbop/program.hpp>

namespace hardbop {

/// Sizes of C types.
enum class CDataModel : std::uint8_t { Ilp32, Lp64 };

/// The effect of calling an undefined function; docs/manual/c-front-end.md describes it.
enum class CUndefined : std::uint8_t {
  Havoc,   // returns any value, may write all that it can reach and call what it was given
  Pure,    // returns any value and does nothing else
  Refuse,  // the answer is unknown
};

/// The effect of reading a volatile object that is external or at a constant address.
enum class CVolatile : std::uint8_t {
  Arbitrary,  // returns any value, each time
  Memory,     // returns the value last written, as for other objects
};

/// What malloc and similar functions do.
enum class CMalloc : std::uint8_t {
  NeverFails,
  MayFail,  // may return null
};

/// Addresses where devices have their registers, the last one included.
struct CAddressRange {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

/// A function to start with instead of main; docs/manual/c.md says how it is called.
struct CEntry {
  std::string function;  // empty: main
  bool pointers_may_be_null = true;
  bool strings_are_terminated = false;
  std::uint64_t most_elements = 0;  // of an array that a pointer leads to; 0: any number
};

struct CSource {
  std::string path;  // for messages and for relative #include
  std::string text;
  std::vector<std::string> arguments{};  // compiler options for this file, such as "-DN=3"
};

/// Functions that the machine may call at any time while main runs, again and again; each runs to
/// its end before main goes on.
struct CInterrupts {
  std::vector<std::string> handlers;
  std::vector<std::string> off;  // functions that switch them off
  std::vector<std::string> on;   // and on again; they are on at first
};

struct COptions {
  /// `target` comes before it, and so does -m32 or -m64 among the arguments of a source.
  CDataModel data_model = CDataModel::Lp64;
  std::string target;  // as Clang names it, such as "arm-none-eabi"; if empty, x86 with Linux
  CUndefined undefined = CUndefined::Havoc;
  CVolatile volatile_reads = CVolatile::Arbitrary;
  CMalloc malloc = CMalloc::NeverFails;
  std::vector<CAddressRange> devices;  // besides volatile memory at constant addresses
  CEntry entry;
  CInterrupts interrupts;
  std::vector<std::string> include_dirs;
  std::vector<std::string> defines;  // NAME or NAME=VALUE
};

/// Whether this build can read C; if not, every answer is an error that says so.
[[nodiscard]] bool reads_c();

/// Files of a compilation database, Clang's compile_commands.json.
struct CCommands {
  std::vector<CSource> sources;  // their texts have not been read yet
  std::vector<Message> messages;
  std::size_t errors = 0;
};

/// `path`: the database, or its folder. `files`: which of its files; if empty, all of them.
[[nodiscard]] CCommands read_compile_commands(const std::string& path,
                                              const std::vector<std::string>& files);

/// What is read of sources, and where.
struct CFiles {
  std::vector<std::string> files;   // the sources, and all that they include
  std::vector<std::string> absent;  // that would be included if they existed
  std::string error;                // why this is not known; else empty
};

/// Preprocesses the sources, and no more.
[[nodiscard]] CFiles list_c_files(const std::vector<CSource>& sources,
                                  const COptions& options = {});

/// A task definition of SV-COMP's, a YAML file.
struct CTask {
  struct Text {
    std::string text;
    Location at;
  };
  std::vector<Text> input_files;              // patterns of paths, relative to the task's folder
  std::vector<Text> property_files;           // paths, likewise
  std::vector<std::optional<bool>> expected;  // of each of these, if the task says it
  std::optional<CDataModel> data_model;
  std::vector<Message> messages;
  std::size_t errors = 0;
};

/// `path` is for messages.
[[nodiscard]] CTask read_task(const std::string& path, const std::string& text);

/// The sources, linked to one program, as text of the intermediate language that
/// docs/manual/c-front-end.md describes. Never throws for bad input.
[[nodiscard]] FormatResult print_c(const std::vector<CSource>& sources,
                                   const COptions& options = {});

/// The control flow of each function in Graphviz' language.
[[nodiscard]] FormatResult draw_c(const std::vector<CSource>& sources,
                                  const COptions& options = {});

}  // namespace hardbop
