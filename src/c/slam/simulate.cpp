// SPDX-License-Identifier: MIT
// The path's guards over the possible values of its inputs and unknown initial values: each such
// value is a symbol, an input with a number above those of the graph. Most values on a path are
// constants and fold away when expressions are built; the solver sees the rest.
#include "c/slam/simulate.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "base/expression/substitute.hpp"
#include "c/slam/execute.hpp"

namespace hardbop::slam {

using words::Node;
using words::Op;

namespace {

/// A larger core is taken as it is.
constexpr std::size_t most_to_minimise = 40;

class Simulator {
 public:
  Simulator(Procedures& procedures, const Path& path, smt::Solver& solver, Budget& budget)
      : procedures_(procedures),
        path_(path),
        solver_(solver),
        budget_(budget),
        e_(procedures.expressions()),
        next_symbol_(static_cast<words::InputId>(procedures.graph().inputs.size())),
        next_array_(static_cast<words::ArrayInputId>(procedures.graph().array_inputs.size())),
        locals_(path.activations.size()) {}

  Simulation run() {
    Simulation out;
    for (std::size_t i = 0; i < path_.steps.size(); ++i) {
      if (i % 64 == 0 && budget_.poll(i) != StopReason::None) return out;
      if (i == path_.round) begin_round();
      const ExprId guard = execute(i);
      if (e_.is_constant(guard, 0)) out.cores.push_back({i});
      if (!e_.is_constant(guard)) guards_.emplace_back(i, guard);
    }
    out.feasible = solve(guards_);
    if (out.feasible == smt::Satisfiable::No) out.cores.push_back(smallest_core());
    if (!out.cores.empty()) out.feasible = smt::Satisfiable::No;
    out.assigned = std::move(assigned_);
    if (out.feasible == smt::Satisfiable::Unknown)
      out.reason = "the solver cannot decide whether a path is feasible";
    const bool tries_words =
        out.feasible != smt::Satisfiable::No && solver_.integers() == smt::Integers::Unbounded;
    if (out.feasible == smt::Satisfiable::Yes && !path_.round) out.run = make_run();
    if (out.feasible == smt::Satisfiable::Yes && path_.round && !tries_words)
      out.run = endless_run();
    if (tries_words) try_words(out);
    return out;
  }

 private:
  using Guards = std::vector<std::pair<std::size_t, ExprId>>;
  Procedures& procedures_;
  const Path& path_;
  smt::Solver& solver_;
  Budget& budget_;
  words::Expressions& e_;
  words::InputId next_symbol_;
  words::ArrayInputId next_array_;
  const words::Run* chosen_ = nullptr;  // of who starts anywhere: what to choose
  std::map<VariableId, ExprId> globals_;
  std::vector<std::map<VariableId, ExprId>> locals_;  // by activation
  Guards guards_;
  std::vector<std::vector<Simulation::Assigned>> assigned_;

  // What a run needs: where symbols come from.
  struct FirstValue {
    std::size_t activation;
    VariableId variable;
    ExprId symbol;
  };
  struct InputValue {
    std::size_t step;
    ExprId input;
    ExprId symbol;
  };
  std::vector<FirstValue> first_values_;
  std::vector<InputValue> input_values_;

  /// An unknown word or array, as this one is.
  ExprId symbol(ExprId like) {
    return e_.is_array(like) ? e_.array_input(next_array_++, e_.sort(like))
                             : e_.input(next_symbol_++, e_.width(like));
  }

  std::map<VariableId, ExprId>& frame(VariableId v, std::size_t activation) {
    return procedures_.is_local(v) ? locals_[activation] : globals_;
  }

  ExprId value(VariableId v, std::size_t activation) {
    const auto [place, is_new] = frame(v, activation).try_emplace(v, 0);
    if (!is_new) return place->second;
    if (chosen_ == nullptr)
      if (const auto first = procedures_.first_value(v)) return place->second = *first;
    place->second = symbol(procedures_.leaf(v));
    first_values_.push_back({activation, v, place->second});
    return place->second;
  }

  /// What the run to follow chooses.
  ExprId chosen(std::size_t step, const Node& input) {
    const words::Point& point = (*chosen_)[step];
    const auto which = static_cast<std::size_t>(input.value);
    return input.index != 0
               ? e_.constant_array({input.index, input.width}, point.array_inputs[which])
               : e_.constant(input.width, point.inputs[which]);
  }

