// SPDX-License-Identifier: MIT
// Reads inputs and writes outputs. Failures are messages on stderr.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <hardbop/c.hpp>
#include <hardbop/program.hpp>

namespace hardbop::cli {

/// When to stop reading.
struct ReadLimits {
  std::optional<double> seconds{};
  std::optional<std::uint64_t> megabytes{};
  const std::atomic<bool>* cancel = nullptr;
  bool stopped = false;  // that was why there is no text
};

/// The text of a file, or of standard input where the path is "-". Reports why not.
[[nodiscard]] std::optional<std::string> read_input(const std::string& path, ReadLimits& limits);
[[nodiscard]] std::optional<std::string> read_input(const std::string& path);
/// Likewise, of what need not be a file; reports nothing.
[[nodiscard]] std::optional<std::string> read_if_possible(const std::string& path);

/// A compilation database that the user named, or none.
struct CompilationDatabase {
  std::string path;
  bool decides_machine = true;  // -m32 and -m64 count
};

/// The files of a C program, as a compilation database says where one is named. Reports why not,
/// and warnings about the database where `warnings`; these also go to `found`, where there is one.
[[nodiscard]] std::optional<std::vector<CSource>> read_c_files(
    const std::vector<std::string>& paths, const CompilationDatabase& database, ReadLimits& limits,
    bool warnings, std::vector<Message>* found = nullptr);

/// How an input is called in messages.
[[nodiscard]] std::string input_name(const std::string& path);

/// Writes to standard output and makes sure it got there.
[[nodiscard]] bool write_output(std::string_view text);

/// Whether writing to `output` would replace the input. Reports it.
[[nodiscard]] bool would_overwrite(const std::string& output, const std::string& input);

/// Replaces a file whole or not at all, keeping its owner and permissions. Follows symbolic
/// links; devices and pipes are written to. Reports why not.
[[nodiscard]] bool write_file(const std::string& path, std::string_view text);

/// Whether write_file would do so now; changes nothing. Reports why not.
[[nodiscard]] bool can_write(const std::string& path);

/// Whether all of these outputs can be written, those that have a name: none would replace an
/// input, or another output. Changes nothing. Reports why not.
[[nodiscard]] bool can_write_outputs(const std::vector<std::string>& outputs,
                                     const std::vector<std::string>& inputs);

/// Makes a folder, with those that it is in, where there is none. Reports why not.
[[nodiscard]] bool make_folder(const std::string& path);

/// Prints messages, and how many more there are. `warnings`: also those.
void print_messages(const std::vector<Message>& messages, std::size_t errors, bool warnings);

/// How the text of a Boolean program is called: t.rem.bp if it was translated from t.rem.
[[nodiscard]] std::string program_name(const std::string& path);

/// The text of a Boolean program: as it was read or, of a file in another tool's format,
/// translated. Reports why not.
[[nodiscard]] std::optional<std::string> read_program_text(const std::string& path,
                                                           ReadLimits& limits);

/// Parses what was read from that path; nothing where it has errors, which are reported.
[[nodiscard]] std::optional<Program> parse_text(std::string text, const std::string& path,
                                                OperatorDialect dialect, bool warnings);

/// Reads and parses; nothing where that failed, which has been reported.
[[nodiscard]] std::optional<Program> read_program(const std::string& path, OperatorDialect dialect,
                                                  bool warnings);

}  // namespace hardbop::cli
