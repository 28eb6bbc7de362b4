// SPDX-License-Identifier: MIT
// From text to syntax; docs/manual/calculus.md has the grammar.
#pragma once

#include "base/util/diagnostic.hpp"
#include "base/util/scanner.hpp"
#include "boolean/calculus/syntax.hpp"

namespace hardbop::calculus {

/// After an error it goes on behind the next semicolon. Of use only without errors.
[[nodiscard]] Syntax parse(std::shared_ptr<const SourceFile> source, Diagnostics& diagnostics);

/// How its words look.
[[nodiscard]] const TokenSyntax& system_tokens();

}  // namespace hardbop::calculus
