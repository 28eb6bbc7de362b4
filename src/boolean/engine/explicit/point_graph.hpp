// SPDX-License-Identifier: MIT
// Points and arrows, after the SLAM IV lecture [slam4]. A point is a place in the program
// with a valuation of the visible variables. The lecture finds the callers that a return
// goes back to by following arrows from the procedure's start; we write that start, the
// globals and formals a procedure was entered with, into the point: its context. Then the
// callers of a context are a list, and what it can return with, its exits, another.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "base/util/budget.hpp"
#include "boolean/engine/explicit/interning.hpp"
#include "boolean/engine/explicit/observer.hpp"
#include "boolean/engine/explicit/successors.hpp"
#include "boolean/language/graph.hpp"

namespace hardbop::engine {

using PointId = std::uint32_t;
using ContextId = std::uint32_t;

constexpr PointId no_point = bp::no_index;

struct Context {
  bp::ProcedureId procedure = 0;
  std::vector<PointId> callers;  // points at calls that enter this context
  std::vector<PointId> exits;    // points at the exit that differ in globals or results
};

/// How a point was first found: a step from `from`, or, where `exit` is set, the return of
/// the call at `from` from the exit point `exit`. The first points of a context have neither.
struct Arrow {
  PointId from = no_point;
  PointId exit = no_point;
};

class PointGraph {
 public:
  enum class Ended : std::uint8_t { Complete, Early, Budget, Limit };

  /// At most `limit` points are made, and as many contexts.
  PointGraph(const bp::Graph& graph, Budget& budget, std::uint64_t limit);

  /// Who is told of points and arrows. Exits are not merged then: the lecture draws an arrow from
  /// each point at an exit. The points are the same.
  void observe(PointObserver* observer) { observer_ = observer; }

  /// Explores all that a run can reach that starts in one of the procedures. `on_vertex` is
  /// told of each vertex when it is first reached; where it answers false, that is the end.
  Ended explore(const std::vector<bp::ProcedureId>& entries,
                const std::function<bool(bp::VertexId)>& on_vertex);

  [[nodiscard]] const bp::Graph& graph() const { return graph_; }
  [[nodiscard]] std::size_t size() const { return points_.size(); }
  [[nodiscard]] std::size_t contexts() const { return contexts_.size(); }
  [[nodiscard]] const Context& context(ContextId context) const { return contexts_[context]; }
  /// The contexts a run can start in.
  [[nodiscard]] const std::vector<ContextId>& roots() const { return roots_; }

  [[nodiscard]] bp::VertexId vertex(PointId point) const {
    return static_cast<bp::VertexId>(points_.key(point)[0]);
  }
  [[nodiscard]] ContextId context_of(PointId point) const {
    return static_cast<ContextId>(points_.key(point)[0] >> 32U);
  }
  [[nodiscard]] Frame frame(PointId point) const { return points_.key(point).subspan(1); }
  [[nodiscard]] bp::VertexKind kind(PointId point) const {
    return graph_.vertex(vertex(point)).kind;
  }
  [[nodiscard]] Arrow first_arrow(PointId point) const { return arrows_[point]; }
  /// The exit point that stands for all of its context with these globals and results.
  [[nodiscard]] PointId representative(PointId exit);

  // The arrows once more, for a search in another order. Points never made are left out; after
  // a complete exploration there are none. Each answer is valid until the next question.

  [[nodiscard]] const std::vector<PointId>& steps(PointId point);                 // blue
  [[nodiscard]] const std::vector<ContextId>& calls(PointId point);               // green
  [[nodiscard]] const std::vector<PointId>& returns(PointId call, PointId exit);  // black
  [[nodiscard]] const std::vector<PointId>& starts(ContextId context);

 private:
  const bp::Graph& graph_;
  Budget& budget_;
  std::uint64_t limit_;
  PointObserver* observer_ = nullptr;
  Successors successors_;
  InternTable points_;                // context and vertex, then the frame
  InternTable context_table_;         // procedure, then the frame with other locals zero
  InternTable exit_table_;            // context, then the frame with locals zero
  std::vector<PointId> exit_points_;  // by number in exit_table_
  std::vector<Context> contexts_;
  std::vector<Arrow> arrows_;
  std::vector<ContextId> roots_;
  std::vector<bool> reached_;  // by vertex
  const std::function<bool(bp::VertexId)>* on_vertex_ = nullptr;
  bool ended_early_ = false;
  bool over_limit_ = false;
  std::vector<bp::Word> key_;
  std::vector<bp::Word> from_;  // the frame at hand, safe from the growth of the tables
  std::vector<bp::Word> exit_;
  std::vector<PointId> found_;
  std::vector<ContextId> called_;

  std::span<const bp::Word> make_key(bp::Word head, Frame frame);
  std::span<const bp::Word> context_key(bp::ProcedureId p, Frame frame);
  std::span<const bp::Word> exit_key(PointId exit);

  bool add(ContextId context, bp::VertexId v, Frame frame, Arrow arrow);
  bool add_context(bp::ProcedureId p, Frame frame);
  void tell(PointId point, bool is_new, Arrow arrow) const;
  bool start(ContextId context);
  bool process(PointId point);
  bool process_call(PointId point);
  bool process_exit(PointId point);
  bool process_return(PointId call, PointId exit);
};

}  // namespace hardbop::engine
