// SPDX-License-Identifier: MIT
// Text to syntax. One permissive grammar reads every published dialect; the manual
// page docs/manual/language.md states it.
#pragma once

#include <memory>

#include "base/util/diagnostic.hpp"
#include "base/util/source.hpp"
#include "boolean/language/ast.hpp"
#include "boolean/language/dialect.hpp"

namespace hardbop::bp {

/// Reports every independent error, and warns where dialects would group operators
/// differently. The program is complete only if there was no error. Never throws.
[[nodiscard]] Program parse_program(std::shared_ptr<const SourceFile> source, Dialect dialect,
                                    Diagnostics& diagnostics);

}  // namespace hardbop::bp
