// SPDX-License-Identifier: MIT
// A summary must say whether an until's bit was 0 on the way. A procedure notes this in a local of
// its own and passes it to its caller in a global when it ends. No condition reads these notes, so
// the computation of path edges must be told that they are watched.
#include "boolean/logic/ltl_product.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace hardbop::temporal {

namespace {

using bp::GraphEditor;
using bp::Term;
using bp::VariableRef;
using bp::VertexId;
using bp::VertexKind;

class LtlProductBuilder {
 public:
  LtlProductBuilder(const bp::Graph& graph, Automaton& automaton)
      : graph_(graph), automaton_(automaton), editor_(graph) {}

  LtlProduct run(const std::vector<bp::ProcedureId>& entries) {
    for (std::size_t bit = 0; bit < automaton_.bits(); ++bit) {
      bits_.push_back(editor_.add_global(fmt::format("(bit {})", bit), automaton_.initial(bit)));
      if (automaton_.is_until(bit)) untils_.push_back(bit);
    }
    for (const std::size_t bit : untils_)
      seen_.push_back(editor_.add_global(fmt::format("(seen {})", bit), false));
    notes_.resize(graph_.procedures().size());
    for (bp::ProcedureId p = 0; p < graph_.procedures().size(); ++p) add_notes(p);
    for (VertexId v = 0; v < graph_.vertices().size(); ++v) add_to_vertex(v);
    add_start(editor_, entries, product_);
    put_step(product_.terminated, {Position::Kind::Terminated, 0, bp::no_index}, product_.start);
    return finish();
  }

 private:
  const bp::Graph& graph_;
  Automaton& automaton_;
  GraphEditor editor_;
  LtlProduct product_;
  std::vector<VariableRef> bits_;
  std::vector<std::size_t> untils_;              // their bits
  std::vector<VariableRef> seen_;                // by until
  std::vector<std::vector<VariableRef>> notes_;  // by procedure, by until
  std::vector<VertexId> after_calls_;

  [[nodiscard]] Term not_put_off(std::size_t until) const {
    return !Term::of(bits_[untils_[until]]);
  }

  /// At its entry a procedure starts to note, at its exit it hands over.
  void add_notes(bp::ProcedureId p) {
    if (untils_.empty()) return;
    std::vector<GraphEditor::Assignment> begin;
    for (std::size_t i = 0; i < untils_.size(); ++i) {
      notes_[p].push_back(editor_.add_local(p, fmt::format("(note {})", i)));
      begin.push_back({notes_[p][i], not_put_off(i)});
    }
    editor_.put_at_entry(p, editor_.add_assignment(p, begin));
    editor_.put_before(editor_.exit_of(p), hand_over(p));
  }

  [[nodiscard]] VertexId hand_over(bp::ProcedureId p) {
    std::vector<GraphEditor::Assignment> out;
    for (std::size_t i = 0; i < untils_.size(); ++i)
      out.push_back({seen_[i], Term::of(notes_[p][i])});
    return editor_.add_assignment(p, out);
  }

  void add_to_vertex(VertexId v) {
    const bp::Vertex& vertex = graph_.vertex(v);
    const bp::ProcedureId p = vertex.procedure;
    if (vertex.kind == VertexKind::Exit) return;
    if (vertex.kind == VertexKind::Return && !untils_.empty()) editor_.put_before(v, hand_over(p));
    if (vertex.kind == VertexKind::Call && !untils_.empty()) take_over(v);
    if (vertex.kind == VertexKind::Error) editor_.make_loop(v);
    put_step(v, position_at(graph_, v), p);
  }

  void take_over(VertexId call) {
    const bp::ProcedureId p = graph_.vertex(call).procedure;
    std::vector<GraphEditor::Assignment> in;
    for (std::size_t i = 0; i < untils_.size(); ++i)
      in.push_back({notes_[p][i], Term::of(notes_[p][i]) | Term::of(seen_[i]) | not_put_off(i)});
    after_calls_.push_back(editor_.add_assignment(p, in));
    editor_.put_after_call(call, after_calls_.back());
  }

  /// Puts the automaton's step before a vertex.
  void put_step(VertexId v, const Position& position, bp::ProcedureId p) {
    AutomatonStep step = automaton_.step(position, bits_);
    if (std::ranges::find(step.changes, true) == step.changes.end()) {
      if (!step.condition.is_constant(true))
        editor_.put_before(v, editor_.add_assume(p, step.condition));
      return;
    }
    std::vector<GraphEditor::Assignment> assignments;
    for (std::size_t bit = 0; bit < bits_.size(); ++bit)
      if (step.changes[bit]) assignments.push_back({bits_[bit], Term::any()});
    const bool has_notes = p < notes_.size();  // the start procedure has none
    for (std::size_t i = 0; has_notes && i < untils_.size(); ++i) {
      if (!step.changes[untils_[i]]) continue;
      assignments.push_back({notes_[p][i], Term::any()});
      const Term met = !Term::next(bits_[untils_[i]]);
      step.condition =
          std::move(step.condition) & iff(Term::next(notes_[p][i]), Term::of(notes_[p][i]) | met);
    }
    editor_.put_before(v, editor_.add_assignment(p, assignments, step.condition));
  }

  LtlProduct finish() {
    product_.edited = editor_.finish();
    const std::vector<VertexId>& place = product_.edited->place;
    const bp::Graph& graph = product_.graph();
    product_.terminated = place[product_.terminated];
    product_.after_call.resize(graph.vertices().size());
    for (std::size_t i = 0; i < untils_.size(); ++i) {
      product_.untils.push_back(graph.slot(bits_[untils_[i]]));
      product_.seen.push_back(graph.slot(seen_[i]));
      for (VertexId v = 0; v < graph.vertices().size(); ++v)
        product_.watches.push_back({v, product_.untils[i]});
      for (const VertexId v : after_calls_)
        product_.watches.push_back({place[v], product_.seen[i]});
    }
    for (const VertexId v : after_calls_) product_.after_call[place[v]] = true;
    return std::move(product_);
  }
};

}  // namespace

LtlProduct make_product(const bp::Graph& graph, Automaton& automaton,
                        const std::vector<bp::ProcedureId>& entries) {
  return LtlProductBuilder(graph, automaton).run(entries);
}

}  // namespace hardbop::temporal
