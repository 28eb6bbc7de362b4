// SPDX-License-Identifier: MIT
#include "boolean/engine/explicit/draw.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <set>

#include "boolean/engine/explicit/point_graph.hpp"
#include "boolean/language/dot.hpp"

namespace hardbop::engine {

namespace {

constexpr std::size_t most_points = 3000;
constexpr std::uint32_t most_full_columns = 4;  // all valuations of so many variables
// Inches, as neato wants positions.
constexpr double row_height = 0.45;
constexpr double column_width = 0.6;
constexpr double text_width = 3.0;

/// Finds the points and arrows of the picture.
///
/// A call returns from every exit point of its context. The exploration needs only one for each
/// outcome (Context::exits), as a return does not depend on the callee's locals, but the algorithm
/// of the lecture draws an arrow from each.
class Painter {
 public:
  explicit Painter(PointGraph& points) : points_(points), exits_(points.contexts()) {}

  Picture run() {
    for (PointId point = 0; point < points_.size(); ++point) {
      picture_.spots.insert(spot(point));
      if (points_.kind(point) == bp::VertexKind::Exit)
        exits_[points_.context_of(point)].push_back(point);
    }
    for (PointId point = 0; point < points_.size(); ++point) {
      if (points_.kind(point) == bp::VertexKind::Call) {
        call(point);
      } else {
        for (const PointId next : points_.steps(point)) arrow(point, next, ArrowKind::Step);
      }
    }
    return std::move(picture_);
  }

 private:
  PointGraph& points_;
  std::vector<std::vector<PointId>> exits_;  // by context
  Picture picture_;

  [[nodiscard]] Spot spot(PointId point) const {
    const bp::Graph& graph = points_.graph();
    Spot spot{points_.vertex(point), {}};
    const bp::ProcedureId p = graph.vertex(spot.vertex).procedure;
    for (bp::Slot slot = 0; slot < graph.first_result(p); ++slot)
      spot.valuation += bp::get_bit(points_.frame(point), slot) ? '1' : '0';
    return spot;
  }

  void call(PointId point) {
    for (const ContextId callee : std::vector<ContextId>(points_.calls(point))) {
      for (const PointId start : points_.starts(callee)) arrow(point, start, ArrowKind::Call);
      for (const PointId exit : exits_[callee])
        for (const PointId next : points_.returns(point, exit))
          arrow(exit, next, ArrowKind::Return);
    }
  }

  void arrow(PointId from, PointId to, ArrowKind kind) {
    picture_.arrows.emplace(std::pair(spot(from), spot(to)), kind);
  }
};

const char* colour_of(ArrowKind kind) {
  switch (kind) {
    case ArrowKind::Step: return "blue";
    case ArrowKind::Call: return "green";
    case ArrowKind::Return: return "black";
  }
  return "black";
}

class PointDrawing {
 public:
  PointDrawing(const bp::Graph& graph, const Picture& picture,
               const std::vector<bp::VertexId>& errors)
      : graph_(graph), picture_(picture), errors_(errors.begin(), errors.end()) {
    for (const Spot& spot : picture.spots) {
      spots_.emplace(spot, static_cast<int>(spots_.size()));
      columns_[graph_.vertex(spot.vertex).procedure].insert(spot.valuation);
    }
    for (const bp::GraphLabel& label : graph.labels())
      labels_[label.vertex] += fmt::format("{}: ", graph.program().text(label.name));
  }

  std::string run() {
    write("digraph points {{\n  layout=neato; splines=true; outputorder=edgesfirst;\n");
    write("  node [fontname=monospace, fontsize=10]; edge [arrowsize=0.6];\n");
    for (bp::ProcedureId p = 0; p < graph_.procedures().size(); ++p) procedure(p);
    for (const auto& [arrow, kind] : picture_.arrows)
      write("  {} -> {} [color={}];\n", name(arrow.first), name(arrow.second), colour_of(kind));
    write("}}\n");
    return std::move(out_);
  }

