// SPDX-License-Identifier: MIT
// Follows one run of a model, with random values for what the graph chooses.
#pragma once

#include <gtest/gtest.h>
#include <random>

#include "base/expression/evaluator.hpp"
#include "c/lower/lower.hpp"

namespace hardbop::c {

class Walk {
 public:
  Walk(const Program& program, const Model& model, unsigned seed)
      : program_(program), model_(model), random_(seed), evaluator_(model.graph.expressions) {}

  /// Until the run ends, or so many points.
  [[nodiscard]] const words::Run& go(std::size_t most) {
    start();
    while (run_.size() < most && step()) {
    }
    return run_;
  }
  /// Of errors, limits and faults, the one that it is at.
  [[nodiscard]] const Sink* sink() const {
    for (const std::vector<Sink>* const all : {&model_.sinks, &model_.faults})
      for (const Sink& sink : *all)
        if (sink.block == run_.back().block) return &sink;
    return nullptr;
  }
  /// Whether the last point is where main has returned, or the program has halted.
  [[nodiscard]] bool has_ended() const { return has_ended_ && sink() == nullptr; }

 private:
  struct Frame {
    const CallMeaning* call;
    std::size_t point;  // of the call
  };
  const Program& program_;
  const Model& model_;
  std::mt19937 random_;
  words::Evaluator evaluator_;
  words::Run run_;
  std::vector<Frame> stack_;  // of Bounds::procedures
  bool has_ended_ = false;

  [[nodiscard]] std::uint64_t word(words::Width width) {
    const std::uint64_t large = std::uint64_t{random_()} << 32U | random_();
    return (random_() % 2 == 0 ? large : large % 8) & words::mask(width);
  }
  [[nodiscard]] words::ArrayValue array(const words::ArraySort& sort) {
    words::ArrayValue out(sort.index, word(sort.element));
    for (std::uint64_t i = 0; i <= words::mask(sort.index) && i < 256; ++i)
      out.write(i, word(sort.element));
    return out;
  }

  void start() {
    words::Point point;
    point.block = model_.graph.entry;
    for (const words::Variable& one : model_.graph.variables)
      point.variables.push_back(one.initial ? *one.initial : word(one.width));
    for (const words::ArrayVariable& one : model_.graph.arrays)
      point.arrays.push_back(one.initial ? *one.initial : array(one.sort));
    run_ = {choose(std::move(point))};
  }

  [[nodiscard]] words::Point choose(words::Point point) {
    point.inputs.assign(model_.graph.inputs.size(), 0);
    for (const words::InputId i : model_.graph.blocks[point.block].inputs)
      point.inputs[i] = word(model_.graph.inputs[i]);
    point.array_inputs.clear();
    for (const words::ArraySort& sort : model_.graph.array_inputs)
      point.array_inputs.emplace_back(sort.index);
    for (const words::ArrayInputId i : model_.graph.blocks[point.block].array_inputs)
      point.array_inputs[i] = array(model_.graph.array_inputs[i]);
    return point;
  }

  [[nodiscard]] bool step() {
    const words::Point& from = run_.back();
    const words::Block& block = model_.graph.blocks[from.block];
    evaluator_.enter(from.variables, from.inputs);
    evaluator_.enter_arrays(from.arrays, from.array_inputs);
    words::Point to = from;
    std::vector<words::BlockId> next;
    for (const words::Edge& edge : block.edges)
      if (evaluator_.value(edge.guard) != 0) next.push_back(edge.to);
    if (next.empty()) return leave();
    EXPECT_EQ(next.size(), 1U) << "what the program does should be certain";
    to.block = next.front();
    for (const words::Assignment& one : block.assignments)
      to.variables[one.variable] = evaluator_.value(one.value);
    for (const words::ArrayAssignment& one : block.array_assignments)
      to.arrays[one.array] = evaluator_.array(one.value);
    for (const CallMeaning& call : model_.calls)
      if (call.block == from.block) stack_.push_back({&call, run_.size() - 1});
    run_.push_back(choose(std::move(to)));
    return true;
  }

  /// Back to the caller. Who calls itself gets its own variables back.
  [[nodiscard]] bool leave() {
    const bool is_sink = sink() != nullptr;
    has_ended_ = !is_sink;
    if (is_sink || stack_.empty()) return false;
    const ProcedureMeaning* const procedure = left();
    if (procedure == nullptr) return false;
    has_ended_ = false;
    const Frame frame = stack_.back();
    stack_.pop_back();
    const words::Point& before = run_[frame.point];
    words::Point to = run_.back();
    to.block = frame.call->continuation;
    if (model_.blocks[frame.call->block].function == procedure->function) {
      for (std::size_t v = 0; v < model_.variables.size(); ++v)
        if (is_own(model_.variables[v].object, procedure->function))
          to.variables[v] = before.variables[v];
      for (std::size_t a = 0; a < model_.arrays.size(); ++a)
        if (is_own(model_.arrays[a].object, procedure->function)) to.arrays[a] = before.arrays[a];
    }
    run_.push_back(choose(std::move(to)));
    return true;
  }
  [[nodiscard]] const ProcedureMeaning* left() const {
    for (const ProcedureMeaning& procedure : model_.procedures)
      for (const words::BlockId leave : procedure.leaves)
        if (leave == run_.back().block) return &procedure;
    return nullptr;
  }
  [[nodiscard]] bool is_own(ObjectId object, FunctionId function) const {
    return object != none && program_.objects[object].storage == Object::Storage::Local &&
           program_.objects[object].function == function;
  }
};

}  // namespace hardbop::c
