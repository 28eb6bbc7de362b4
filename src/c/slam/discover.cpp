// SPDX-License-Identifier: MIT
// Computes an interpolant at each point of a path: going backwards from the last guard of the core,
// the weakest condition under which the guards after this point cannot all be passed. It is a
// disjunction of negated guards, each rewritten by the assignments it is moved back over; its atoms
// are the predicates that are needed there. The walk stops where the disjunction is valid.
//
// A point knows its own activation's variables by their names. Variables of the callers on the
// stack are placeholders: inputs with numbers of their own, which become variables again when the
// walk returns to the caller. What still mentions a caller's variable in a callee is expressed by
// the callee's parameter with the same value, if there is one.
#include "c/slam/discover.hpp"

#include <algorithm>
#include <map>

#include "base/expression/substitute.hpp"
#include "c/slam/array_reads.hpp"

namespace hardbop::slam {

using words::Node;
using words::Op;

namespace {

class Explainer {
 public:
  Explainer(Procedures& procedures, const Predicates& predicates, const Path& path,
            smt::Solver& solver, Budget& budget, const Simulation* simulation, Origins* origins)
      : procedures_(procedures),
        predicates_(predicates),
        path_(path),
        solver_(solver),
        budget_(budget),
        simulation_(simulation),
        origins_(origins),
        e_(procedures.expressions()),
        next_placeholder_(static_cast<words::InputId>(procedures.graph().inputs.size())),
        next_array_(static_cast<words::ArrayInputId>(procedures.graph().array_inputs.size())) {}

  std::vector<ExprId> run(const std::vector<std::size_t>& core) {
    if (core.empty()) return {};
    for (std::size_t i = core.back() + 1; i-- > 0;) {
      if (budget_.poll() != StopReason::None) break;
      const PathStep& step = path_.steps[i];
      if (i < core.back()) take_back(i);
      if (std::ranges::binary_search(core, i)) {
        const ExprId guard = procedures_.graph().blocks[step.block].edges[step.edge].guard;
        clause_.push_back(e_.unary(Op::Not, fresh_inputs(guard)));
      }
      if (std::ranges::any_of(clause_, [&](ExprId one) { return e_.is_constant(one, 1); })) break;
      std::erase_if(clause_, [&](ExprId one) { return e_.is_constant(one, 0); });
      harvest(i);
      if (std::ranges::binary_search(core, i) && is_valid()) break;
    }
    return std::move(found_);
  }

 private:
  Procedures& procedures_;
  const Predicates& predicates_;
  const Path& path_;
  smt::Solver& solver_;
  Budget& budget_;
  const Simulation* simulation_;  // where constants are asked for
  Origins* origins_;              // may be null
  std::size_t at_ = 0;            // the step whose point the walk is at
  words::Expressions& e_;
  words::InputId next_placeholder_;
  words::ArrayInputId next_array_;
  std::vector<ExprId> clause_;
  struct Owned {
    std::size_t activation;
    VariableId variable;
    auto operator<=>(const Owned&) const = default;  // NOLINT(modernize-use-nullptr)
  };
  std::map<Owned, ExprId> placeholders_;
  std::map<ExprId, Owned> owners_;  // of placeholders
  std::vector<ExprId> found_;
  std::set<ExprId> seen_;

  /// For a word or an array like this one.
  ExprId placeholder(ExprId like) {
    return e_.is_array(like) ? e_.array_input(next_array_++, e_.sort(like))
                             : e_.input(next_placeholder_++, e_.width(like));
  }

  ExprId placeholder_of(const Owned& what) {
    const auto [place, is_new] = placeholders_.try_emplace(what, 0);
    if (is_new) {
      place->second = placeholder(procedures_.leaf(what.variable));
      owners_[place->second] = what;
    }
    return place->second;
  }

  [[nodiscard]] bool is_graph_input(const Node& node) const {
    const words::Graph& graph = procedures_.graph();
    return (node.op == Op::Input && node.value < graph.inputs.size()) ||
           (node.op == Op::ArrayInput && node.value < graph.array_inputs.size());
  }

  /// What a step chooses is chosen anew each time.
  ExprId fresh_inputs(ExprId id) {
    std::map<ExprId, ExprId> chosen;
    words::Substituter substitute(e_, [&](ExprId leaf) {
      if (!is_graph_input(e_.node(leaf))) return leaf;
      const auto [place, is_new] = chosen.try_emplace(leaf, 0);
      if (is_new) place->second = placeholder(leaf);
      return place->second;
    });
    return substitute(id);
  }

  /// From after a step to before it.
  void take_back(std::size_t i) {
    const PathStep& step = path_.steps[i];
    if (step.leaves) return leave_caller(path_.activations[step.activation].caller);
    std::map<VariableId, ExprId> values;
    for (const words::Assignment& assignment : procedures_.assignments(step.block))
      values[assignment.variable] = assignment.value;
    std::map<ExprId, ExprId> forgotten;
    words::Substituter substitute(e_, [&](ExprId leaf) {
      const std::optional<VariableId> v = procedures_.variable(e_.node(leaf));
      if (!v) return step.enters ? returned(leaf, step.activation) : leaf;
      if (const auto value = values.find(*v); value != values.end()) return value->second;
      if (!step.enters || !procedures_.is_local(*v)) return leaf;
      const auto [place, is_new] = forgotten.try_emplace(leaf, 0);
      if (is_new) place->second = placeholder(leaf);
      return place->second;
    });
    for (ExprId& one : clause_) one = fresh_inputs(without_stores(e_, substitute(one)));
  }

