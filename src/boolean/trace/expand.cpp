// SPDX-License-Identifier: MIT
#include "boolean/trace/expand.hpp"

#include <algorithm>

#include "boolean/trace/events.hpp"
#include "boolean/trace/relevance.hpp"

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
void cut(ShownTrace& shown, std::uint64_t limit) {
  std::vector<ShownStep>& steps = shown.steps;
  if (steps.size() <= limit) return;
  const auto first = static_cast<std::ptrdiff_t>(limit / 2);
  const auto last = static_cast<std::ptrdiff_t>(limit - limit / 2);
  const auto left_out = static_cast<std::size_t>(steps.size() - limit);
  steps.erase(steps.begin() + first, steps.end() - last);
  ShownStep& next = limit == 0 ? shown.end : steps[static_cast<std::size_t>(first)];
  next.left_out_before = left_out;
  const auto kept = static_cast<std::size_t>(first);
  if (shown.loop > kept) shown.loop = std::max(kept, shown.loop - std::min(shown.loop, left_out));
}

/// The event with which a lasso's loop begins.
std::size_t loop_event(const Lasso& lasso, const std::vector<Event>& events) {
  const BodyId body = lasso.trace.open[lasso.frame];
  std::size_t i = 0;
  while (events[i].kind != Event::Kind::Step || events[i].body != body ||
         events[i].index != lasso.step)
    ++i;
  return i;
}

/// What the end of a round needs is what its beginning needs; to the least fixed point.
std::vector<bp::Valuation> needed_in_loop(const bp::Graph& graph, const Lasso& lasso,
                                          const std::vector<Event>& events, Observers observers) {
  const std::size_t begin = loop_event(lasso, events);
  while (true) {
    std::vector<bp::Valuation> needed = needed_slots(graph, lasso.trace, events, observers);
    bool grown = false;
    if (observers.end.words().empty())
      observers.end = bp::Valuation(graph.frame_size(lasso.trace.innermost().procedure));
    for (std::size_t i = 0; i < observers.end.words().size(); ++i) {
      bp::Word& word = observers.end.words()[i];
      grown = grown || (needed[begin].words()[i] & ~word) != 0;
      word |= needed[begin].words()[i];
    }
    if (!grown) return needed;
  }
}

ShownTrace list(const bp::Graph& graph, const Trace& trace, const std::vector<Event>& events,
                const std::vector<bp::Valuation>& needed, ShownTrace shown) {
  const std::vector<BigUint> lengths = body_lengths(trace);
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
    step.callee = callee;
    shown.steps.push_back(std::move(step));
  }
  return shown;
}

ShownTrace begin_listing(const Trace& trace, std::uint64_t limit) {
  ShownTrace shown;
  shown.length = length_of(trace);
  shown.truncated = shown.length.expanded > BigUint(limit);
  return shown;
}

}  // namespace

ShownTrace expand(const bp::Graph& graph, const Trace& trace, std::uint64_t limit,
                  const LooksAt& looks_at) {
  ShownTrace shown = begin_listing(trace, limit);
  const std::vector<Event> events = events_of(trace, !shown.truncated);
  const auto needed = needed_slots(graph, trace, events, {looks_at, {}});
  shown = list(graph, trace, events, needed, std::move(shown));
  cut(shown, limit);
  return shown;
}

ShownTrace expand(const bp::Graph& graph, const Lasso& lasso, std::uint64_t limit,
                  const LooksAt& looks_at) {
  if (lasso.kind != Lasso::Kind::Loop) return expand(graph, lasso.trace, limit, looks_at);
  ShownTrace shown = begin_listing(lasso.trace, limit);
  const std::vector<Event> events = events_of(lasso.trace, !shown.truncated);
  const auto needed = needed_in_loop(graph, lasso, events, {looks_at, {}});
  shown = list(graph, lasso.trace, events, needed, std::move(shown));
  const std::size_t begin = loop_event(lasso, events);
  shown.loop = static_cast<std::size_t>(
      std::count_if(events.begin(), events.begin() + static_cast<std::ptrdiff_t>(begin),
                    [](const Event& event) { return event.kind == Event::Kind::Step; }));
  cut(shown, limit);
  return shown;
}

}  // namespace hardbop::trace
