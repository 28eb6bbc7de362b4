// SPDX-License-Identifier: MIT
// Least fixed points ascend by gains. Each node of a formula stores its value so far, and a round
// computes the gain of a node from the gains of its operands. The gain of a product is a union over
// the operands that gained: the operand's gain multiplied by the values of the others. So a round
// costs what is new in it, not what is known. Negations and equivalences inside a formula are
// computed completely and compared with their old values.
//
// In all other cases, and in the first round, a formula is computed completely; a part keeps its
// value if none of its relations has changed since.
#include "boolean/calculus/evaluator.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "base/bdd/limits.hpp"

namespace hardbop::calculus {

using bdd::Bdd;

Evaluator::Evaluator(const System& system, const EvaluationOptions& options, bdd::Manager& manager,
                     Budget& budget)
    : system_(system),
      options_(options),
      manager_(manager),
      budget_(budget),
      layout_(system, manager),
      planner_(system, layout_, manager),
      states_(system.relations.size()) {
  for (RelationId r = 0; r < states_.size(); ++r) {
    states_[r].value = manager.zero();
    states_[r].phase = fmt::format("evaluating {}", system.relations[r].name);
  }
}

void Evaluator::bind(RelationId relation, const Bdd& value) {
  states_[relation].complete = true;
  set_value(relation, value);
}

void Evaluator::set_value(RelationId relation, Bdd value) {
  RelationState& state = states_[relation];
  if (state.value == value) return;
  std::swap(state.value, value);
  state.changed = ++clock_;
  if (options_.observer != nullptr && !state.complete) options_.observer->change(relation, value);
}

void Evaluator::evaluate(const std::vector<RelationId>& wanted) {
  const std::optional<std::vector<Component>> all = components(system_, wanted);
  if (!all)
    throw NotStable{{Severity::Error, system_.relations[wanted.front()].at,
                     "too many relations depend on each other through negations",
                     "define the system in layers"}};
  prepare(*all);
  RelationObserver* const observer = options_.observer;
  if (observer != nullptr) observer->begin(*this, system_);
  for (const Component& component : *all) {
    run(component);
    for (const RelationId r : component.wanted) {
      states_[r].complete = true;
      if (observer != nullptr) observer->complete(r);
    }
  }
}

void Evaluator::prepare(const std::vector<Component>& all) {
  for (const Component& component : all) {
    for (const RelationId r : component.members) {
      RelationState& state = states_[r];
      if (state.plan) continue;
      state.plan = planner_.plan(r);
      state.nodes.resize(state.plan->nodes.size());
    }
  }
}

void Evaluator::run_all(const std::vector<Component>& all) {
  for (const Component& component : all) run(component);
}

void Evaluator::run(const Component& component) {
  switch (component.kind) {
    case Component::Kind::Once: once(component.members.front()); break;
    case Component::Kind::Ascending: ascend(component); break;
    case Component::Kind::Descending: descend(component); break;
    case Component::Kind::Nested: {
      std::vector<std::pair<RelationId, Bdd>> values;
      for (const Component::Root& root : component.roots) {
        iterate(component, root);
        values.emplace_back(root.relation, states_[root.relation].value);
      }
      for (auto& [relation, value] : values) set_value(relation, std::move(value));
      run_all(component.after);
      break;
    }
  }
}

/// Once in a round, with the round's number.
void Evaluator::poll(RelationId relation) {
  RelationState& state = states_[relation];
  ++state.rounds;
  if (budget_.phase() != state.phase) budget_.enter(state.phase, "rounds");
  switch (budget_.poll(state.rounds)) {
    case StopReason::None: return;
    case StopReason::Time: throw bdd::LimitReached(bdd::Limit::Time);
    case StopReason::Memory: throw bdd::LimitReached(bdd::Limit::Memory);
    case StopReason::Cancelled: throw bdd::LimitReached(bdd::Limit::Cancelled);
  }
}

void Evaluator::once(RelationId relation) {
  poll(relation);
  set_value(relation, body(relation));
}

bool Evaluator::all_full(const std::vector<RelationId>& relations) const {
  return std::ranges::all_of(relations,
                             [&](RelationId r) { return states_[r].value == planner_.domain(r); });
}

// Fixed points.

void Evaluator::ascend(const Component& component) {
  start_ascent(component);
  std::vector<Bdd> gains(component.members.size());
  bool changing = true;
  // What is true of everything cannot grow: a clause that ends the search makes it so.
  while (changing && !all_full(component.wanted)) {
    for (std::size_t i = 0; i < gains.size(); ++i) {
      const RelationId r = component.members[i];
      poll(r);
      gains[i] = (options_.frontier ? advance(states_[r]) : body(r)) - states_[r].value;
    }
    changing = false;
    for (std::size_t i = 0; i < gains.size(); ++i) {
      const RelationId r = component.members[i];
      changing = changing || !gains[i].is_false();
      states_[r].fresh = std::move(gains[i]);
      set_value(r, states_[r].value | states_[r].fresh);
    }
  }
  for (const RelationId r : component.members) {
    for (NodeState& node : states_[r].nodes) node.total = node.fresh = Bdd();
    states_[r].fresh = Bdd();
  }
}

/// The first round: from nothing, all formulas whole.
void Evaluator::start_ascent(const Component& component) {
  for (const RelationId r : component.members) set_value(r, manager_.zero());
  std::vector<Bdd> first;
  for (const RelationId r : component.members) {
    poll(r);
    first.push_back(body(r));
    RelationState& state = states_[r];
    mark_recursive(state, component.members);
    for (NodeId n = 0; n < state.nodes.size(); ++n)
      if (state.nodes[n].needs_total) state.nodes[n].total = value(state, n);
  }
  for (std::size_t i = 0; i < first.size(); ++i) {
    states_[component.members[i]].fresh = first[i];
    set_value(component.members[i], std::move(first[i]));
  }
}

void Evaluator::descend(const Component& component) {
  for (const RelationId r : component.members) set_value(r, planner_.domain(r));
  bool changing = true;
  while (changing) {
    std::vector<Bdd> next;
    for (const RelationId r : component.members) {
      poll(r);
      next.push_back(body(r));
    }
    changing = false;
    for (std::size_t i = 0; i < next.size(); ++i) {
      changing = changing || next[i] != states_[component.members[i]].value;
      set_value(component.members[i], std::move(next[i]));
    }
  }
}

/// `Evaluate` of [getafix09 §3]. A value that comes back (found as Brent does) will come back for
/// ever.
void Evaluator::iterate(const Component& component, const Component::Root& root) {
  const Relation& relation = system_.relations[root.relation];
  const bool greatest = relation.kind == Relation::Kind::Nu;
  set_value(root.relation, greatest ? planner_.domain(root.relation) : manager_.zero());
  Bdd remembered = states_[root.relation].value;
  std::uint64_t remembered_at = 0;
  for (std::uint64_t round = 1;; ++round) {
    poll(root.relation);
    run_all(root.inside);
    Bdd next = body(root.relation);
    if (next == states_[root.relation].value) return;
    if (!component.monotone && (next == remembered || round >= options_.iteration_limit)) {
      const std::string what =
          next == remembered
              ? fmt::format("round {1} gives the same value as round {0}", remembered_at, round)
              : fmt::format("the limit of {} rounds was reached", options_.iteration_limit);
      throw NotStable{{Severity::Error, relation.at,
                       fmt::format("{} does not converge: {}", quote_name(relation.name), what),
                       "it depends on itself through a negation"}};
    }
    if ((round & (round - 1)) == 0) {
      remembered = next;
      remembered_at = round;
    }
    set_value(root.relation, std::move(next));
  }
}

// Whole values.

Bdd Evaluator::body(RelationId relation) {
  RelationState& state = states_[relation];
  return value(state, state.plan->root);
}

bool Evaluator::is_current(const RelationState& state, NodeId node) const {
  const NodeState& known = state.nodes[node];
  if (known.value.is_null()) return false;
  const std::vector<RelationId>& relations = state.plan->nodes[node].relations;
  return std::ranges::all_of(relations,
                             [&](RelationId r) { return states_[r].changed <= known.stamp; });
}

const Bdd& Evaluator::value(RelationState& state, NodeId node) {
  NodeState& known = state.nodes[node];
  if (is_current(state, node)) return known.value;
  known.value = compute(state, state.plan->nodes[node]);
  known.stamp = clock_;
  return known.value;
}

Bdd Evaluator::compute(RelationState& state, const Node& node) {
  switch (node.kind) {
    case Node::Kind::Constant: return node.constant;
    case Node::Kind::Apply: return node.application.apply(states_[node.relation].value);
    case Node::Kind::Or: return compute_union(state, node);
    case Node::Kind::Product:
      return product(node, node.operands.size(), [&](Index operand) -> const Bdd& {
        return value(state, node.operands[operand]);
      });
    case Node::Kind::Not: return ~value(state, node.operands[0]);
    case Node::Kind::Iff:
      return bdd::iff(value(state, node.operands[0]), value(state, node.operands[1]));
  }
  return manager_.zero();
}

Bdd Evaluator::compute_union(RelationState& state, const Node& node) {
  Bdd out = manager_.zero();
  for (const NodeId operand : node.operands) {
    out |= value(state, operand);
    if (out.is_true()) break;
  }
  return out;
}

template <typename Operand>
Bdd Evaluator::product(const Node& node, std::size_t start, const Operand& operand) {
  Bdd out;
  for (const Node::Step& step : node.schedules[start]) {
    const Bdd& next = operand(step.operand);
    if (out.is_null()) {
      out = step.quantified.is_true() ? next : bdd::exists(next, step.quantified);
    } else {
      out = step.quantified.is_true() ? out & next : bdd::and_exists(out, next, step.quantified);
    }
    if (out.is_false()) break;
  }
  return out;
}

// Gains.

void Evaluator::mark_recursive(RelationState& state, const std::vector<RelationId>& members) const {
  const std::vector<Node>& nodes = state.plan->nodes;
  for (NodeId n = 0; n < nodes.size(); ++n) {
    state.nodes[n].recursive = std::ranges::any_of(
        nodes[n].relations, [&](RelationId r) { return std::ranges::binary_search(members, r); });
    const bool whole = nodes[n].kind == Node::Kind::Not || nodes[n].kind == Node::Kind::Iff;
    state.nodes[n].needs_total = state.nodes[n].recursive && whole;
  }
  leave_whole(state);
  for (const Node& node : nodes) {
    if (node.kind != Node::Kind::Product) continue;
    const auto recursive = std::ranges::count_if(
        node.operands, [&](NodeId operand) { return state.nodes[operand].recursive; });
    if (recursive < 2) continue;
    for (const NodeId operand : node.operands)
      state.nodes[operand].needs_total = state.nodes[operand].recursive;
  }
}

/// What is below a node that is computed whole need not know what it gains.
void Evaluator::leave_whole(RelationState& state) {
  const std::vector<Node>& nodes = state.plan->nodes;
  std::vector<bool> below(nodes.size());
  for (NodeId n = static_cast<NodeId>(nodes.size()); n-- > 0;) {
    const bool whole = nodes[n].kind == Node::Kind::Not || nodes[n].kind == Node::Kind::Iff;
    if (below[n]) state.nodes[n].recursive = state.nodes[n].needs_total = false;
    if (!below[n] && !whole) continue;
    for (const NodeId operand : nodes[n].operands) below[operand] = true;
  }
}

Bdd Evaluator::advance(RelationState& state) {
  for (NodeId n = 0; n < state.nodes.size(); ++n)
    if (state.nodes[n].recursive) advance(state, n);
  const NodeState& root = state.nodes[state.plan->root];
  return root.recursive ? root.fresh : manager_.zero();
}

void Evaluator::advance(RelationState& state, NodeId n) {
  const Node& node = state.plan->nodes[n];
  NodeState& known = state.nodes[n];
  switch (node.kind) {
    case Node::Kind::Constant: break;
    case Node::Kind::Apply: {
      const Bdd& gain = states_[node.relation].fresh;
      known.fresh = gain.is_null() ? manager_.zero() : node.application.apply(gain);
      break;
    }
    case Node::Kind::Or:
      known.fresh = manager_.zero();
      for (const NodeId operand : node.operands)
        if (state.nodes[operand].recursive) known.fresh |= state.nodes[operand].fresh;
      break;
    case Node::Kind::Product: known.fresh = advance_product(state, node); break;
    case Node::Kind::Not:
    case Node::Kind::Iff: {
      const Bdd& now = value(state, n);
      known.fresh = now - known.total;
      known.total = now;
      return;
    }
  }
  if (known.needs_total) known.total |= known.fresh;
}

Bdd Evaluator::advance_product(RelationState& state, const Node& node) {
  Bdd out = manager_.zero();
  for (Index start = 0; start < node.operands.size(); ++start) {
    const NodeState& first = state.nodes[node.operands[start]];
    if (!first.recursive || first.fresh.is_false()) continue;
    out |= product(node, start, [&](Index operand) -> const Bdd& {
      const NodeState& other = state.nodes[node.operands[operand]];
      if (operand == start) return other.fresh;
      return other.recursive ? other.total : value(state, node.operands[operand]);
    });
  }
  return out;
}

}  // namespace hardbop::calculus
