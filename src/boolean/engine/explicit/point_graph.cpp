// SPDX-License-Identifier: MIT
// The exploration: every point is processed once, in the order of its number, so the first
// arrow into a point comes from points of smaller number. That makes the first arrows a
// well-founded account of how each point came about, completed calls included.
#include "boolean/engine/explicit/point_graph.hpp"

#include <algorithm>

namespace hardbop::engine {

namespace {

std::size_t frame_words(const bp::Graph& graph) {
  std::uint32_t widest = graph.globals();
  for (bp::ProcedureId p = 0; p < graph.procedures().size(); ++p)
    widest = std::max(widest, graph.frame_size(p));
  return std::max<std::size_t>(1, bp::words_for(widest));
}

}  // namespace

PointGraph::PointGraph(const bp::Graph& graph, Budget& budget, std::uint64_t limit)
    : graph_(graph),
      budget_(budget),
      limit_(std::min<std::uint64_t>(limit, no_point - 1)),
      successors_(graph, frame_words(graph), budget),
      points_(1 + frame_words(graph)),
      context_table_(1 + frame_words(graph)),
      exit_table_(1 + frame_words(graph)),
      reached_(graph.vertices().size()),
      key_(1 + frame_words(graph)),
      from_(frame_words(graph)),
      exit_(frame_words(graph)) {}

std::span<const bp::Word> PointGraph::make_key(bp::Word head, Frame frame) {
  key_[0] = head;
  std::ranges::copy(frame, key_.begin() + 1);
  return key_;
}

std::span<const bp::Word> PointGraph::context_key(bp::ProcedureId p, Frame frame) {
  make_key(p, frame);
  const std::span<bp::Word> copy = std::span(key_).subspan(1);
  for (bp::Slot slot = graph_.globals() + graph_.procedure(p).formals; slot < graph_.frame_size(p);
       ++slot)
    bp::set_bit(copy, slot, false);
  return key_;
}

std::span<const bp::Word> PointGraph::exit_key(PointId exit) {
  make_key(context_of(exit), frame(exit));
  const bp::ProcedureId p = contexts_[context_of(exit)].procedure;
  const std::span<bp::Word> copy = std::span(key_).subspan(1);
  if (observer_ != nullptr) return key_;
  for (bp::Slot slot = graph_.globals(); slot < graph_.first_result(p); ++slot)
    bp::set_bit(copy, slot, false);
  return key_;
}

PointId PointGraph::representative(PointId exit) {
  const InternTable::Id id = exit_table_.find(exit_key(exit));
  return id == InternTable::none ? no_point : exit_points_[id];
}

/// False where the exploration must end.
bool PointGraph::add(ContextId context, bp::VertexId v, Frame frame, Arrow arrow) {
  const auto [point, is_new] = points_.add(make_key(v | (bp::Word{context} << 32U), frame));
  if (is_new) arrows_.push_back(arrow);
  if (observer_ != nullptr) tell(point, is_new, arrow);
  if (!is_new) return true;
  if (!reached_[v]) {
    reached_[v] = true;
    if (!(*on_vertex_)(v)) return !(ended_early_ = true);
  }
  if (points_.size() < limit_) return true;
  return !(over_limit_ = true);
}

void PointGraph::tell(PointId point, bool is_new, Arrow arrow) const {
  if (is_new) observer_->add_point(point);
  if (arrow.exit != no_point) {
    observer_->add_arrow(arrow.exit, point, ArrowKind::Return);
  } else if (arrow.from != no_point) {
    observer_->add_arrow(arrow.from, point, ArrowKind::Step);
  }
}

/// Enters a context that may be new, and notes it as called.
bool PointGraph::add_context(bp::ProcedureId p, Frame frame) {
  const auto [context, is_new] = context_table_.add(context_key(p, frame));
  if (is_new) contexts_.push_back({p, {}, {}});
  called_.push_back(context);
  if (contexts_.size() < limit_) return true;
  return !(over_limit_ = true);
}

/// Makes the first points of a context.
bool PointGraph::start(ContextId context) {
  const bp::ProcedureId p = contexts_[context].procedure;
  std::ranges::copy(context_table_.key(context).subspan(1), from_.begin());
  return successors_.entry(
      p, from_, [&](Frame frame) { return add(context, graph_.procedure(p).entry, frame, {}); });
}

PointGraph::Ended PointGraph::explore(const std::vector<bp::ProcedureId>& entries,
                                      const std::function<bool(bp::VertexId)>& on_vertex) {
  on_vertex_ = &on_vertex;
  if (observer_ != nullptr) observer_->begin(*this);
  bool more = true;
  called_.clear();
  for (const bp::ProcedureId p : entries)
    more = more && successors_.initial(p, [&](Frame frame) { return add_context(p, frame); });
  roots_ = called_;
  std::ranges::sort(roots_);
  roots_.erase(std::unique(roots_.begin(), roots_.end()), roots_.end());
  for (const ContextId root : roots_) more = more && start(root);
  for (PointId point = 0; more && point < points_.size(); ++point) {
    if ((point & 0x3FFU) == 0 && budget_.poll(points_.size()) != StopReason::None) break;
    more = process(point);
    if (more && observer_ != nullptr) observer_->finish_point(point);
  }
  on_vertex_ = nullptr;
  if (ended_early_) return Ended::Early;
  if (budget_.stopped() != StopReason::None) return Ended::Budget;
  return over_limit_ ? Ended::Limit : Ended::Complete;
}

bool PointGraph::process(PointId point) {
  switch (kind(point)) {
    case bp::VertexKind::Call: return process_call(point);
    case bp::VertexKind::Exit: return process_exit(point);
    default: {
      const ContextId context = context_of(point);
      std::ranges::copy(frame(point), from_.begin());
      return successors_.step(vertex(point), from_, [&](bp::VertexId w, Frame after) {
        return add(context, w, after, {point, no_point});
      });
    }
  }
}

bool PointGraph::process_call(PointId point) {
  const bp::VertexId v = vertex(point);
  const bp::ProcedureId callee = graph_.vertex(v).callee;
  const std::size_t known = contexts_.size();
  called_.clear();
  std::ranges::copy(frame(point), from_.begin());
  if (!successors_.call(v, from_, [&](Frame context) { return add_context(callee, context); }))
    return false;
  for (const ContextId context : std::vector<ContextId>(called_)) {
    const bool is_new = context >= known && contexts_[context].callers.empty();
    contexts_[context].callers.push_back(point);
    if (is_new && !start(context)) return false;
    if (observer_ != nullptr)
      for (const PointId first : starts(context))
        observer_->add_arrow(point, first, ArrowKind::Call);
    for (std::size_t i = 0; i < contexts_[context].exits.size(); ++i)
      if (!process_return(point, contexts_[context].exits[i])) return false;
  }
  return true;
}

bool PointGraph::process_exit(PointId point) {
  if (!exit_table_.add(exit_key(point)).second) return true;
  exit_points_.push_back(point);
  Context& context = contexts_[context_of(point)];
  context.exits.push_back(point);
  for (const PointId caller : context.callers)
    if (!process_return(caller, point)) return false;
  return true;
}

bool PointGraph::process_return(PointId call, PointId exit) {
  const ContextId context = context_of(call);
  std::ranges::copy(frame(call), from_.begin());
  std::ranges::copy(frame(exit), exit_.begin());
  return successors_.give_back(vertex(call), from_, exit_, [&](bp::VertexId w, Frame after) {
    return add(context, w, after, {call, exit});
  });
}

const std::vector<PointId>& PointGraph::steps(PointId point) {
  found_.clear();
  const bp::Word context = bp::Word{context_of(point)} << 32U;
  static_cast<void>(successors_.step(vertex(point), frame(point), [&](bp::VertexId w, Frame after) {
    const PointId next = points_.find(make_key(w | context, after));
    if (next != no_point) found_.push_back(next);
    return true;
  }));
  return found_;
}

const std::vector<ContextId>& PointGraph::calls(PointId point) {
  called_.clear();
  const bp::ProcedureId callee = graph_.vertex(vertex(point)).callee;
  static_cast<void>(successors_.call(vertex(point), frame(point), [&](Frame context) {
    const ContextId id = context_table_.find(context_key(callee, context));
    if (id != InternTable::none) called_.push_back(id);
    return true;
  }));
  return called_;
}

const std::vector<PointId>& PointGraph::returns(PointId call, PointId exit) {
  found_.clear();
  const bp::Word context = bp::Word{context_of(call)} << 32U;
  static_cast<void>(successors_.give_back(
      vertex(call), frame(call), frame(exit), [&](bp::VertexId w, Frame after) {
        const PointId next = points_.find(make_key(w | context, after));
        if (next != no_point) found_.push_back(next);
        return true;
      }));
  return found_;
}

const std::vector<PointId>& PointGraph::starts(ContextId context) {
  found_.clear();
  const bp::ProcedureId p = contexts_[context].procedure;
  const bp::Word head = (bp::Word{context} << 32U) | graph_.procedure(p).entry;
  const Frame entry = context_table_.key(context).subspan(1);
  static_cast<void>(successors_.entry(p, entry, [&](Frame frame) {
    const PointId start = points_.find(make_key(head, frame));
    if (start != no_point) found_.push_back(start);
    return true;
  }));
  return found_;
}

}  // namespace hardbop::engine
