// SPDX-License-Identifier: MIT
// Pushdown systems in Moped's format [schwoon02]: an initial configuration, then rules.
//
//   (p <main>)
//   p <main> --> q <f main2>     # a rule may put several symbols on the stack,
//   q <f> --> q <g> "a label"    # one,
//   q <g> --> p <>               # or none
//
// The Boolean program has a label for each stack symbol, reached where the symbol is on top.
#pragma once

#include <string_view>

#include "boolean/import/imported.hpp"

namespace hardbop::importing {

[[nodiscard]] Imported read_pds(std::string_view text);

}  // namespace hardbop::importing
