// SPDX-License-Identifier: MIT
// The values that runs give a variable at a place. Private to the layer.
#pragma once

#include <string>

#include "product/lsp/document.hpp"

namespace hardbop::lsp {

/// A line about the variable before the statement that it stands in: "0 or 1 in runs that arrive
/// here". Empty if that is not known, or if it is no variable in a statement.
[[nodiscard]] std::string reachable_values(const Document& document, const Occurrence& variable);

}  // namespace hardbop::lsp
