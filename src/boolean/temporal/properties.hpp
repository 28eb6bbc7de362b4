// SPDX-License-Identifier: MIT
// Named temporal properties in a file, one a line:
//
//     served: ltl G(request => F served)     // a comment
//     back:   ctl AG EF @idle
//     ends:   terminates
#pragma once

#include <string>
#include <vector>

#include "base/util/diagnostic.hpp"
#include "boolean/logic/formula.hpp"

namespace hardbop::temporal {

struct TemporalProperty {
  enum class Kind : std::uint8_t { Ltl, Ctl, Termination };
  Kind kind = Kind::Ltl;
  std::string name;  // may be empty
  std::string text;  // of the formula
  SourceSpan at;
  Formula formula;  // not of Termination
};

/// What is wrong goes to `diagnostics`; lines with errors are left out.
[[nodiscard]] std::vector<TemporalProperty> parse_properties(const SourceFile& source,
                                                             const bp::Graph& graph,
                                                             Diagnostics& diagnostics);

}  // namespace hardbop::temporal
