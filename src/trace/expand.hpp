// SPDX-License-Identifier: MIT
// A trace as a person reads it: the list of executed statements, calls expanded, each with
// the values just before it and what of them matters.
#pragma once

#include <optional>
#include <vector>

#include "trace/trace.hpp"

namespace hardbop::trace {

struct ShownStep {
  bp::VertexId vertex = bp::no_index;
  std::uint32_t depth = 0;  // of the call stack
  bp::Valuation before;
  bp::Valuation free;                 // slots whose value does not matter to the rest
  bp::Valuation unconstrained;        // slots that could as well have the other value
  std::optional<BigUint> inside;      // a call not expanded: the statements inside it
  std::uint64_t left_out_before = 0;  // steps cut from the list just before this one
};

struct ShownTrace {
  Length length;
  bool truncated = false;  // not every executed statement is in `steps`
  std::vector<ShownStep> steps;
  ShownStep end;  // where the trace arrives; not a step
};

/// Lists at most `limit` steps. Where the trace is longer, its completed calls are left
/// unexpanded; where that does not suffice, the middle is left out.
[[nodiscard]] ShownTrace expand(const bp::Graph& graph, const Trace& trace, std::uint64_t limit);

}  // namespace hardbop::trace
