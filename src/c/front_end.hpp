// SPDX-License-Identifier: MIT
// Reads C: Clang parses and checks, what it finds becomes the intermediate language of il.hpp.
// docs/manual/c-front-end.md says what each construct becomes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "c/il.hpp"

namespace hardbop::c {

struct ParseOptions {
  DataModel data_model;
  std::vector<std::string> include_dirs;
  std::vector<std::string> defines;  // NAME or NAME=VALUE
  /// Functions whose calls can be told in the program also where they have no body.
  std::vector<std::string> watched;
  /// Whether failing assertions, calls of reach_error and labels ERROR are statements Error; else
  /// a failing assertion halts, and the others are what C says.
  bool own_errors = true;
};

struct Source {
  std::string path;
  std::string text;
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
};

/// Parses the sources and links them to one program. Never throws for bad input.
[[nodiscard]] ParseResult parse(const std::vector<Source>& sources, const ParseOptions& options);

/// Whether this build reads C at all.
[[nodiscard]] bool has_front_end();

}  // namespace hardbop::c
