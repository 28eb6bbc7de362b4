// SPDX-License-Identifier: MIT
// CTL of recursive programs. The truth of a formula at a configuration depends on the stack only
// through what holds where the current procedure returns to. So each procedure is solved once per
// *context*: the set of exits after which the formula holds in the caller; compare the assumptions
// of [burkart92]. Contexts are diagrams, and equal contexts are one.
//
// Formulas are solved from the inside out, in levels. An instance is a procedure with all its
// contexts so far. Each level splits the instances of the level before by the context of one more
// formula:
//   EX a       needs to know after which exits the next configuration satisfies a;
//   E[a U b]   holds if b is reached through a alone while the frame is on the stack (it *stays*),
//              or if an a-path leads to an exit in the context. What stays does not depend on
//              the context, so contexts are found afterwards, from the program's start down;
//   EG a       likewise, with an endless a-path while the frame is on the stack.
// What stays is a fixed point over all instances, in which completed calls are summaries of
// a-paths. This is how recursion is handled.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/util/budget.hpp"
#include "boolean/logic/formula.hpp"
#include "boolean/temporal/backward.hpp"
#include "boolean/temporal/instances.hpp"

namespace hardbop::temporal {

class CtlSolver {
 public:
  CtlSolver(Heads& heads, Formula& formula, std::vector<bp::ProcedureId> entries, Budget& budget);

  /// Computes what is needed to know `root`. False where the budget or the number of contexts
  /// ended it; then `reason` says so.
  [[nodiscard]] bool solve(NodeId root);
  [[nodiscard]] const std::string& reason() const { return reason_; }

  /// Frames at the start of runs in entry procedure number i.
  [[nodiscard]] bdd::Bdd initial(std::size_t entry);
  /// The instance in which they are.
  [[nodiscard]] InstanceId root_instance(std::size_t entry) const {
    return levels_.back().roots[entry];
  }
  [[nodiscard]] const Instances& instances() const { return levels_.back().instances; }
  /// Frames that satisfy a formula which was part of `root`, or is a combination of such.
  [[nodiscard]] bdd::Bdd at(NodeId id, InstanceId instance, bp::VertexId v) {
    return values(id, instance)[v - instances().vertices(instance).first];
  }
  /// Globals with which the final configuration satisfies it.
  [[nodiscard]] bdd::Bdd final(NodeId id);
  [[nodiscard]] Heads& heads() const { return heads_; }

 private:
  struct Level {
    Instances instances;
    std::vector<InstanceId> parents;  // by instance: of the level before
    std::vector<bdd::Bdd> contexts;   // by instance: exits after which the formula holds
    std::vector<InstanceId> roots;    // by entry
    InstanceSets values;              // of the level's formula
  };
  /// An instance of the level before, and a context.
  using Known = std::map<std::pair<InstanceId, bdd::Ref>, InstanceId>;
  /// The values of a level's formula, by vertex, in an instance of the level before and a context.
  using Values = std::function<std::vector<bdd::Bdd>(InstanceId, const bdd::Bdd&)>;

  Heads& heads_;
  Formula& formula_;
  std::vector<bp::ProcedureId> entries_;
  Budget& budget_;
  Backward backward_;
  const bp::Graph& graph_;
  std::vector<Level> levels_;
  std::map<NodeId, std::size_t> level_of_;  // temporal formulas that are known
  std::map<std::pair<NodeId, InstanceId>, std::vector<bdd::Bdd>> combined_;  // of the last level
  std::map<NodeId, bdd::Bdd> final_;
  std::vector<bdd::Bdd> exits_;       // by procedure: those that are reached
  std::vector<std::uint64_t> order_;  // by vertex: callees first, backwards
  std::string reason_;
  std::uint64_t steps_ = 0;

  [[nodiscard]] bool is_exit(bp::VertexId v) const {
    return graph_.vertex(v).kind == bp::VertexKind::Exit;
  }
  [[nodiscard]] bdd::Bdd nothing() const { return heads_.manager().zero(); }
  [[nodiscard]] const bdd::Bdd& reached(bp::VertexId v) const { return heads_.reached()[v]; }
  [[nodiscard]] bool go_on();

  void set_order();
  void make_first_level();
  [[nodiscard]] bool solve_temporal(NodeId id);
  [[nodiscard]] bool solve_next(NodeId id);
  [[nodiscard]] bdd::Bdd before_next(InstanceId instance, bp::VertexId v, const InstanceSets& of_a);
  [[nodiscard]] const std::vector<bdd::Bdd>& values(NodeId id, InstanceId instance);
  [[nodiscard]] std::vector<bdd::Bdd> combine(NodeId id, InstanceId instance);

  // What stays, over the instances of the last level
  [[nodiscard]] bool summarise(NodeId a, std::vector<bdd::Bdd>& summaries);
  [[nodiscard]] bool stay_until(NodeId a, NodeId b, const std::vector<bdd::Bdd>& summaries,
                                InstanceSets& out);
  [[nodiscard]] bool stay_globally(NodeId a, const std::vector<bdd::Bdd>& summaries,
                                   InstanceSets& out);
  [[nodiscard]] bdd::Bdd leading(InstanceId instance, bp::VertexId v, const InstanceSets& sets,
                                 const std::vector<bdd::Bdd>& summaries, bool into_calls);
  template <typename Update>
  [[nodiscard]] bool iterate(const std::vector<InstanceId>& instances, Update update);
  [[nodiscard]] std::vector<bdd::Bdd> with_context(NodeId a, const std::vector<bdd::Bdd>& summaries,
                                                   InstanceSets& stay, InstanceId instance,
                                                   const bdd::Bdd& context);

  // The next level
  [[nodiscard]] bool refine(NodeId id, const Values& values);
  [[nodiscard]] InstanceId instance_of(Level& level, Known& known, InstanceId parent,
                                       bp::ProcedureId p, const bdd::Bdd& context) const;
  [[nodiscard]] bool add_calls(Level& level, InstanceId instance, Known& known);
  [[nodiscard]] std::vector<std::pair<bdd::Bdd, bdd::Bdd>> cases(bp::VertexId call,
                                                                 const bdd::Bdd& after);
};

}  // namespace hardbop::temporal
