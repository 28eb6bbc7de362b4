// SPDX-License-Identifier: MIT
#include "boolean/analysis/liveness.hpp"

#include <utility>

#include "boolean/analysis/predecessors.hpp"
#include "boolean/language/variables.hpp"

namespace hardbop::analysis {

using bp::Slot;
using bp::Vertex;
using bp::VertexId;
using bp::VertexKind;

/// Backwards to the least fixed point, by a stack of vertices whose successors changed.
class LivenessAnalysis {
 public:
  LivenessAnalysis(const bp::Graph& graph, const CallGraph& calls, const ModRef& mod_ref,
                   Liveness& out)
      : graph_(graph), calls_(calls), mod_ref_(mod_ref), out_(out), predecessors_(graph) {
    for (const bp::GraphProcedure& procedure : graph.procedures()) {
      SlotSet& looked_at = enforced_.emplace_back();
      if (procedure.enforce.empty()) continue;
      looked_at = SlotSet(graph.first_result(static_cast<bp::ProcedureId>(enforced_.size() - 1)));
      bp::for_each_variable(graph, procedure.enforce,
                            [&](Slot slot, bool) { looked_at.insert(slot); });
    }
  }

  void run() {
    waiting_.resize(graph_.vertices().size(), true);
    grown_.resize(graph_.vertices().size());
    for (VertexId v = 0; v < graph_.vertices().size(); ++v) stack_.push_back(v);
    for (VertexId v = 0; v < graph_.vertices().size(); ++v)
      if (graph_.vertex(v).kind == VertexKind::Call) extend_exit(graph_.vertex(v));
    while (!stack_.empty()) {
      const VertexId v = stack_.back();
      stack_.pop_back();
      waiting_[v] = false;
      scratch_.assign(out_.at(v).size(), 0);
      transfer(v);
      const bool has_grown = unite(out_.at(v), scratch_) || grown_[v];
      grown_[v] = false;
      if (has_grown) changed(v);
    }
  }

 private:
  const bp::Graph& graph_;
  const CallGraph& calls_;
  const ModRef& mod_ref_;
  Liveness& out_;
  Predecessors predecessors_;
  std::vector<SlotSet> enforced_;  // by procedure: what its enforce looks at
  std::vector<VertexId> stack_;
  std::vector<bool> waiting_;
  std::vector<bool> grown_;          // by vertex: an exit's set was extended, its predecessors wait
  std::vector<bp::Word> scratch_;    // what is live before the vertex at hand
  std::vector<bp::Word> after_;      // of the assignment at hand: what is live after it
  std::vector<bp::Word> looked_at_;  // and the next values that its constrain looks at
  std::vector<bp::Word> needed_;     // what a caller needs of its callee

  void wait(VertexId v) {
    if (waiting_[v]) return;
    waiting_[v] = true;
    stack_.push_back(v);
  }

  void changed(VertexId v) {
    for (const VertexId u : predecessors_.of(v)) {
      wait(u);
      if (graph_.vertex(u).kind == VertexKind::Call) extend_exit(graph_.vertex(u));
    }
    const bp::ProcedureId p = graph_.vertex(v).procedure;
    if (graph_.procedure(p).entry == v)
      for (const VertexId call : calls_.callers(p)) wait(call);
  }

  void use(bp::ExprRange range) {
    bp::for_each_variable(graph_, range,
                          [&](Slot slot, bool) { bp::set_bit(scratch_, slot, true); });
  }
  void use(std::uint32_t expression) { use(graph_.program().expressions[expression]); }
  void forget(Slot slot) {
    if (slot != bp::discard_slot) bp::set_bit(scratch_, slot, false);
  }

  void transfer(VertexId v) {
    const Vertex& vertex = graph_.vertex(v);
    switch (vertex.kind) {
      case VertexKind::Exit: break;  // extend_exit() sees to it
      case VertexKind::Error: return;
      case VertexKind::Call: call(vertex); break;
      case VertexKind::Return: give_results(vertex); break;
      default:
        for_each_successor(graph_, v, [&](VertexId w) { unite(scratch_, out_.at(w)); });
        clear_results(vertex.procedure);
        statement(vertex);
    }
    unite(scratch_, enforced_[vertex.procedure].words());
  }

  void clear_results(bp::ProcedureId p) {
    for (Slot slot = graph_.first_result(p); slot < graph_.frame_size(p); ++slot) forget(slot);
  }

  void statement(const Vertex& vertex) {
    switch (vertex.kind) {
      case VertexKind::Branch:
      case VertexKind::Assert:
      case VertexKind::Assume: use(vertex.exprs.first); break;
      case VertexKind::Dead:
        for (std::uint32_t i = 0; i < vertex.names.count; ++i)
          forget(graph_.left_hand_side(vertex.names.first + i));
        break;
      case VertexKind::Assign: assignment(vertex); break;
      default: break;
    }
  }

  /// Only values of live variables, and of those that a constrain looks at, are used. With an
  /// enforce the new values are looked at as well, but then they are live after.
  void assignment(const Vertex& vertex) {
    after_ = scratch_;
    looked_at_.assign(after_.size(), 0);
    if (vertex.has_constrain) {
      const std::uint32_t constrain = vertex.exprs.first + vertex.exprs.count - 1;
      bp::for_each_variable(graph_, constrain, [&](Slot slot, bool is_next) {
        if (is_next) bp::set_bit(looked_at_, slot, true);
      });
    }
    for (std::uint32_t i = 0; i < vertex.names.count; ++i)
      forget(graph_.left_hand_side(vertex.names.first + i));
    for (std::uint32_t i = 0; i < vertex.names.count; ++i) {
      const Slot slot = graph_.left_hand_side(vertex.names.first + i);
      if (slot != bp::discard_slot && (bp::get_bit(after_, slot) || bp::get_bit(looked_at_, slot)))
        use(vertex.exprs.first + i);
    }
    if (vertex.has_constrain) use_constrain(vertex);
  }

