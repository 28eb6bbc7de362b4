// SPDX-License-Identifier: MIT
// Words as terms of SMT-LIB.
#pragma once

#include <functional>
#include <string>

#include "base/expression/expression.hpp"

namespace hardbop::smt {

[[nodiscard]] std::string smt_sort(words::Width width);
/// A constant of that width.
[[nodiscard]] std::string smt_constant(words::Width width, std::uint64_t value);
/// An operation on terms that are there already; `term` names them, and leaves.
[[nodiscard]] std::string smt_operation(const words::Expressions& expressions,
                                        const words::Node& node,
                                        const std::function<std::string(words::ExprId)>& term);
/// All of an expression, as one term.
[[nodiscard]] std::string smt_term(const words::Expressions& expressions, words::ExprId id,
                                   const std::function<std::string(const words::Node&)>& leaf);

}  // namespace hardbop::smt
