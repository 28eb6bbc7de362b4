// SPDX-License-Identifier: MIT
#include "trace/expand.hpp"

#include "trace/events.hpp"
#include "trace/relevance.hpp"

namespace hardbop::trace {

namespace {

ShownStep show(const bp::Graph& graph, const Trace& trace, const Event& event,
               const bp::Valuation& needed, const bp::Valuation& unconstrained) {
  const Body& body = trace.bodies[event.body];
  ShownStep shown;
  shown.vertex = body.vertex(event.index);
  shown.depth = event.depth;
  shown.before = body.frame(event.index);
  shown.free = bp::Valuation(graph.frame_size(body.procedure));
  for (bp::Slot slot = 0; slot < graph.first_result(body.procedure); ++slot)
    shown.free.set(slot, !needed.get(slot));
  shown.unconstrained = unconstrained;
  return shown;
}

/// Cuts the middle out of a list that is too long.
void cut(std::vector<ShownStep>& steps, ShownStep& end, std::uint64_t limit) {
  if (steps.size() <= limit) return;
  const auto first = static_cast<std::ptrdiff_t>(limit / 2);
  const auto last = static_cast<std::ptrdiff_t>(limit - limit / 2);
  const std::uint64_t left_out = steps.size() - limit;
  steps.erase(steps.begin() + first, steps.end() - last);
  ShownStep& next = limit == 0 ? end : steps[static_cast<std::size_t>(first)];
  next.left_out_before = left_out;
}

}  // namespace

ShownTrace expand(const bp::Graph& graph, const Trace& trace, std::uint64_t limit) {
  ShownTrace shown;
  shown.length = length_of(trace);
  shown.truncated = shown.length.expanded > BigUint(limit);
  const std::vector<BigUint> lengths = body_lengths(trace);
  const std::vector<Event> events = events_of(trace, !shown.truncated);
  const std::vector<bp::Valuation> needed = needed_slots(graph, trace, events);
  const std::vector<bp::Valuation> open = unconstrained_slots(graph, trace, events, needed);
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (events[i].kind == Event::Kind::Leave) continue;
    ShownStep step = show(graph, trace, events[i], needed[i], open[i]);
    if (events[i].kind == Event::Kind::End) {
      shown.end = std::move(step);
      continue;
    }
    const BodyId callee = trace.bodies[events[i].body].steps[events[i].index].callee;
    if (shown.truncated && callee != no_body) step.inside = lengths[callee];
    shown.steps.push_back(std::move(step));
  }
  cut(shown.steps, shown.end, limit);
  return shown;
}

}  // namespace hardbop::trace
