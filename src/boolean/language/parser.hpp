// SPDX-License-Identifier: MIT
// Text to syntax. One permissive grammar reads every published dialect; the manual
// page docs/manual/language.md states it.
#pragma once

#include <cstdint>
#include <memory>

#include "base/util/diagnostic.hpp"
#include "base/util/source.hpp"
#include "boolean/language/ast.hpp"
#include "boolean/language/dialect.hpp"

namespace hardbop::bp {

// Programs that are made keep these limits, too.
constexpr std::uint32_t max_results = 10'000;
constexpr std::uint32_t max_copies = 1'000;
/// Of statements within statements: recursion over them is bounded, so that no program overflows
/// the stack. People nest a dozen levels, generated code a few hundred.
constexpr unsigned max_nesting = 2000;

/// Reports every independent error, and warns where dialects would group operators
/// differently. The program is complete only if there was no error. Never throws.
[[nodiscard]] Program parse_program(std::shared_ptr<const SourceFile> source, Dialect dialect,
                                    Diagnostics& diagnostics);

}  // namespace hardbop::bp
