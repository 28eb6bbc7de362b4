// SPDX-License-Identifier: MIT
// Constrained Horn clauses over Bool, in SMT-LIB (logic HORN). The Boolean program reaches label
// ERROR exactly if the clauses have no solution (unsat).
#pragma once

#include <string_view>

#include "boolean/import/imported.hpp"

namespace hardbop::importing {

[[nodiscard]] Imported read_horn_clauses(std::string_view text);

}  // namespace hardbop::importing