  /// In the caller, a placeholder for its variable is that variable.
  ExprId returned(ExprId leaf, std::size_t activation) {
    const auto owner = owners_.find(leaf);
    if (owner == owners_.end() || owner->second.activation != activation) return leaf;
    return procedures_.leaf(owner->second.variable);
  }

  void leave_caller(std::size_t caller) {
    words::Substituter substitute(e_, [&](ExprId leaf) {
      const std::optional<VariableId> v = procedures_.variable(e_.node(leaf));
      return v && procedures_.is_local(*v) ? placeholder_of({caller, *v}) : leaf;
    });
    for (ExprId& one : clause_) one = substitute(one);
  }

  /// Whether the guards of the core seen so far cannot be passed, whatever came before.
  bool is_valid() {
    std::vector<ExprId> negated;
    for (const ExprId one : clause_)
      negated.push_back(procedures_.with_tables(e_.unary(Op::Not, one)));
    return solver_.check(negated, smt::usual_effort / 10) == smt::Satisfiable::No;
  }

  void harvest(std::size_t i) {
    at_ = i;
    const PathStep& step = path_.steps[i];
    for (const ExprId literal : clause_)
      for (const ExprId atom : atoms(e_, literal)) {
        add(atom);
        add(in_terms_of_parameters(atom, step));
      }
    if (simulation_ == nullptr) return;
    for (const ExprId literal : clause_)
      for (const VariableId v : procedures_.variables(literal)) add_constant(i, v);
  }

  /// What static storage or the last assignment before a step gave the variable, where that is a
  /// constant.
  void add_constant(std::size_t i, VariableId v) {
    const std::size_t activation = path_.steps[i].activation;
    while (i-- > 0)
      for (const Simulation::Assigned& one : simulation_->assigned[i]) {
        if (one.variable != v || (procedures_.is_local(v) && one.activation != activation))
          continue;
        if (e_.is_constant(one.value)) add_equal(v, one.value);
        return;
      }
    const std::optional<ExprId> first = procedures_.first_value(v);
    if (first && e_.is_constant(*first)) add_equal(v, *first);
  }

  void add_equal(VariableId v, ExprId constant) {
    add(e_.binary(Op::Equal, procedures_.leaf(v), constant));
  }

  void add(ExprId atom) {
    const ExprId predicate = positive(e_, atom);
    if (!seen_.insert(predicate).second || e_.is_constant(predicate)) return;
    if (procedures_.is_large(predicate) || !predicates_.scope(predicate)) return;
    found_.push_back(predicate);
    if (origins_ != nullptr) origins_->emplace(predicate, at_);
  }

  /// A caller's variables as the parameters that have their values; the callee's result stays.
  ExprId in_terms_of_parameters(ExprId atom, const PathStep& step) {
    const Call* const continued = procedures_.continues(step.block);
    const bool is_callee = continued == nullptr;
    if (is_callee && step.activation == 0) return atom;
    const Activation& here = path_.activations[step.activation];
    const BlockId call = is_callee ? path_.steps[here.step].block : procedures_.caller(step.block);
    const Procedure& callee = procedures_.of(procedures_.call(call)->callee);
    std::map<VariableId, VariableId> parameters;
    for (const words::Assignment& assignment : procedures_.assignments(call)) {
      const std::optional<VariableId> argument = procedures_.variable(e_.node(assignment.value));
      const bool is_passed = callee.parameters.contains(assignment.variable) &&
                             !callee.modified.contains(assignment.variable);
      if (is_passed && argument) parameters[*argument] = assignment.variable;
    }
    words::Substituter substitute(e_, [&](ExprId leaf) {
      std::optional<VariableId> v = procedures_.variable(e_.node(leaf));
      if (is_callee) {
        const auto owner = owners_.find(leaf);
        if (owner == owners_.end() || owner->second.activation != here.caller) return leaf;
        v = owner->second.variable;
      }
      const auto found = v ? parameters.find(*v) : parameters.end();
      return found == parameters.end() ? leaf : procedures_.leaf(found->second);
    });
    return substitute(atom);
  }
};

}  // namespace

std::vector<ExprId> explain_infeasible(Procedures& procedures, const Predicates& predicates,
                                       const Path& path, const std::vector<std::size_t>& core,
                                       smt::Solver& solver, Budget& budget, Origins* origins) {
  return Explainer(procedures, predicates, path, solver, budget, nullptr, origins).run(core);
}

std::vector<ExprId> explain_by_constants(Procedures& procedures, const Predicates& predicates,
                                         const Path& path, const std::vector<std::size_t>& core,
                                         const Simulation& simulation, smt::Solver& solver,
                                         Budget& budget, Origins* origins) {
  return Explainer(procedures, predicates, path, solver, budget, &simulation, origins).run(core);
}

}  // namespace hardbop::slam