 private:
  const bp::Graph& graph_;
  const Picture& picture_;
  std::set<bp::VertexId> errors_;
  std::string out_;
  std::map<Spot, int> spots_;
  std::map<bp::VertexId, std::string> labels_;
  std::map<bp::ProcedureId, std::set<std::string>> columns_;
  double top_ = 0;
  int texts_ = 0;

  template <typename... Arguments>
  void write(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(out_), text, std::forward<Arguments>(arguments)...);
  }

  [[nodiscard]] std::string name(const Spot& spot) const {
    return fmt::format("p{}", spots_.at(spot));
  }

  /// All valuations where they are few, as the lecture does; else those that occur.
  [[nodiscard]] std::vector<std::string> columns(bp::ProcedureId p) {
    const std::uint32_t variables = graph_.first_result(p);
    if (variables > most_full_columns) return {columns_[p].begin(), columns_[p].end()};
    std::vector<std::string> all;
    for (unsigned value = 0; value < (1U << variables); ++value) {
      std::string bits;
      for (std::uint32_t i = variables; i-- > 0;) bits += ((value >> i) & 1U) != 0 ? '1' : '0';
      all.push_back(bits);
    }
    return all;
  }

  void text(int column, const std::string& words, const char* extra = "") {
    const double x = column < 0 ? 0 : text_width + column * column_width;
    write("  t{} [shape=plain, label={}, pos=\"{:.2f},{:.2f}!\"{}];\n", texts_++,
          bp::dot_string(words), x, -top_, extra);
  }

  void procedure(bp::ProcedureId p) {
    const std::vector<std::string> valuations = columns(p);
    std::string variables;
    for (bp::Slot slot = 0; slot < graph_.first_result(p); ++slot)
      variables += fmt::format("{}{}", slot == 0 ? "" : " ", graph_.slot_name(p, slot));
    text(-1, fmt::format("{}   [{}]", graph_.procedure_name(p), variables), ", fontcolor=gray30");
    for (std::size_t c = 0; c < valuations.size(); ++c) text(static_cast<int>(c), valuations[c]);
    const bp::Range vertices = graph_.procedure(p).vertices;
    for (std::uint32_t i = 0; i < vertices.count; ++i) row(vertices.first + i, valuations);
    top_ += 2 * row_height;
  }

  void row(bp::VertexId v, const std::vector<std::string>& valuations) {
    const bp::Vertex& vertex = graph_.vertex(v);
    top_ += row_height;
    const std::uint32_t line = graph_.program().source->locate(vertex.at).line;
    text(-1, vertex.kind == bp::VertexKind::Error
                 ? fmt::format("{:>3}. assertion fails", line)
                 : fmt::format("{:>3}. {}{}", line, labels_[v], graph_.statement_text(v)));
    for (std::size_t c = 0; c < valuations.size(); ++c) {
      const auto found = spots_.find({v, valuations[c]});
      if (found == spots_.end()) continue;
      const char* const colour = errors_.contains(v) ? "red" : "black";
      write("  p{} [shape=point, width=0.1, color={}, pos=\"{:.2f},{:.2f}!\"];\n", found->second,
            colour, text_width + static_cast<double>(c) * column_width, -top_);
    }
  }
};

}  // namespace

Picture picture_of(PointGraph& points) {
  return Painter(points).run();
}

Drawing draw_points(const bp::Graph& graph, const std::vector<bp::ProcedureId>& entries,
                    const std::vector<bp::VertexId>& errors, Budget& budget) {
  budget.enter("exploring", "points");
  PointGraph points(graph, budget, most_points);
  switch (points.explore(entries, [](bp::VertexId) { return true; })) {
    case PointGraph::Ended::Limit:
      return {"", fmt::format("too large to draw: more than {} points", most_points)};
    case PointGraph::Ended::Budget:
      return {"", fmt::format("{} reached while {}", to_string(budget.stopped()), budget.phase())};
    default: return {PointDrawing(graph, picture_of(points), errors).run(), ""};
  }
}

}  // namespace hardbop::engine
