// SPDX-License-Identifier: MIT
// Evaluating a system: the values of relations, in rounds.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/bdd/manager.hpp"
#include "base/util/budget.hpp"
#include "base/util/diagnostic.hpp"
#include "boolean/calculus/components.hpp"
#include "boolean/calculus/observer.hpp"
#include "boolean/calculus/plan.hpp"
#include "boolean/calculus/system.hpp"

namespace hardbop::calculus {

struct EvaluationOptions {
  /// Rounds after which a system that is not monotone is given up.
  std::uint64_t iteration_limit = 1'000'000;
  /// Propagate only what is new in least fixed points.
  bool frontier = true;
  /// Who is told of the rounds.
  RelationObserver* observer = nullptr;
};

/// Thrown where a relation never becomes stable.
struct NotStable {
  Diagnostic diagnostic;
};

class Evaluator {
 public:
  Evaluator(const System& system, const EvaluationOptions& options, bdd::Manager& manager,
            Budget& budget);

  /// The BDD variables of a relation's parameters, and which of their values are proper.
  [[nodiscard]] const std::vector<bdd::Var>& columns(RelationId relation) const {
    return planner_.columns(relation);
  }
  [[nodiscard]] bdd::Manager& manager() { return manager_; }
  [[nodiscard]] const bdd::Bdd& domain(RelationId relation) const {
    return planner_.domain(relation);
  }
  /// Gives an input relation its value, over its columns and within its domain.
  void bind(RelationId relation, const bdd::Bdd& value);
  /// Throws NotStable; bdd::LimitReached where a limit ends it.
  void evaluate(const std::vector<RelationId>& wanted);

  [[nodiscard]] const bdd::Bdd& value(RelationId relation) const { return states_[relation].value; }
  /// Whether it has its final value.
  [[nodiscard]] bool is_complete(RelationId relation) const { return states_[relation].complete; }
  /// How often its formula was evaluated.
  [[nodiscard]] std::uint64_t rounds(RelationId relation) const { return states_[relation].rounds; }

 private:
  /// What is known of a node of a plan.
  struct NodeState {
    bdd::Bdd value;  // of the whole formula, made at `stamp`
    std::uint64_t stamp = 0;
    // In an ascending component:
    bool recursive = false;  // depends on its relations
    bool needs_total = false;
    bdd::Bdd total;  // its value so far
    bdd::Bdd fresh;  // what the last round added, or more
  };
  struct RelationState {
    std::optional<Plan> plan;
    std::vector<NodeState> nodes;
    bdd::Bdd value;
    bdd::Bdd fresh;             // in an ascending component: what the last round added
    std::uint64_t changed = 1;  // when the value changed last
    std::uint64_t rounds = 0;
    bool complete = false;
    std::string phase;  // "evaluating Reach"
  };

  const System& system_;
  EvaluationOptions options_;
  bdd::Manager& manager_;
  Budget& budget_;
  Layout layout_;
  Planner planner_;
  std::vector<RelationState> states_;
  std::uint64_t clock_ = 1;

  void prepare(const std::vector<Component>& all);
  void run(const Component& component);
  void run_all(const std::vector<Component>& all);
  void once(RelationId relation);
  void ascend(const Component& component);
  void descend(const Component& component);
  void iterate(const Component& component, const Component::Root& root);
  void poll(RelationId relation);
  void set_value(RelationId relation, bdd::Bdd value);
  [[nodiscard]] bool all_full(const std::vector<RelationId>& relations) const;

  // The whole value of a formula.
  [[nodiscard]] bdd::Bdd body(RelationId relation);
  const bdd::Bdd& value(RelationState& state, NodeId node);
  [[nodiscard]] bool is_current(const RelationState& state, NodeId node) const;
  [[nodiscard]] bdd::Bdd compute(RelationState& state, const Node& node);
  [[nodiscard]] bdd::Bdd compute_union(RelationState& state, const Node& node);

  // What a round adds to it.
  void start_ascent(const Component& component);
  void mark_recursive(RelationState& state, const std::vector<RelationId>& members) const;
  static void leave_whole(RelationState& state);
  [[nodiscard]] bdd::Bdd advance(RelationState& state);
  void advance(RelationState& state, NodeId node);
  [[nodiscard]] bdd::Bdd advance_product(RelationState& state, const Node& node);

  template <typename Operand>
  [[nodiscard]] bdd::Bdd product(const Node& node, std::size_t start, const Operand& operand);
};

}  // namespace hardbop::calculus
