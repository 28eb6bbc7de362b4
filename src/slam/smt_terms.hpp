// SPDX-License-Identifier: MIT
// Words as terms of SMT-LIB.
#pragma once

#include <functional>
#include <string>

#include "ltg/expression.hpp"

namespace hardbop::slam {

[[nodiscard]] std::string smt_sort(ltg::Width width);
/// A constant of that width.
[[nodiscard]] std::string smt_constant(ltg::Width width, std::uint64_t value);
/// An operation on terms that are there already; `term` names them, and leaves.
[[nodiscard]] std::string smt_operation(const ltg::Expressions& expressions, const ltg::Node& node,
                                        const std::function<std::string(ltg::ExprId)>& term);
/// All of an expression, as one term.
[[nodiscard]] std::string smt_term(const ltg::Expressions& expressions, ltg::ExprId id,
                                   const std::function<std::string(const ltg::Node&)>& leaf);

}  // namespace hardbop::slam
