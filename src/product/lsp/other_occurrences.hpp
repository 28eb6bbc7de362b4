// SPDX-License-Identifier: MIT
// Where the names of fixed-point systems and of rules are written, with what hover says of each.
// Private to the layer.
#pragma once

#include "boolean/calculus/syntax.hpp"
#include "c/rules/rule.hpp"
#include "product/lsp/occurrences.hpp"

namespace hardbop::lsp {

/// Relations, types, queries and variables, in the order of the text. The system must have no
/// errors.
[[nodiscard]] std::vector<Occurrence> find_occurrences(const calculus::Syntax& syntax);

/// The variables of a rule, and the functions that it watches, in the order of the text.
[[nodiscard]] std::vector<Occurrence> find_occurrences(const rules::Rule& rule,
                                                       const SourceFile& source);

}  // namespace hardbop::lsp
