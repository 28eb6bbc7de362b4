// SPDX-License-Identifier: MIT
// Makes a rule part of a program: its variables become global objects, its handlers become
// statements at the entry and exit of functions, and `abort` becomes a statement Error. The program
// must have been read with ParseOptions::watched naming the rule's functions.
//
// - A function with a body contains its handlers: at its entry, after the parameters are bound, and
//   before each of its returns. So calls through pointers count, too.
// - For a function without a body, the handlers are around each call.
// - A watched value is one pointer or integer, chosen freely: from the start, or among those that
//   pass an event of `watch`. So a rule that holds, holds for each of them.
#pragma once

#include <string>
#include <vector>

#include "base/util/diagnostic.hpp"
#include "c/il/il.hpp"
#include "c/rules/rule.hpp"

namespace hardbop::rules {

/// What stands before the message in the text of a statement Error.
[[nodiscard]] std::string error_prefix(const Rule& rule);

/// The rule's functions that are called in the program, or whose address is taken.
[[nodiscard]] std::vector<std::string> occurring(const Rule& rule, const c::Program& program);

/// Reports functions that do not occur, as warnings, and what does not fit the program, as errors;
/// the program is of use only where there are none of these.
void weave(const Rule& rule, c::Program& program, Diagnostics& diagnostics);

}  // namespace hardbop::rules
