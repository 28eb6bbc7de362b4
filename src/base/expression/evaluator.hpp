// SPDX-License-Identifier: MIT
// Values of many expressions in one state, each computed once. Changing the state costs nothing.
#pragma once

#include <unordered_map>
#include <vector>

#include "base/expression/array_value.hpp"
#include "base/expression/expression.hpp"

namespace hardbop::words {

class Evaluator {
 public:
  explicit Evaluator(const Expressions& expressions) : expressions_(expressions) {}

  /// From now on in this state; both must outlive its use.
  void enter(std::span<const std::uint64_t> variables, std::span<const std::uint64_t> inputs);
  /// The same of arrays, after enter().
  void enter_arrays(std::span<const ArrayValue> arrays, std::span<const ArrayValue> inputs);
  [[nodiscard]] std::uint64_t value(ExprId id);
  [[nodiscard]] ArrayValue array(ExprId id);

 private:
  const Expressions& expressions_;
  std::span<const std::uint64_t> variables_;
  std::span<const std::uint64_t> inputs_;
  std::span<const ArrayValue> arrays_;
  std::span<const ArrayValue> array_inputs_;
  std::vector<std::uint64_t> values_;
  std::unordered_map<ExprId, ArrayValue> array_values_;
  std::vector<std::uint32_t> known_in_;  // the number of the state of the value
  std::uint32_t state_ = 0;
  std::vector<ExprId> stack_;

  void visit(ExprId id);
  [[nodiscard]] std::uint64_t compute(const Node& node) const;
  [[nodiscard]] ArrayValue compute_array(const Node& node) const;
};

}  // namespace hardbop::words
