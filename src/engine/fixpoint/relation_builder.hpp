// SPDX-License-Identifier: MIT
// The relations of a program as BDDs. Private to the engine.
#pragma once

#include <vector>

#include "bdd/manager.hpp"
#include "encode/expressions.hpp"
#include "engine/fixpoint/program_relations.hpp"

namespace hardbop::engine {

class RelationBuilder {
 public:
  /// The columns of each parameter.
  using Parameters = std::vector<std::vector<bdd::Var>>;

  RelationBuilder(const bp::Graph& graph, const Counters& counters, const Query& query,
                  bdd::Manager& manager)
      : graph_(graph),
        counters_(counters),
        query_(query),
        manager_(manager),
        expressions_(graph, manager) {}

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

 private:
  /// Where the slots of a state are.
  struct View {
    const std::vector<bdd::Var>& locals;
    const std::vector<bdd::Var>& globals;
  };

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
  void sort_slots(const View& view);
  [[nodiscard]] bdd::Bdd steps(bp::VertexId v, const Parameters& of);
  [[nodiscard]] bdd::Bdd step(bp::VertexId v, bp::VertexId w, const bdd::Bdd& guard,
                              const Parameters& of);
  [[nodiscard]] bdd::Bdd assignment(bp::VertexId v, const View& before, const View& after);
  [[nodiscard]] bdd::Bdd unchanged(bp::ProcedureId p, const std::vector<bp::Slot>& but,
                                   const View& before, const View& after) const;
  [[nodiscard]] std::vector<bp::Slot> assigned(const bp::Vertex& vertex) const;
  /// The union, over all calls, of place and what `make(v)` says of the call.
  template <typename Make>
  [[nodiscard]] bdd::Bdd calls(const Parameters& of, const Make& make);
};

}  // namespace hardbop::engine
