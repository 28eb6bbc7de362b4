// SPDX-License-Identifier: MIT
#include "words/engine/bmc/run.hpp"

#include <algorithm>

#include "base/expression/evaluator.hpp"
#include "base/util/invariant.hpp"

namespace hardbop::bmc {

namespace {

/// Words that are kept of a run.
constexpr std::size_t longest_run = std::size_t{1} << 25U;

class RunMaker {
 public:
  RunMaker(const Program& program, const Terms& terms, const Arrays& arrays,
           const InputValues& inputs)
      : program_(program),
        graph_(program.graph),
        terms_(terms),
        arrays_(arrays),
        inputs_(inputs),
        terms_values_(terms.expressions()),
        values_(program.graph.expressions) {
    terms_values_.enter({}, inputs_.words);
  }

  /// Numbers of the instances that the run visits.
  [[nodiscard]] std::vector<std::uint32_t> visits(const Unrolling& unrolling,
                                                  const std::vector<bool>& is_target) {
    std::vector<std::uint32_t> out;
    for (std::uint32_t i = 0; i < unrolling.instances.size(); ++i) {
      const Instance& instance = unrolling.instances[i];
      if (evaluate(instance.condition) == 0) continue;
      out.push_back(i);
      if (is_target[instance.block]) break;
    }
    return out;
  }

  words::Run execute(const Unrolling& unrolling, const std::vector<std::uint32_t>& visits) {
    words::Run run;
    run.reserve(visits.size());
    words::Point point = first_point();
    for (const std::uint32_t i : visits) {
      const Instance& visit = unrolling.instances[i];
      if (!run.empty()) point = after(run.back(), visit.block);
      enter(point, visit);
      run.push_back(point);
    }
    return run;
  }

 private:
  struct Called {
    const Call* call = nullptr;
    words::Point before;
    std::uint32_t procedure = 0;
  };

  const Program& program_;
  const words::Graph& graph_;
  const Terms& terms_;
  const Arrays& arrays_;
  const InputValues& inputs_;
  words::Evaluator terms_values_;
  words::Evaluator values_;
  std::vector<Called> stack_;
  std::uint32_t procedure_ = 0;

  [[nodiscard]] std::uint64_t evaluate(const Value& value) {
    return value.is_constant() ? value.constant : terms_values_.value(value.id);
  }

  [[nodiscard]] std::uint64_t input(std::uint64_t name) const {
    const std::optional<InputId> found = terms_.find_input(name);
    return found ? inputs_.words[*found] : 0;
  }

  [[nodiscard]] words::ArrayValue array_input(std::uint64_t name, words::ArraySort sort) const {
    const std::optional<BaseId> base = arrays_.find_input(name);
    const auto found = base ? inputs_.arrays.find(*base) : inputs_.arrays.end();
    return found == inputs_.arrays.end() ? words::ArrayValue(sort.index, 0) : found->second;
  }

  [[nodiscard]] words::Point first_point() {
    words::Point out;
    for (words::VariableId v = 0; v < graph_.variables.size(); ++v)
      out.variables.push_back(graph_.variables[v].initial.value_or(input(Unroller::start_name(v))));
    for (words::ArrayId a = 0; a < graph_.arrays.size(); ++a) {
      const words::ArrayVariable& array = graph_.arrays[a];
      out.arrays.push_back(array.initial ? *array.initial
                                         : array_input(Unroller::start_name(a), array.sort));
    }
    return out;
  }

  void enter(words::Point& point, const Instance& visit) {
    point.block = visit.block;
    point.inputs.assign(graph_.inputs.size(), 0);
    for (const InputId i : graph_.blocks[visit.block].inputs)
      point.inputs[i] = input(Unroller::input_name(visit.place, i));
    point.array_inputs.clear();
    for (const words::ArraySort sort : graph_.array_inputs)
      point.array_inputs.emplace_back(sort.index, 0);
    for (const words::ArrayInputId i : graph_.blocks[visit.block].array_inputs)
      point.array_inputs[i] =
          array_input(Unroller::input_name(visit.place, i), graph_.array_inputs[i]);
  }

  /// The state in which the next block is visited.
  [[nodiscard]] words::Point after(const words::Point& from, BlockId to) {
    const words::Block& block = graph_.blocks[from.block];
    values_.enter(from.variables, from.inputs);
    values_.enter_arrays(from.arrays, from.array_inputs);
    words::Point out = from;
    for (const words::Assignment& assignment : block.assignments)
      out.variables[assignment.variable] = values_.value(assignment.value);
    for (const words::ArrayAssignment& assignment : block.array_assignments)
      out.arrays[assignment.array] = values_.array(assignment.value);
    const bool passes = std::ranges::any_of(block.edges, [&](const words::Edge& edge) {
      return edge.to == to && values_.value(edge.guard) != 0;
    });
    if (passes) {
      push_call(from, to);
      return out;
    }
    const bool returns = std::ranges::find(program_.leaves, from.block) != program_.leaves.end() &&
                         !stack_.empty() && stack_.back().call->continuation == to;
    HARDBOP_INVARIANT(returns, "a run of the unrolled program should be one of the graph");
    pop_call(out);
    return out;
  }

  void push_call(const words::Point& from, BlockId to) {
    const auto call = std::ranges::find(program_.calls, from.block, &Call::block);
    if (call == program_.calls.end() || program_.procedures[call->callee].entry != to) return;
    stack_.push_back({&*call, from, procedure_});
    procedure_ = call->callee;
  }

  /// The caller has its own variables again.
  void pop_call(words::Point& point) {
    const Called& called = stack_.back();
    procedure_ = called.procedure;
    for (const words::VariableId v : program_.procedures[procedure_].locals)
      point.variables[v] = called.before.variables[v];
    for (const words::ArrayId a : program_.procedures[procedure_].local_arrays)
      point.arrays[a] = called.before.arrays[a];
    stack_.pop_back();
  }
};

}  // namespace

std::optional<words::Run> make_run(const Program& program, const std::vector<bool>& is_target,
                                   const Unrolling& unrolling, const Terms& terms,
                                   const Arrays& arrays, const InputValues& inputs) {
  RunMaker maker(program, terms, arrays, inputs);
  const std::vector<std::uint32_t> visits = maker.visits(unrolling, is_target);
  HARDBOP_INVARIANT(!visits.empty() && is_target[unrolling.instances[visits.back()].block],
                    "a run should end at a target");
  const words::Graph& graph = program.graph;
  if (visits.size() * (graph.variables.size() + graph.inputs.size() + 1) > longest_run)
    return std::nullopt;
  return maker.execute(unrolling, visits);
}

}  // namespace hardbop::bmc
