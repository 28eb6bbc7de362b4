// SPDX-License-Identifier: MIT
// The relations of a program as BDDs. Private to the engine.
#pragma once

#include <functional>
#include <vector>

#include "base/bdd/manager.hpp"
#include "boolean/encode/expressions.hpp"
#include "boolean/engine/fixpoint/program_relations.hpp"

namespace hardbop::engine {

class RelationBuilder {
 public:
  /// The columns of each parameter.
  using Parameters = std::vector<std::vector<bdd::Var>>;

  RelationBuilder(const ProgramShape& shape, const Query& query, bdd::Manager& manager)
      : shape_(shape),
        graph_(shape.graph),
        counters_(shape.counters),
        query_(query),
        manager_(manager),
        expressions_(graph_, manager) {}

  /// (m, p, l, g): a run starts in this state.
  [[nodiscard]] bdd::Bdd init(const Parameters& of);
  /// (m, p, l, g): a procedure may be entered in this state.
  [[nodiscard]] bdd::Bdd entry(const Parameters& of);
  /// (m, p): the exit.
  [[nodiscard]] bdd::Bdd exit(const Parameters& of);
  /// (m, l, k): the formals of m have the same values.
  [[nodiscard]] bdd::Bdd formals(const Parameters& of);
  /// (m, p, q, l, k, g, h): a step within m from p, l, g to q, k, h.
  [[nodiscard]] bdd::Bdd internal(const Parameters& of);
  /// (m, p, n, l, k, g): p calls n, which starts with the locals k.
  [[nodiscard]] bdd::Bdd into_call(const Parameters& of);
  /// (m, p, q): the call at p comes back at q.
  [[nodiscard]] bdd::Bdd across(const Parameters& of);
  /// (m, p, q, l, k): likewise, and locals that the call does not assign stay.
  [[nodiscard]] bdd::Bdd return_a(const Parameters& of);
  /// (m, p, n, l, k, g, h): the call at p of n, which ends with l and g, leaves k and h.
  [[nodiscard]] bdd::Bdd return_b(const Parameters& of);
  /// (m, p): some question asks for this place.
  [[nodiscard]] bdd::Bdd target(const Parameters& of);
  /// (m, p): once it is reached nothing else matters.
  [[nodiscard]] bdd::Bdd stop(const Parameters& of);

  // With threads.
  /// (t, m, p, l, g): thread t starts so in the first context, with what comes before it.
  [[nodiscard]] bdd::Bdd first_context(const Parameters& of);
  /// (t, m, p, l, g): thread t starts so in a later context, with any shared globals.
  [[nodiscard]] bdd::Bdd later_context(const Parameters& of);
  /// (m, p, g): the active thread may change.
  [[nodiscard]] bdd::Bdd pause(const Parameters& of);
  /// (g, h): what is no shared global is the same.
  [[nodiscard]] bdd::Bdd same_own(const Parameters& of);
  /// (i, c, t): t is active in context i.
  [[nodiscard]] bdd::Bdd active(const Parameters& of);
  /// (i, h, g): context i begins with the shared globals of g.
  [[nodiscard]] bdd::Bdd saved(const Parameters& of);

 private:
  /// Where the slots of a state are.
  struct View {
    const std::vector<bdd::Var>& locals;
    const std::vector<bdd::Var>& globals;
  };

  const ProgramShape& shape_;
  const bp::Graph& graph_;
  const Counters& counters_;
  const Query& query_;
  bdd::Manager& manager_;
  encode::ExpressionEncoder expressions_;
  std::vector<bp::Slot> from_below_;  // slots by level, the lowest first

  [[nodiscard]] bdd::Var variable(const View& view, bp::Slot slot) const {
    return slot < graph_.globals() ? view.globals[slot] : view.locals[slot - graph_.globals()];
  }
  [[nodiscard]] bdd::Bdd number(const std::vector<bdd::Var>& bits, std::uint32_t value) const;
  [[nodiscard]] bdd::Bdd same(bdd::Var a, bdd::Var b) const;
  [[nodiscard]] encode::Values values(std::uint32_t expression, const View& view);
  [[nodiscard]] bdd::Bdd enforce(bp::ProcedureId p, const View& view);
  [[nodiscard]] bdd::Bdd entered(bp::ProcedureId p, const Parameters& of);
  [[nodiscard]] bdd::Bdd initialise(const View& view, const bp::Initialiser& initialiser,
                                    const bdd::Bdd& before);
  void sort_slots(const View& view);
  [[nodiscard]] bdd::Bdd steps(bp::VertexId v, const Parameters& of);
  [[nodiscard]] bdd::Bdd step(bp::VertexId v, bp::VertexId w, const bdd::Bdd& guard,
                              const Parameters& of);
  [[nodiscard]] bdd::Bdd assignment(bp::VertexId v, const View& before, const View& after);
  [[nodiscard]] bdd::Bdd unchanged(bp::ProcedureId p, const std::vector<bp::Slot>& but,
                                   const View& before, const View& after) const;
  [[nodiscard]] std::vector<bp::Slot> assigned(const bp::Vertex& vertex) const;
  // Bits of a thread beside its globals, behind them.
  [[nodiscard]] bdd::Var atomic(const std::vector<bdd::Var>& globals) const {
    return globals[graph_.globals()];
  }
  [[nodiscard]] bdd::Var initialising(const std::vector<bdd::Var>& globals) const {
    return globals[graph_.globals() + 1];
  }
  [[nodiscard]] bdd::Bdd hidden_step(const View& before, const View& after,
                                     bp::Atomicity atomicity) const;
  [[nodiscard]] bp::Atomicity atomicity_of(bp::VertexId v) const;
  /// That the module is this starter.
  [[nodiscard]] bdd::Bdd starter(std::size_t i, const Parameters& of) const;
  [[nodiscard]] bdd::Bdd starter_steps(const Parameters& of) const;
  /// Where threads start, with their own globals initialised; first: with the shared ones.
  [[nodiscard]] bdd::Bdd contexts(const Parameters& of, bool first);
  /// The union, over all calls of starters, of place and `make(callee, place after)`.
  [[nodiscard]] bdd::Bdd starter_calls(
      const Parameters& of,
      const std::function<bdd::Bdd(bp::ProcedureId, std::uint32_t)>& make) const;
  /// The union, over all calls, of place and what `make(v)` says of the call.
  template <typename Make>
  [[nodiscard]] bdd::Bdd calls(const Parameters& of, const Make& make);
};

}  // namespace hardbop::engine
