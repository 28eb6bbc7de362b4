// SPDX-License-Identifier: MIT
// Loop invariants of a C program, from the reachable states of an abstraction.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "boolean/trace/invariant.hpp"
#include "c/lower/waypoints.hpp"
#include "c/slam/abstraction.hpp"
#include "c/slam/boolean_program.hpp"
#include "c/slam/implications.hpp"

namespace hardbop::slam {

/// Expressions of C, each true whenever the condition of a `while` or `for` is evaluated; they can
/// be operands of &&.
struct LoopFacts {
  c::StatementId statement = c::none;  // with which the condition starts
  FunctionId function;
  std::vector<std::string> facts;
};

/// What is known of single variables where a loop's condition is evaluated, by its first statement.
using KnownFacts = std::map<c::StatementId, std::vector<ExprId>>;

/// Of loops of which something more is known. They are about integer variables that have a name
/// there.
[[nodiscard]] std::vector<LoopFacts> loop_facts(
    Procedures& procedures, const Abstraction& abstraction, const BooleanProgram& program,
    const trace::Invariant& invariant, const KnownFacts& known, Implications& implications);

}  // namespace hardbop::slam
