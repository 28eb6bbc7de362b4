// SPDX-License-Identifier: MIT
#include "boolean/trace/events.hpp"

namespace hardbop::trace {

namespace {

/// A body that is being executed.
struct Active {
  BodyId body = no_body;
  std::uint32_t next = 0;
  std::size_t caller = 0;
};

}  // namespace

std::vector<Event> events_of(const Trace& trace, bool expand_calls) {
  std::vector<Event> events;
  std::uint32_t base = 0;
  for (const BodyId open : trace.open) {
    std::vector<Active> stack{{open, 0, 0}};
    while (!stack.empty()) {
      Active& active = stack.back();
      const Body& body = trace.bodies[active.body];
      const auto depth = static_cast<std::uint32_t>(base + stack.size() - 1);
      if (active.next == body.steps.size()) {
        if (stack.size() > 1)
          events.push_back({Event::Kind::Leave, active.body, active.next, depth, active.caller});
        stack.pop_back();
        continue;
      }
      const BodyId callee = body.steps[active.next].callee;
      events.push_back({Event::Kind::Step, active.body, active.next++, depth, 0});
      if (expand_calls && callee != no_body) stack.push_back({callee, 0, events.size() - 1});
    }
    ++base;
  }
  const auto steps = static_cast<std::uint32_t>(trace.innermost().steps.size());
  events.push_back({Event::Kind::End, trace.open.back(), steps, base - 1, 0});
  return events;
}

}  // namespace hardbop::trace
