// SPDX-License-Identifier: MIT
#include "c/slam/execute.hpp"

#include <map>

namespace hardbop::slam {

namespace {

class Executor {
 public:
  Executor(const Procedures& procedures, const Path& path, const Choices& choices)
      : procedures_(procedures),
        path_(path),
        evaluator_(procedures.expressions()),
        frames_(path.activations.size()) {
    const words::Graph& graph = procedures.graph();
    for (const words::Variable& variable : graph.variables)
      globals_.variables.push_back(variable.initial.value_or(0));
    for (const words::ArrayVariable& array : graph.arrays)
      globals_.arrays.push_back(array.initial.value_or(words::ArrayValue(array.sort.index)));
    globals_.inputs.resize(graph.inputs.size());
    for (const words::ArraySort& sort : graph.array_inputs)
      globals_.array_inputs.emplace_back(sort.index);
    for (const Choices::First& first : choices.first)
      assign(first.variable, first.activation, first.value);
    for (const Choices::Chosen& chosen : choices.inputs) inputs_[chosen.step].push_back(&chosen);
  }

  words::Run run() {
    words::Run out;
    for (std::size_t i = 0; i < path_.steps.size(); ++i) {
      out.push_back(point(path_.steps[i].block, path_.steps[i].activation));
      choose(i, out.back());
      if (!path_.steps[i].leaves) step(i, out.back());
    }
    out.push_back(point(path_.end, last_activation(path_)));
    return out;
  }

 private:
  using Frame = std::map<VariableId, Value>;
  const Procedures& procedures_;
  const Path& path_;
  words::Evaluator evaluator_;
  words::Point globals_;       // of locals, what nobody looks at
  std::vector<Frame> frames_;  // by activation
  std::map<std::size_t, std::vector<const Choices::Chosen*>> inputs_;  // by step

  void set(words::Point& point, VariableId v, const Value& value) const {
    if (procedures_.is_array(v))
      point.arrays[procedures_.array(v)] = std::get<words::ArrayValue>(value);
    else
      point.variables[v] = std::get<std::uint64_t>(value);
  }

  void assign(VariableId v, std::size_t activation, const Value& value) {
    if (procedures_.is_local(v))
      frames_[activation][v] = value;
    else
      set(globals_, v, value);
  }

  [[nodiscard]] words::Point point(BlockId block, std::size_t activation) const {
    words::Point out = globals_;
    out.block = block;
    for (const auto& [v, value] : frames_[activation]) set(out, v, value);
    return out;
  }

  void choose(std::size_t i, words::Point& point) const {
    const auto found = inputs_.find(i);
    if (found == inputs_.end()) return;
    for (const Choices::Chosen* const chosen : found->second) {
      const words::Node& input = procedures_.expressions().node(chosen->input);
      if (input.index != 0)
        point.array_inputs[input.value] = std::get<words::ArrayValue>(chosen->value);
      else
        point.inputs[input.value] = std::get<std::uint64_t>(chosen->value);
    }
  }

  void step(std::size_t i, const words::Point& point) {
    evaluator_.enter(point.variables, point.inputs);
    evaluator_.enter_arrays(point.arrays, point.array_inputs);
    for (const words::Assignment& assignment : procedures_.assignments(point.block)) {
      const VariableId v = assignment.variable;
      const std::size_t whose = assigned_activation(procedures_, path_, i, v);
      if (procedures_.is_array(v))
        assign(v, whose, evaluator_.array(assignment.value));
      else
        assign(v, whose, evaluator_.value(assignment.value));
    }
  }
};

}  // namespace

words::Run execute(const Procedures& procedures, const Path& path, const Choices& choices) {
  return Executor(procedures, path, choices).run();
}

bool is_true(words::Evaluator& evaluator, ExprId condition, const words::Point& point) {
  evaluator.enter(point.variables, point.inputs);
  evaluator.enter_arrays(point.arrays, point.array_inputs);
  return evaluator.value(condition) != 0;
}

}  // namespace hardbop::slam
