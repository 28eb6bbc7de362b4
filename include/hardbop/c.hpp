// SPDX-License-Identifier: MIT
// C programs: reading, printing and drawing them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <hardbop/program.hpp>

namespace hardbop {

/// Sizes of C's types.
enum class CDataModel : std::uint8_t { Ilp32, Lp64 };

/// What calling a function that is defined nowhere does.
enum class CUndefined : std::uint8_t {
  Havoc,   // returns anything, writes all that it can reach, calls what it was given
  Pure,    // returns anything, and does nothing
  Refuse,  // is unknown
};

/// What reading a volatile object does that is external or at a constant address.
enum class CVolatile : std::uint8_t {
  Arbitrary,  // returns any value, each time
  Memory,     // what was written last, as of other objects
};

struct CSource {
  std::string path;  // for messages, and for #include beside it
  std::string text;
  std::vector<std::string> arguments{};  // how a compiler is to read this one, such as "-DN=3"
};

struct COptions {
  CDataModel data_model = CDataModel::Ilp32;
  CUndefined undefined = CUndefined::Havoc;
  CVolatile volatile_reads = CVolatile::Arbitrary;
  std::vector<std::string> include_dirs;
  std::vector<std::string> defines;  // NAME or NAME=VALUE
};

/// Whether this build reads C at all; else all answers are an error that says so.
[[nodiscard]] bool reads_c();

/// Files of a compilation database, Clang's compile_commands.json.
struct CCommands {
  std::vector<CSource> sources;  // their texts are still to be read
  std::vector<Message> messages;
  std::size_t errors = 0;
};

/// `path`: the database, or its folder. `files`: which of its files; all, where there are none.
[[nodiscard]] CCommands read_compile_commands(const std::string& path,
                                              const std::vector<std::string>& files);

/// The sources, linked to one program, as text of the intermediate language that
/// docs/manual/c-front-end.md describes. Never throws for bad input.
[[nodiscard]] FormatResult print_c(const std::vector<CSource>& sources,
                                   const COptions& options = {});

/// The control flow of each function in Graphviz' language.
[[nodiscard]] FormatResult draw_c(const std::vector<CSource>& sources,
                                  const COptions& options = {});

}  // namespace hardbop