  /// The guard, in terms of symbols.
  ExprId execute(std::size_t i) {
    const PathStep& step = path_.steps[i];
    if (step.leaves) {
      assigned_.emplace_back();
      return e_.truth(true);
    }
    const words::Block& block = procedures_.graph().blocks[step.block];
    words::Substituter substitute(e_, [&](ExprId leaf) {
      const Node node = e_.node(leaf);
      if (const auto v = procedures_.variable(node)) return value(*v, step.activation);
      if (chosen_ != nullptr) return chosen(i, node);
      const ExprId any = symbol(leaf);
      input_values_.push_back({i, leaf, any});
      return any;
    });
    const ExprId guard = substitute(block.edges[step.edge].guard);
    std::vector<words::Assignment> values;
    for (const words::Assignment& assignment : procedures_.assignments(step.block))
      values.push_back({assignment.variable, substitute(assignment.value)});
    std::vector<Simulation::Assigned>& assigned = assigned_.emplace_back();
    for (const words::Assignment& assignment : values) {
      const std::size_t activation = target(i, assignment.variable);
      frame(assignment.variable, activation)[assignment.variable] = assignment.value;
      assigned.push_back({assignment.variable, activation, assignment.value});
    }
    return guard;
  }

  [[nodiscard]] std::size_t target(std::size_t step, VariableId v) const {
    return assigned_activation(procedures_, path_, step, v);
  }

  // Rounds

  using Owned = std::pair<std::size_t, VariableId>;  // an activation's variable
  std::map<Owned, ExprId> begun_;                    // what the round depends on, as it begins

  /// As the round is repeated step by step, nothing matters but what its guards depend on.
  void begin_round() {
    const std::size_t oldest_new = count_activations_before(*path_.round);
    std::set<Owned> matters;
    for (std::size_t size = 1; size != 0;) {
      const std::size_t before = matters.size();
      std::set<Owned> earlier = matters_before_round(matters);
      matters.insert(earlier.begin(), earlier.end());
      std::erase_if(matters, [&](const Owned& what) { return what.first >= oldest_new; });
      size = matters.size() - before;
    }
    for (const auto& [activation, v] : matters) begun_[{activation, v}] = value(v, activation);
  }

  /// What must be as it is at the beginning of the round for this to be so at its end, and for its
  /// guards.
  [[nodiscard]] std::set<Owned> matters_before_round(std::set<Owned> matters) const {
    for (std::size_t i = path_.steps.size(); i-- > *path_.round;) {
      const PathStep& step = path_.steps[i];
      if (step.leaves) continue;
      const words::Block& block = procedures_.graph().blocks[step.block];
      std::vector<ExprId> read{block.edges[step.edge].guard};
      for (const words::Assignment& assignment : procedures_.assignments(step.block)) {
        const VariableId v = assignment.variable;
        if (matters.erase({procedures_.is_local(v) ? target(i, v) : 0, v}) != 0)
          read.push_back(assignment.value);
      }
      for (const ExprId one : read)
        for (const VariableId v : procedures_.variables(one))
          matters.emplace(procedures_.is_local(v) ? step.activation : 0, v);
    }
    return matters;
  }

  [[nodiscard]] std::size_t count_activations_before(std::size_t step) const {
    return static_cast<std::size_t>(
        std::count_if(path_.activations.begin() + 1, path_.activations.end(),
                      [&](const Activation& one) { return one.step < step; }) +
        1);
  }

  /// None where it is not seen that there is one.
  [[nodiscard]] words::Run endless_run() {
    if (last_activation(path_) != path_.steps[*path_.round].activation) return {};
    const bool repeats = closes();
    if (!repeats && solve(guards_) != smt::Satisfiable::Yes) return {};
    words::Run out = make_run();
    if (!repeats && !recurs(out)) return {};
    out.pop_back();
    return out;
  }

  /// Whether the round can be gone, by the choices of the run, from every state of which the same
  /// is true as where it begins, and leads to such a state again.
  [[nodiscard]] bool recurs(const words::Run& run) {
    Simulator anywhere(procedures_, path_, solver_, budget_);
    anywhere.chosen_ = &run;
    const std::vector<ExprId> kept = kept_by_round(run);
    const std::map<Owned, ExprId> arrays = kept_arrays(run);
    for (const auto& [what, array] : arrays)
      anywhere.frame(what.second, what.first)[what.second] = array;
    const std::size_t activation = last_activation(path_);
    const ExprId before = anywhere.all_of(kept, activation);
    ExprId again = e_.truth(true);
    for (std::size_t i = *path_.round; i < path_.steps.size(); ++i)
      again = e_.binary(Op::And, again, anywhere.execute(i));
    again = e_.binary(Op::And, again, anywhere.all_of(kept, activation));
    for (const auto& [what, array] : arrays)
      if (anywhere.value(what.second, what.first) != array) return false;
    return solver_.check({before, e_.unary(Op::Not, again)}, 3 * smt::usual_effort) ==
           smt::Satisfiable::No;
  }

  /// Arrays that are the same at the beginning of the round and at its end, with their values.
  [[nodiscard]] std::map<Owned, ExprId> kept_arrays(const words::Run& run) {
    std::map<Owned, ExprId> out;
    for (const auto& [what, symbol] : begun_) {
      if (!procedures_.is_array(what.second)) continue;
      const words::ArrayId a = procedures_.array(what.second);
      const words::ArrayValue& first = run[*path_.round].arrays[a];
      if (first == run.back().arrays[a]) out[what] = e_.constant_array(e_.sort(symbol), first);
    }
    return out;
  }

