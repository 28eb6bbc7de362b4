// SPDX-License-Identifier: MIT
// What a certificate claims, and of which program.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hardbop::certify {

struct Claim {
  std::string program;                  // the path it was read from; says nothing
  std::string sha256;                   // of its text, in hexadecimal digits
  std::string dialect = "standard";     // how it was read
  std::vector<std::string> entries;     // procedures that runs start in
  std::vector<std::string> properties;  // that hold, by bp::Target::name
};

/// As sha256sum prints it.
[[nodiscard]] std::string sha256(std::string_view text);

// A script ends with a comment that counts its questions. A solver prints a line for each, so that
// whoever reads the answers knows whether all are there.

/// The last line of a script, with its end, of the text before it.
[[nodiscard]] std::string count_line(std::string_view script);
/// How many obligations the last line counts; nothing where there is no such line.
[[nodiscard]] std::optional<std::size_t> claimed_count(std::string_view script);
/// What is wrong with the count of a script; empty where nothing is.
[[nodiscard]] std::string count_problem(std::string_view script);

}  // namespace hardbop::certify
