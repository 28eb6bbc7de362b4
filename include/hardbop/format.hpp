// SPDX-License-Identifier: MIT
// The canonical form of every language that Hardbop reads.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <hardbop/program.hpp>

namespace hardbop {

enum class Language : std::uint8_t {
  BooleanProgram,  // .bp
  Calculus,        // .fx, a fixed-point system
  Rule,            // .slic
};

/// By the ending of a file's name; all others are Boolean programs.
[[nodiscard]] Language language_of(std::string_view path);

/// The canonical form of a text, with its comments. Only the syntax of programs and systems must
/// be correct; of rules, the names, too. The dialect matters to programs alone.
[[nodiscard]] FormatResult format(std::string text, Language language,
                                  const ParseOptions& options = {});

}  // namespace hardbop