  /// Of predicates and values, what is true at the beginning of the round and at its end.
  [[nodiscard]] std::vector<ExprId> kept_by_round(const words::Run& run) {
    const words::Point& first = run[*path_.round];
    const words::Point& last = run.back();
    std::vector<ExprId> out;
    for (const auto& [what, symbol] : begun_) {
      const VariableId v = what.second;
      if (procedures_.is_array(v) || first.variables[v] != last.variables[v]) continue;
      const ExprId value = e_.constant(e_.width(symbol), first.variables[v]);
      out.push_back(e_.binary(Op::Equal, procedures_.leaf(v), value));
    }
    words::Evaluator evaluator(e_);
    for (const ExprId literal : path_.steps[*path_.round].known)
      if (is_true(evaluator, literal, first) && is_true(evaluator, literal, last))
        out.push_back(literal);
    return out;
  }

  /// Conditions on variables, in terms of symbols.
  [[nodiscard]] ExprId all_of(const std::vector<ExprId>& conditions, std::size_t activation) {
    words::Substituter substitute(e_, [&](ExprId leaf) {
      const auto v = procedures_.variable(e_.node(leaf));
      return v ? value(*v, activation) : leaf;
    });
    ExprId out = e_.truth(true);
    for (const ExprId condition : conditions) out = e_.binary(Op::And, out, substitute(condition));
    return out;
  }

  /// Whether the round can end as it began. That arrays are equal cannot be asked.
  [[nodiscard]] bool closes() {
    Guards guards = guards_;
    for (const auto& [what, before] : begun_) {
      const ExprId now = value(what.second, what.first);
      if (now == before) continue;
      if (e_.is_array(before)) return false;
      guards.emplace_back(0, e_.binary(Op::Equal, before, now));
    }
    return solve(guards) == smt::Satisfiable::Yes;
  }

  smt::Satisfiable solve(const Guards& guards) {
    std::vector<ExprId> constraints;
    for (const auto& [step, guard] : guards) constraints.push_back(guard);
    return solver_.check(constraints, 3 * smt::usual_effort);
  }

  /// Integers can go this way, or nobody knows. Words with the same values may not: then others.
  void try_words(Simulation& out) {
    const bool is_possible = out.feasible == smt::Satisfiable::Yes;
    if (is_possible && !path_.round && follows(out.run)) return;
    out.feasible = smt::Satisfiable::Unknown;
    out.run.clear();
    const auto words = smt::make_solver(e_);
    if (!words) return;
    Simulation found = Simulator(procedures_, path_, *words, budget_).run();
    if (found.feasible == smt::Satisfiable::Yes) {
      out.run = std::move(found.run);
      out.feasible = smt::Satisfiable::Yes;
    } else if (is_possible) {
      out.reason = "a path is feasible with unbounded integers, but ";
      out.reason += found.feasible == smt::Satisfiable::No
                        ? "not with machine words"
                        : "the solver cannot decide whether it is with machine words";
    }
  }

  /// Without those that others make superfluous; the latest are tried first.
  std::vector<std::size_t> smallest_core() {
    Guards core;
    for (const std::size_t index : solver_.core()) core.push_back(guards_[index]);
    for (std::size_t i = core.size(); core.size() <= most_to_minimise && i-- > 0;) {
      Guards fewer = core;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      if (budget_.poll() != StopReason::None) break;
      if (solve(fewer) == smt::Satisfiable::No) core = std::move(fewer);
    }
    std::vector<std::size_t> out;
    for (const auto& [step, guard] : core) out.push_back(step);
    return out;
  }

  // Runs

  /// Whether the points of a run, which were made step by step, pass the path's guards.
  [[nodiscard]] bool follows(const words::Run& run) const {
    words::Evaluator evaluator(e_);
    for (std::size_t i = 0; i < path_.steps.size(); ++i) {
      const PathStep& step = path_.steps[i];
      if (step.leaves) continue;
      const ExprId guard = procedures_.graph().blocks[step.block].edges[step.edge].guard;
      if (!is_true(evaluator, guard, run[i])) return false;
    }
    return true;
  }

  [[nodiscard]] Value solved(ExprId symbol) {
    if (e_.is_array(symbol)) return solver_.array_value(symbol);
    return solver_.value(symbol);
  }

  /// Executes the path with the solver's values.
  words::Run make_run() {
    Choices choices;
    for (const FirstValue& one : first_values_)
      choices.first.push_back({one.activation, one.variable, solved(one.symbol)});
    for (const InputValue& one : input_values_)
      choices.inputs.push_back({one.step, one.input, solved(one.symbol)});
    return slam::execute(procedures_, path_, choices);
  }
};

}  // namespace

Simulation simulate(Procedures& procedures, const Path& path, smt::Solver& solver, Budget& budget) {
  return Simulator(procedures, path, solver, budget).run();
}

}  // namespace hardbop::slam
