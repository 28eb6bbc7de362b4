// SPDX-License-Identifier: MIT
// C expressions about states of a model: the atoms of formulas.
#pragma once

#include <map>
#include <string>

#include "c/lower/lower.hpp"

namespace hardbop::c {

/// What keeps a statement from being an expression's value alone; empty where the function does
/// nothing but return it.
[[nodiscard]] std::string why_no_expression(const Program& program, FunctionId function);

/// The value that it returns.
[[nodiscard]] ExprId returned(const Program& program, FunctionId function);

/// Variables that stand for locals of functions, by object.
using RepresentedLocals = std::map<ObjectId, ObjectId>;

/// The value of an expression where a run arrives at a block. It reads variables alone; where
/// it reads locals of a function that is not running there, nothing.
[[nodiscard]] std::optional<words::ExprId> value_at(const Program& program, Model& model,
                                                    ExprId expr, words::BlockId block,
                                                    const RepresentedLocals& locals);

}  // namespace hardbop::c
