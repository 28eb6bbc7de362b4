// SPDX-License-Identifier: MIT
// Which values of a trace matter. Private to the layer.
//
// A variable is *needed* at a point if the rest of the trace, the same statements in the same
// order, might not be able to go on were its value another; the others are free, all of them
// at once. A variable is *unconstrained* if it is free and what came before did not determine
// its value either: those are the ones that [ball00 §1] leaves out of a trace.
#pragma once

#include <vector>

#include "trace/events.hpp"
#include "trace/trace.hpp"

namespace hardbop::trace {

/// By event: the slots that are needed just before it.
[[nodiscard]] std::vector<bp::Valuation> needed_slots(const bp::Graph& graph, const Trace& trace,
                                                      const std::vector<Event>& events);

/// By event: the slots that are unconstrained just before it.
[[nodiscard]] std::vector<bp::Valuation> unconstrained_slots(
    const bp::Graph& graph, const Trace& trace, const std::vector<Event>& events,
    const std::vector<bp::Valuation>& needed);

}  // namespace hardbop::trace
