// SPDX-License-Identifier: MIT
// Shortest traces through an explored point graph.
//
// The hierarchical length counts a completed call as one step, so a breadth-first search over the
// points finds it, with all exits of all contexts known. Then the inside of each completed call
// must be filled in. The danger is to fill a summary with itself, forever. So we first compute for
// every point the fewest executed statements from the start of its context, by Dijkstra's algorithm
// as generalised by Knuth [knuth77]: a return costs the call and the whole callee. Such a path uses
// only strictly shorter paths, so filling in ends.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "boolean/engine/engine.hpp"
#include "boolean/engine/explicit/point_graph.hpp"
#include "boolean/trace/trace.hpp"

namespace hardbop::engine {

class ShortestPaths {
 public:
  /// `complete` tells whether the exploration was; otherwise ways are just those first found.
  ShortestPaths(PointGraph& points, Budget& budget, bool complete);

  struct Result {
    trace::Trace trace;
    std::string note;  // where it may not be the shortest in the sense asked for
  };

  /// A trace to one of the vertices, at least one of which was reached.
  [[nodiscard]] Result to(const std::vector<bp::VertexId>& targets, Shortest shortest);

 private:
  using Distance = std::uint64_t;
  static constexpr Distance unknown = UINT64_MAX;

  /// A point on a way, and the exit that it was returned to from, if that is how it came.
  struct Hop {
    PointId point = no_point;
    PointId exit = no_point;
  };
  /// A way through one context, from one of its starts.
  using Segment = std::vector<Hop>;

  PointGraph& points_;
  Budget& budget_;
  bool complete_;
  bool measured_ = false;
  std::vector<Distance> within_;  // by point: executed statements since its context's start
  std::vector<Arrow> arrows_;     // by point: the last arrow of such a way
  std::unordered_map<PointId, trace::BodyId> bodies_;  // by exit: what led to it

  void measure();
  [[nodiscard]] Arrow arrow(PointId point) const;
  [[nodiscard]] Segment segment(PointId last) const;
  [[nodiscard]] std::vector<Segment> first_found(const std::vector<bool>& is_target) const;
  [[nodiscard]] std::vector<Segment> fewest_hierarchical(const std::vector<bool>& is_target);
  [[nodiscard]] std::vector<Segment> fewest_expanded(const std::vector<bool>& is_target);
  void make_bodies(trace::Trace& trace, PointId exit);
  [[nodiscard]] trace::Body make_body(const Segment& segment) const;
  [[nodiscard]] trace::Trace make_trace(const std::vector<Segment>& segments);
};

}  // namespace hardbop::engine
