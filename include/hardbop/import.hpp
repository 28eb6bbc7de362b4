// SPDX-License-Identifier: MIT
// Reading programs in formats of other tools.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <hardbop/program.hpp>

namespace hardbop {

/// docs/manual/formats.md says how far each is supported.
enum class ImportFormat : std::uint8_t {
  Remopla,      // of the model checker Moped, .rem
  Pushdown,     // Moped's pushdown systems, .pds
  HornClauses,  // SMT-LIB's logic HORN over Bool, .smt2
};

/// By the end of a file's name; nothing for Boolean programs and other files.
[[nodiscard]] std::optional<ImportFormat> find_import_format(std::string_view path);

/// A Boolean program in canonical form, with the same runs. `name` is the input's, for messages.
/// Never throws for bad input.
[[nodiscard]] FormatResult import_program(std::string text, ImportFormat format,
                                          const std::string& name);

}  // namespace hardbop
