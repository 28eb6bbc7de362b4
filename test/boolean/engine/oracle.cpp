// SPDX-License-Identifier: MIT
#include "boolean/engine/oracle.hpp"

#include <algorithm>

namespace hardbop::test {

namespace {

using bp::Slot;
using bp::Valuation;
using bp::VertexId;
using bp::VertexKind;

struct Less {
  bool operator()(const Valuation& a, const Valuation& b) const {
    return std::ranges::lexicographical_compare(a.words(), b.words());
  }
};

struct OracleFrame {
  VertexId vertex = 0;
  Valuation values;

  friend bool operator<(const OracleFrame& a, const OracleFrame& b) {
    if (a.vertex != b.vertex) return a.vertex < b.vertex;
    return Less{}(a.values, b.values);
  }
};

/// The waiting callers, outermost first, then the active frame.
using OracleConfiguration = std::vector<OracleFrame>;

}  // namespace

std::vector<Valuation> Trial::all_frames(bp::ProcedureId p) const {
  const std::uint32_t size = graph_.frame_size(p);
  std::vector<Valuation> frames;
  for (std::uint64_t bits = 0; bits < (std::uint64_t{1} << size); ++bits) {
    Valuation frame(size);
    for (Slot slot = 0; slot < size; ++slot) frame.set(slot, ((bits >> slot) & 1U) != 0);
    frames.push_back(std::move(frame));
  }
  return frames;
}

std::vector<VertexId> Trial::next_vertices(const bp::Vertex& vertex) const {
  std::set<VertexId> found{vertex.next, vertex.otherwise};
  for (std::uint32_t i = 0; i < vertex.targets.count; ++i)
    found.insert(graph_.targets()[vertex.targets.first + i]);
  found.erase(bp::no_index);
  return {found.begin(), found.end()};
}

namespace {

/// Results have no value before the exit, also in a frame just entered.
bool has_early_results(const bp::Graph& graph, bp::ProcedureId p, const Valuation& frame) {
  if (graph.procedure(p).entry == graph.procedure(p).exit) return false;
  for (Slot slot = graph.first_result(p); slot < graph.frame_size(p); ++slot)
    if (frame.get(slot)) return true;
  return false;
}

}  // namespace

std::vector<Valuation> Trial::initial(bp::ProcedureId p) {
  std::vector<Valuation> found;
  for (Valuation& frame : all_frames(p))
    if (!interpreter_.initial(p, frame) && !has_early_results(graph_, p, frame))
      found.push_back(std::move(frame));
  return found;
}

std::vector<Valuation> Trial::entries(VertexId call, const Valuation& before) {
  const bp::ProcedureId callee = graph_.vertex(call).callee;
  std::vector<Valuation> found;
  for (Valuation& frame : all_frames(callee))
    if (!interpreter_.call(call, before, frame) && !has_early_results(graph_, callee, frame))
      found.push_back(std::move(frame));
  return found;
}

std::vector<Trial::Place> Trial::steps(VertexId v, const Valuation& before) {
  std::vector<Place> found;
  const bp::Vertex& vertex = graph_.vertex(v);
  const std::vector<Valuation> frames = all_frames(vertex.procedure);
  for (const VertexId w : next_vertices(vertex))
    for (const Valuation& frame : frames)
      if (!interpreter_.step(v, before, w, frame)) found.emplace_back(w, frame);
  return found;
}

std::vector<Valuation> Trial::returns(VertexId call, const Valuation& before,
                                      const Valuation& exit) {
  std::vector<Valuation> found;
  for (Valuation& frame : all_frames(graph_.vertex(call).procedure))
    if (!interpreter_.give_back(call, before, exit, frame)) found.push_back(std::move(frame));
  return found;
}

namespace {

class Search {
 public:
  Search(const bp::Graph& graph, std::size_t limit) : graph_(graph), trial_(graph), limit_(limit) {}

  ConfigurationSearch run(bp::ProcedureId entry) {
    for (Valuation& frame : trial_.initial(entry))
      arrive({{graph_.procedure(entry).entry, std::move(frame)}}, 0);
    while (!next_.empty() && seen_.size() < limit_) {
      current_ = std::move(next_);
      next_.clear();
      ++out_.levels;
      for (const OracleConfiguration& configuration : current_) execute(configuration);
    }
    out_.complete = next_.empty();
    return std::move(out_);
  }

 private:
  const bp::Graph& graph_;
  Trial trial_;
  std::size_t limit_;
  std::set<OracleConfiguration> seen_;
  std::vector<OracleConfiguration> current_;
  std::vector<OracleConfiguration> next_;
  ConfigurationSearch out_;

