// SPDX-License-Identifier: MIT
// Remopla, the language of the model checker Moped: modules over variables of type bool, enum and
// int(n). Numbers can be assigned and compared. Arrays, structures, arithmetic, quantifiers,
// primed variables, threads and rules are refused.
#pragma once

#include <string_view>

#include "boolean/import/imported.hpp"

namespace hardbop::importing {

[[nodiscard]] Imported read_remopla(std::string_view text);

}  // namespace hardbop::importing
