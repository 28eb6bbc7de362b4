// SPDX-License-Identifier: MIT
// Which values of a trace matter. Private to the layer.
//
// A variable is *needed* at a point if, with another value, the rest of the trace (the same
// statements in the same order) might become impossible. The other variables are free, all of them
// at once. A variable is *unconstrained* if it is free and its value was not determined by what
// came before either; these are the variables that [ball00 §1] omits from a trace.
#pragma once

#include <functional>
#include <vector>

#include "boolean/trace/events.hpp"
#include "boolean/trace/trace.hpp"

namespace hardbop::trace {

/// Who else looks at values: `at(vertex)` slots just before each statement, and the slots
/// that are needed where the trace ends.
struct Observers {
  std::function<std::vector<bp::Slot>(bp::VertexId)> at;
  bp::Valuation end;
};

/// By event: the slots that are needed just before it.
[[nodiscard]] std::vector<bp::Valuation> needed_slots(const bp::Graph& graph, const Trace& trace,
                                                      const std::vector<Event>& events,
                                                      const Observers& observers = {});

/// By event: the slots that are unconstrained just before it.
[[nodiscard]] std::vector<bp::Valuation> unconstrained_slots(
    const bp::Graph& graph, const Trace& trace, const std::vector<Event>& events,
    const std::vector<bp::Valuation>& needed);

}  // namespace hardbop::trace