  /// Reaching a procedure's end is no step: the caller goes on at once.
  void arrive(OracleConfiguration configuration, std::uint64_t distance) {
    const VertexId v = configuration.back().vertex;
    out_.distance.emplace(v, distance);
    if (graph_.vertex(v).kind != VertexKind::Exit) {
      if (seen_.insert(configuration).second) next_.push_back(std::move(configuration));
      return;
    }
    if (configuration.size() == 1) return;
    const Valuation exit = configuration.back().values;
    configuration.pop_back();
    const OracleFrame call = configuration.back();
    for (Valuation& after : trial_.returns(call.vertex, call.values, exit)) {
      configuration.back() = {graph_.vertex(call.vertex).next, std::move(after)};
      arrive(configuration, distance);
    }
  }

  void execute(const OracleConfiguration& configuration) {
    const OracleFrame& top = configuration.back();
    if (graph_.vertex(top.vertex).kind == VertexKind::Call) {
      const bp::ProcedureId callee = graph_.vertex(top.vertex).callee;
      for (Valuation& entry : trial_.entries(top.vertex, top.values)) {
        OracleConfiguration inner = configuration;
        inner.push_back({graph_.procedure(callee).entry, std::move(entry)});
        arrive(std::move(inner), out_.levels);
      }
      return;
    }
    for (auto& [w, frame] : trial_.steps(top.vertex, top.values)) {
      OracleConfiguration after = configuration;
      after.back() = {w, std::move(frame)};
      arrive(std::move(after), out_.levels);
    }
  }
};

/// Path edges as triples (entry frame, vertex, frame), to a fixed point, then breadth first.
class PathEdges {
 public:
  PathEdges(const bp::Graph& graph, std::size_t limit)
      : graph_(graph), trial_(graph), limit_(limit) {}

  std::optional<std::map<VertexId, std::uint64_t>> run(bp::ProcedureId entry) {
    for (Valuation& frame : trial_.initial(entry)) {
      const VertexId v = graph_.procedure(entry).entry;
      starts_.push_back({frame, v, frame});
    }
    // Complete summaries first: repeat the whole search until none is added.
    std::size_t before = 0;
    do {
      before = summaries_.size();
      distance_.clear();
      std::vector<Edge> ring = starts_;
      for (std::uint64_t d = 0; !ring.empty(); ++d) ring = next_ring(ring, d);
      if (distance_.size() > limit_) return std::nullopt;
    } while (summaries_.size() != before);
    std::map<VertexId, std::uint64_t> best;
    for (const auto& [edge, d] : distance_) {
      const auto [found, is_new] = best.emplace(edge.vertex, d);
      if (!is_new) found->second = std::min(found->second, d);
    }
    return best;
  }

 private:
  struct Edge {
    Valuation entry;
    VertexId vertex = 0;
    Valuation frame;

    friend bool operator<(const Edge& a, const Edge& b) {
      if (a.vertex != b.vertex) return a.vertex < b.vertex;
      if (a.entry != b.entry) return Less{}(a.entry, b.entry);
      return Less{}(a.frame, b.frame);
    }
  };

  const bp::Graph& graph_;
  Trial trial_;
  std::size_t limit_;
  std::vector<Edge> starts_;
  std::map<Edge, std::uint64_t> distance_;
  std::set<Edge> summaries_;  // at exits

  std::vector<Edge> next_ring(const std::vector<Edge>& ring, std::uint64_t d) {
    std::vector<Edge> next;
    for (const Edge& edge : ring) {
      if (distance_.size() > limit_ || !distance_.emplace(edge, d).second) continue;
      switch (graph_.vertex(edge.vertex).kind) {
        case VertexKind::Exit: summaries_.insert(edge); break;
        case VertexKind::Call: call(edge, next); break;
        default:
          for (auto& [w, frame] : trial_.steps(edge.vertex, edge.frame))
            next.push_back({edge.entry, w, std::move(frame)});
      }
    }
    return next;
  }

  void call(const Edge& edge, std::vector<Edge>& next) {
    const bp::Vertex& vertex = graph_.vertex(edge.vertex);
    const bp::GraphProcedure& callee = graph_.procedure(vertex.callee);
    for (const Valuation& entry : trial_.entries(edge.vertex, edge.frame)) {
      next.push_back({entry, callee.entry, entry});
      for (const Edge& summary : summaries_) {
        if (summary.vertex != callee.exit || summary.entry != entry) continue;
        for (Valuation& after : trial_.returns(edge.vertex, edge.frame, summary.frame))
          next.push_back({edge.entry, vertex.next, std::move(after)});
      }
    }
  }
};

}  // namespace

ConfigurationSearch search_configurations(const bp::Graph& graph, bp::ProcedureId entry,
                                          std::size_t max_configurations) {
  return Search(graph, max_configurations).run(entry);
}

std::optional<std::map<VertexId, std::uint64_t>> hierarchical_distances(
    const bp::Graph& graph, bp::ProcedureId entry, std::size_t max_path_edges) {
  return PathEdges(graph, max_path_edges).run(entry);
}

}  // namespace hardbop::test
