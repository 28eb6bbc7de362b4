// SPDX-License-Identifier: MIT
// A trace as a person reads it: the list of executed statements, calls expanded, each with
// the values just before it and what of them matters.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "boolean/trace/lasso.hpp"
#include "boolean/trace/trace.hpp"

namespace hardbop::trace {

struct ShownStep {
  bp::VertexId vertex = bp::no_index;
  std::uint32_t depth = 0;  // of the call stack
  bp::Valuation before;
  bp::Valuation free;                 // slots whose value does not matter to the rest
  bp::Valuation unconstrained;        // slots that could as well have the other value
  std::optional<BigUint> inside;      // a call not expanded: the statements inside it
  BodyId callee = no_body;            // of a call that comes back
  std::uint64_t left_out_before = 0;  // steps cut from the list just before this one
};

struct ShownTrace {
  Length length;
  bool truncated = false;  // not every executed statement is in `steps`
  std::vector<ShownStep> steps;
  ShownStep end;         // where the trace arrives; not a step
  std::size_t loop = 0;  // of a lasso: the step with which the loop begins
};

/// The slots that somebody looks at just before a vertex.
using LooksAt = std::function<std::vector<bp::Slot>(bp::VertexId)>;

/// Lists at most `limit` steps. Where the trace is longer, its completed calls are left
/// unexpanded; where that does not suffice, the middle is left out.
[[nodiscard]] ShownTrace expand(const bp::Graph& graph, const Trace& trace, std::uint64_t limit,
                                const LooksAt& looks_at = {});
/// Likewise. What the next round needs matters at the end of each.
[[nodiscard]] ShownTrace expand(const bp::Graph& graph, const Lasso& lasso, std::uint64_t limit,
                                const LooksAt& looks_at);

}  // namespace hardbop::trace
