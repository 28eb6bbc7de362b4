// SPDX-License-Identifier: MIT
// What a block's expressions are in the state of a visit. Where the operands are numbers, so is the
// result, and a choice with a known condition looks at one side only.
#pragma once

#include <functional>
#include <unordered_map>
#include <vector>

#include "words/engine/bmc/state.hpp"

namespace hardbop::bmc {

class Folder {
 public:
  Folder(const words::Graph& graph, Terms& terms, Arrays& arrays);

  /// From now on in this visit; inputs are made where they are read.
  using MakeInput = std::function<Value(InputId)>;
  using MakeArrayInput = std::function<ArrayRef(words::ArrayInputId)>;
  void enter(const State& state, MakeInput input, MakeArrayInput array_input);

  [[nodiscard]] Value value(ExprId id);
  [[nodiscard]] ArrayRef array(ExprId id);

 private:
  const words::Graph& graph_;
  Terms& terms_;
  Arrays& arrays_;
  const State* state_ = nullptr;
  MakeInput input_;
  MakeArrayInput array_input_;
  std::vector<Value> values_;            // by expression
  std::vector<ArrayRef> array_values_;   // by expression
  std::vector<std::uint32_t> known_in_;  // the number of the visit of the value
  std::uint32_t visit_ = 0;
  std::vector<ExprId> known_arrays_;  // in this visit
  std::vector<ExprId> stack_;

  [[nodiscard]] bool is_known(ExprId id) const { return known_in_[id] == visit_; }
  void know(ExprId id, const Value& value) {
    values_[id] = value;
    known_in_[id] = visit_;
  }
  void know(ExprId id, ArrayRef array) {
    array_values_[id] = std::move(array);
    known_in_[id] = visit_;
    known_arrays_.push_back(id);
  }
  void visit(ExprId id);
  [[nodiscard]] bool decide_early(ExprId id, const words::Node& node);
  [[nodiscard]] bool ask(ExprId id);
  [[nodiscard]] Value compute(const words::Node& node);
  [[nodiscard]] Value leaf(const words::Node& node);
  [[nodiscard]] Value build(const words::Node& node);
  [[nodiscard]] ArrayRef build_array(const words::Node& node);
  void forget_arrays();
};

}  // namespace hardbop::bmc
