// SPDX-License-Identifier: MIT
// Turns runs of a model into findings about the C program: each run is replayed first, and
// described in terms of C.
#pragma once

#include "c/lower/lower.hpp"
#include "c/verify/engine.hpp"
#include "c/verify/formulas.hpp"

namespace hardbop::verify {

/// A run without end: it repeats from its point number `round` on.
struct EndlessRun {
  const words::Run& run;
  std::size_t round = 0;
};

/// Its first points.
[[nodiscard]] words::Run first_points(const words::Run& run, std::size_t count);
/// The sink of a block that is one.
[[nodiscard]] const c::Sink& sink_of(const c::Model& model, words::BlockId block);
/// Why an error that cannot be reached says nothing: a run arrives at a bound of the model.
[[nodiscard]] std::string bound_text(const c::Program& program, const c::Sink& sink);

/// A run that ends at an error.
[[nodiscard]] Finding report_error(const Task& task, const c::Model& model, const words::Run& run);
/// A run that violates termination.
[[nodiscard]] Finding report_endless(const Task& task, const c::Model& model,
                                     const EndlessRun& endless);
/// A run that violates a formula which the model watches.
[[nodiscard]] Finding report_unsatisfied(const Task& task, const Formula& formula,
                                         const Watch& watch, c::Model& model,
                                         const EndlessRun& endless);

}  // namespace hardbop::verify
