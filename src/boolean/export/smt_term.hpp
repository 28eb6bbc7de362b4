// SPDX-License-Identifier: MIT
// Formulas in SMT-LIB.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "boolean/horn/term.hpp"

namespace hardbop::exporting {

/// The terms whose conjunction it is; none of them is `true`.
[[nodiscard]] std::vector<horn::Term> conjuncts(const horn::Terms& terms, horn::Term term);

/// What is shared, or long, is bound by `let`, so that the text is linear in the nodes.
[[nodiscard]] std::string smt_term(const horn::Terms& terms, horn::Term root,
                                   const std::function<std::string(horn::Variable)>& name);

}  // namespace hardbop::exporting
