// SPDX-License-Identifier: MIT
// A run of a program. What happened inside one procedure, from its entry on, is a body; a
// completed call names the body of its callee. Bodies are shared, so a run that calls the
// same thing twice holds it once: the expanded length of a trace can be exponential in its
// size, as where each of N procedures calls the next one twice.
#pragma once

#include <cstdint>
#include <vector>

#include "base/util/big_uint.hpp"
#include "boolean/language/graph.hpp"
#include "boolean/language/valuation.hpp"

namespace hardbop::trace {

using BodyId = std::uint32_t;

constexpr BodyId no_body = bp::no_index;

/// The execution of one statement.
struct Step {
  bp::VertexId vertex = bp::no_index;
  bp::Valuation before;     // the frame just before it
  BodyId callee = no_body;  // a call that came back: what happened inside
};

/// One procedure's execution: its steps, and where it stands after them.
struct Body {
  bp::ProcedureId procedure = 0;
  std::vector<Step> steps;
  bp::VertexId end = bp::no_index;  // the exit; of the innermost open body the place reached
  bp::Valuation after;              // the frame there

  [[nodiscard]] bp::VertexId vertex(std::size_t i) const {
    return i < steps.size() ? steps[i].vertex : end;
  }
  [[nodiscard]] const bp::Valuation& frame(std::size_t i) const {
    return i < steps.size() ? steps[i].before : after;
  }
};

struct Trace {
  /// A completed call's body stands before every body that names it.
  std::vector<Body> bodies;
  /// The frames on the stack at the end, the outermost first. All but the last end with the
  /// call of the next one as their last step.
  std::vector<BodyId> open;

  [[nodiscard]] const Body& innermost() const { return bodies[open.back()]; }
};

struct Length {
  std::uint64_t hierarchical = 0;  // a completed call counts as one step
  BigUint expanded;                // every executed statement counts
};

[[nodiscard]] Length length_of(const Trace& trace);
/// By body: the executed statements in it and in its completed calls.
[[nodiscard]] std::vector<BigUint> body_lengths(const Trace& trace);

}  // namespace hardbop::trace