  /// 'x of a variable that is not assigned reads its current value.
  void use_constrain(const Vertex& vertex) {
    const std::uint32_t constrain = vertex.exprs.first + vertex.exprs.count - 1;
    bp::for_each_variable(graph_, constrain, [&](Slot slot, bool is_next) {
      bool assigned = false;
      for (std::uint32_t i = 0; is_next && i < vertex.names.count; ++i)
        assigned |= graph_.left_hand_side(vertex.names.first + i) == slot;
      if (!assigned) bp::set_bit(scratch_, slot, true);
    });
  }

  void give_results(const Vertex& vertex) {
    const auto exit = out_.at(graph_.procedure(vertex.procedure).exit);
    unite(scratch_, exit);
    clear_results(vertex.procedure);
    for (std::uint32_t i = 0; i < vertex.exprs.count; ++i)
      if (bp::get_bit(exit, graph_.first_result(vertex.procedure) + i)) use(vertex.exprs.first + i);
  }

  /// What goes into the callee is live if it is live there; what passes by, if it is live after.
  void call(const Vertex& vertex) {
    unite(scratch_, out_.at(vertex.next));
    clear_results(vertex.procedure);
    for (std::uint32_t i = 0; i < vertex.names.count; ++i)
      forget(graph_.left_hand_side(vertex.names.first + i));
    const auto entry = std::as_const(out_).at(graph_.procedure(vertex.callee).entry);
    for (Slot slot = 0; slot < graph_.globals(); ++slot)
      if (mod_ref_.touches(vertex.callee, slot))
        bp::set_bit(scratch_, slot, bp::get_bit(entry, slot));
    for (std::uint32_t i = 0; i < vertex.exprs.count; ++i)
      if (bp::get_bit(entry, graph_.globals() + i)) use(vertex.exprs.first + i);
    for (Slot slot = 0; slot < graph_.globals(); ++slot)
      if (enforced_[vertex.callee].contains(slot)) bp::set_bit(scratch_, slot, true);
  }

  /// Adds the globals and results that one caller still needs to what is live at the callee's
  /// exit. One caller at a time: a procedure may be called from ten thousand places, and looking
  /// at all of them whenever one changes takes the square of that.
  void extend_exit(const Vertex& call) {
    const bp::ProcedureId p = call.callee;
    const VertexId exit = graph_.procedure(p).exit;
    const auto after = std::as_const(out_).at(call.next);
    needed_.assign(out_.at(exit).size(), 0);
    for (Slot slot = 0; slot < graph_.globals(); ++slot)
      if (bp::get_bit(after, slot) && mod_ref_.touches(p, slot) && !is_result(call, slot))
        bp::set_bit(needed_, slot, true);
    for (std::uint32_t i = 0; i < call.names.count; ++i) {
      const Slot slot = graph_.left_hand_side(call.names.first + i);
      if (slot != bp::discard_slot && bp::get_bit(after, slot))
        bp::set_bit(needed_, graph_.first_result(p) + i, true);
    }
    if (!unite(out_.at(exit), needed_)) return;
    grown_[exit] = true;
    wait(exit);
  }

  [[nodiscard]] bool is_result(const Vertex& call, Slot slot) const {
    for (std::uint32_t i = 0; i < call.names.count; ++i)
      if (graph_.left_hand_side(call.names.first + i) == slot) return true;
    return false;
  }
};

Liveness::Liveness(const bp::Graph& graph) : graph_(&graph) {
  offsets_.reserve(graph.vertices().size() + 1);
  std::size_t total = 0;
  for (const Vertex& vertex : graph.vertices()) {
    offsets_.push_back(total);
    total += bp::words_for(graph.frame_size(vertex.procedure));
  }
  offsets_.push_back(total);
  words_.resize(total);
}

Liveness::Liveness(const bp::Graph& graph, const CallGraph& calls, const ModRef& mod_ref,
                   const std::vector<Watch>& watches)
    : Liveness(graph) {
  for (const Watch& watch : watches) bp::set_bit(at(watch.vertex), watch.slot, true);
  LivenessAnalysis(graph, calls, mod_ref, *this).run();
}

Liveness Liveness::everything(const bp::Graph& graph) {
  Liveness all(graph);
  for (VertexId v = 0; v < graph.vertices().size(); ++v) {
    const Vertex& vertex = graph.vertex(v);
    const bool is_exit = vertex.kind == VertexKind::Exit;
    const Slot variables = is_exit ? graph.globals() : graph.first_result(vertex.procedure);
    for (Slot slot = 0; slot < variables; ++slot) bp::set_bit(all.at(v), slot, true);
    if (is_exit)  // after a call just before it, the enforce still looks at locals
      bp::for_each_variable(graph, graph.procedure(vertex.procedure).enforce,
                            [&](Slot slot, bool) { bp::set_bit(all.at(v), slot, true); });
    for (Slot slot = graph.first_result(vertex.procedure);
         is_exit && slot < graph.frame_size(vertex.procedure); ++slot)
      bp::set_bit(all.at(v), slot, true);
  }
  return all;
}

std::uint64_t Liveness::dead() const {
  std::uint64_t count = 0;
  for (VertexId v = 0; v < graph_->vertices().size(); ++v)
    for (Slot slot = 0; slot < graph_->first_result(graph_->vertex(v).procedure); ++slot)
      count += live(v, slot) ? 0 : 1;
  return count;
}

}  // namespace hardbop::analysis
