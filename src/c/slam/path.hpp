// SPDX-License-Identifier: MIT
// A path through a C program that a trace of its Boolean program describes: the executed
// statements, in order.
#pragma once

#include <optional>
#include <vector>

#include "boolean/trace/interleaved.hpp"
#include "boolean/trace/lasso.hpp"
#include "c/slam/boolean_program.hpp"

namespace hardbop::slam {

struct PathStep {
  BlockId block = 0;
  std::size_t edge = 0;
  std::size_t activation = 0;  // of a function, numbered as they begin; main's is 0
  bool enters = false;         // the next step is the callee's first
  bool leaves = false;         // the next step is the caller's
  std::vector<ExprId> known;  // before it, in the Boolean program: true predicates and negated ones
};

/// What called an activation, and from where.
struct Activation {
  FunctionId function;
  std::size_t caller = 0;  // of main's: itself
  std::size_t step = 0;    // that entered it
};

struct Path {
  std::vector<PathStep> steps;
  std::vector<Activation> activations;
  BlockId end = 0;            // the sink at which it arrives; of a round, where that began
  std::vector<ExprId> known;  // there
  /// Of a path without end: the step at which the round begins that is repeated for ever.
  std::optional<std::size_t> round{};
};

/// Nothing where it has more than `most` steps. So with the others.
[[nodiscard]] std::optional<Path> path_of(Procedures& procedures, const BooleanProgram& program,
                                          const trace::Trace& trace, std::size_t most);
[[nodiscard]] std::optional<Path> path_of(Procedures& procedures, const BooleanProgram& program,
                                          const trace::Lasso& lasso, std::size_t most);
/// Of threads: what each of them executes, one after the other.
[[nodiscard]] std::optional<Path> path_of(Procedures& procedures, const BooleanProgram& program,
                                          const trace::Interleaved& trace, std::size_t most);

/// A path without end, with its round twice as long: the same steps once more.
[[nodiscard]] Path unrolled(const Path& path);
/// Whose variable a step assigns to: a call gives the callee's variables their values.
[[nodiscard]] std::size_t assigned_activation(const Procedures& procedures, const Path& path,
                                              std::size_t step, VariableId v);
/// The activation that goes on where the path ends.
[[nodiscard]] std::size_t last_activation(const Path& path);

}  // namespace hardbop::slam
