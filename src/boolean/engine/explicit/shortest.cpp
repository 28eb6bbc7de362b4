// SPDX-License-Identifier: MIT
#include "boolean/engine/explicit/shortest.hpp"

#include <algorithm>
#include <queue>
#include <tuple>

namespace hardbop::engine {

namespace {

/// Beyond this a way is not measured: sums cannot overflow, and nobody reads that far.
constexpr std::uint64_t longest_measured = std::uint64_t{1} << 60U;

/// A priority queue that gives the least first, and of equals the smaller number.
template <typename Id>
using LeastFirst = std::priority_queue<std::pair<std::uint64_t, Id>,
                                       std::vector<std::pair<std::uint64_t, Id>>, std::greater<>>;

}  // namespace

ShortestPaths::ShortestPaths(PointGraph& points, Budget& budget, bool complete)
    : points_(points), budget_(budget), complete_(complete) {}

/// Knuth's generalisation of Dijkstra's algorithm. All contexts start at zero at once, so that
/// points are settled in the order of their distance whichever context they are of.
void ShortestPaths::measure() {
  within_.assign(points_.size(), unknown);
  arrows_.assign(points_.size(), {});
  std::vector<bool> settled(points_.size());
  std::vector<std::vector<PointId>> callers(points_.contexts());  // settled ones
  std::vector<std::vector<PointId>> exits(points_.contexts());    // the nearest of equals
  std::vector<bool> has_exit(points_.size());                     // by representative
  LeastFirst<PointId> queue;
  const auto reach = [&](PointId point, Distance distance, Arrow arrow) {
    if (distance >= within_[point] || distance > longest_measured) return;
    within_[point] = distance;
    arrows_[point] = arrow;
    queue.emplace(distance, point);
  };
  const auto come_back = [&](PointId call, PointId exit) {
    const Distance distance = within_[call] + 1 + within_[exit];
    for (const PointId next : points_.returns(call, exit)) reach(next, distance, {call, exit});
  };
  for (ContextId context = 0; context < points_.contexts(); ++context)
    for (const PointId start : points_.starts(context)) reach(start, 0, {});
  for (std::uint64_t count = 0; !queue.empty(); ++count) {
    const PointId point = queue.top().second;
    queue.pop();
    if (settled[point]) continue;
    settled[point] = true;
    if ((count & 0x3FFU) == 0 && budget_.poll(count) != StopReason::None) return;
    const ContextId own = points_.context_of(point);
    switch (points_.kind(point)) {
      case bp::VertexKind::Call:
        for (const ContextId callee : std::vector<ContextId>(points_.calls(point))) {
          callers[callee].push_back(point);
          for (const PointId exit : exits[callee]) come_back(point, exit);
        }
        break;
      case bp::VertexKind::Exit: {
        const PointId representative = points_.representative(point);
        if (representative == no_point || has_exit[representative]) break;
        has_exit[representative] = true;
        exits[own].push_back(point);
        for (const PointId caller : callers[own]) come_back(caller, point);
        break;
      }
      default:
        for (const PointId next : points_.steps(point))
          reach(next, within_[point] + 1, {point, no_point});
    }
  }
  measured_ = true;
}

Arrow ShortestPaths::arrow(PointId point) const {
  const bool known = measured_ && within_[point] != unknown;
  return known ? arrows_[point] : points_.first_arrow(point);
}

ShortestPaths::Segment ShortestPaths::segment(PointId last) const {
  Segment segment;
  for (PointId point = last; point != no_point;) {
    const Arrow into = arrow(point);
    segment.push_back({point, into.exit});
    point = into.from;
  }
  std::ranges::reverse(segment);
  return segment;
}

/// By the arrows and callers of the exploration alone.
std::vector<ShortestPaths::Segment> ShortestPaths::first_found(
    const std::vector<bool>& is_target) const {
  PointId last = 0;
  while (!is_target[points_.vertex(last)]) ++last;
  std::vector<Segment> segments;
  while (true) {
    segments.push_back(segment(last));
    const ContextId context = points_.context_of(last);
    const auto& roots = points_.roots();
    if (std::ranges::binary_search(roots, context)) break;
    last = points_.context(context).callers.front();
  }
  std::ranges::reverse(segments);
  return segments;
}

/// Breadth first over all three colours of arrows at once.
std::vector<ShortestPaths::Segment> ShortestPaths::fewest_hierarchical(
    const std::vector<bool>& is_target) {
  struct Parent {
    PointId from = no_point;
    PointId exit = no_point;
    bool enters = false;
    bool seen = false;
  };
  std::vector<Parent> parents(points_.size());
  std::vector<PointId> queue;
  PointId last = no_point;
  const auto reach = [&](PointId point, Parent parent) {
    if (parents[point].seen) return;
    parents[point] = parent;
    parents[point].seen = true;
    queue.push_back(point);
    if (last == no_point && is_target[points_.vertex(point)]) last = point;
  };
  for (const ContextId root : points_.roots())
    for (const PointId start : points_.starts(root)) reach(start, {});
  for (std::size_t i = 0; i < queue.size() && last == no_point; ++i) {
    const PointId point = queue[i];
    if ((i & 0x3FFU) == 0 && budget_.poll(i) != StopReason::None) return {};
    if (points_.kind(point) != bp::VertexKind::Call) {
      for (const PointId next : points_.steps(point)) reach(next, {point, no_point, false, true});
      continue;
    }
    for (const ContextId callee : std::vector<ContextId>(points_.calls(point))) {
      for (const PointId start : points_.starts(callee))
        reach(start, {point, no_point, true, true});
      for (const PointId exit : points_.context(callee).exits)
        for (const PointId next : points_.returns(point, exit))
          reach(next, {point, exit, false, true});
    }
  }
  std::vector<Segment> segments(1);
  for (PointId point = last; point != no_point; point = parents[point].from) {
    segments.back().push_back({point, parents[point].exit});
    if (parents[point].enters) segments.emplace_back();
  }
  for (Segment& segment : segments) std::ranges::reverse(segment);
  std::ranges::reverse(segments);
  return segments;
}

/// Dijkstra's algorithm once more, over contexts: to enter one costs the way to the call in the
/// context before it. Nothing where the way is too long to be measured.
std::vector<ShortestPaths::Segment> ShortestPaths::fewest_expanded(
    const std::vector<bool>& is_target) {
  std::vector<std::vector<PointId>> calls(points_.contexts());
  for (PointId point = 0; point < points_.size(); ++point)
    if (points_.kind(point) == bp::VertexKind::Call && within_[point] != unknown)
      calls[points_.context_of(point)].push_back(point);
  std::vector<Distance> arrival(points_.contexts(), unknown);
  std::vector<PointId> caller(points_.contexts(), no_point);
  std::vector<bool> settled(points_.contexts());
  LeastFirst<ContextId> queue;
  const auto enter = [&](ContextId context, Distance distance, PointId from) {
    if (distance >= arrival[context] || distance > longest_measured) return;
    arrival[context] = distance;
    caller[context] = from;
    queue.emplace(distance, context);
  };
  for (const ContextId root : points_.roots()) enter(root, 0, no_point);
  while (!queue.empty()) {
    const ContextId context = queue.top().second;
    queue.pop();
    if (settled[context]) continue;
    settled[context] = true;
    for (const PointId call : calls[context])
      for (const ContextId callee : points_.calls(call))
        enter(callee, arrival[context] + within_[call] + 1, call);
  }
  PointId last = no_point;
  Distance best = unknown;
  for (PointId point = 0; point < points_.size(); ++point) {
    const ContextId context = points_.context_of(point);
    if (!is_target[points_.vertex(point)] || within_[point] == unknown ||
        arrival[context] == unknown || arrival[context] + within_[point] >= best)
      continue;
    best = arrival[context] + within_[point];
    last = point;
  }
  std::vector<Segment> segments;
  for (; last != no_point; last = caller[points_.context_of(last)])
    segments.push_back(segment(last));
  std::ranges::reverse(segments);
  return segments;
}

/// The steps of a segment; completed calls must have their bodies.
trace::Body ShortestPaths::make_body(const Segment& segment) const {
  trace::Body body;
  body.procedure = points_.context(points_.context_of(segment.back().point)).procedure;
  for (std::size_t i = 0; i + 1 < segment.size(); ++i) {
    const PointId exit = segment[i + 1].exit;
    body.steps.push_back({points_.vertex(segment[i].point),
                          bp::Valuation(points_.frame(segment[i].point)),
                          exit == no_point ? trace::no_body : bodies_.at(exit)});
  }
  body.end = points_.vertex(segment.back().point);
  body.after = bp::Valuation(points_.frame(segment.back().point));
  return body;
}

/// The body of a completed call, after those of the calls within it. A stack of our own, as
/// calls can nest as deep as the program has procedures.
void ShortestPaths::make_bodies(trace::Trace& trace, PointId exit) {
  std::vector<PointId> waiting{exit};
  while (!waiting.empty()) {
    const PointId current = waiting.back();
    const std::size_t before = waiting.size();
    const Segment way = segment(current);
    for (const Hop& hop : way)
      if (hop.exit != no_point && !bodies_.contains(hop.exit)) waiting.push_back(hop.exit);
    if (waiting.size() != before) continue;
    waiting.pop_back();
    if (bodies_.contains(current)) continue;
    trace.bodies.push_back(make_body(way));
    bodies_[current] = static_cast<trace::BodyId>(trace.bodies.size() - 1);
  }
}

trace::Trace ShortestPaths::make_trace(const std::vector<Segment>& segments) {
  trace::Trace trace;
  bodies_.clear();
  for (const Segment& segment : segments)
    for (const Hop& hop : segment)
      if (hop.exit != no_point) make_bodies(trace, hop.exit);
  for (std::size_t i = 0; i < segments.size(); ++i) {
    trace::Body body = make_body(segments[i]);
    if (i + 1 < segments.size()) {
      body.steps.push_back({body.end, body.after, trace::no_body});
    }
    trace.open.push_back(static_cast<trace::BodyId>(trace.bodies.size()));
    trace.bodies.push_back(std::move(body));
  }
  return trace;
}

ShortestPaths::Result ShortestPaths::to(const std::vector<bp::VertexId>& targets,
                                        Shortest shortest) {
  std::vector<bool> is_target(points_.graph().vertices().size());
  for (const bp::VertexId v : targets) is_target[v] = true;
  if (complete_ && !measured_ && budget_.stopped() == StopReason::None) measure();
  std::vector<Segment> segments;
  std::string note;
  if (measured_ && shortest == Shortest::Expanded) {
    segments = fewest_expanded(is_target);
    if (segments.empty())
      note = "the number of steps is too large to count; this is the shortest hierarchical trace";
  }
  if (measured_ && segments.empty()) segments = fewest_hierarchical(is_target);
  if (segments.empty() || segments.front().empty()) {
    segments = first_found(is_target);
    note = "the search stopped early; a shorter trace may exist";
  }
  return {make_trace(segments), std::move(note)};
}

}  // namespace hardbop::engine
