// SPDX-License-Identifier: MIT
// Values of many expressions in one state, each computed once. Changing the state costs nothing.
#pragma once

#include <vector>

#include "base/expression/expression.hpp"

namespace hardbop::words {

class Evaluator {
 public:
  explicit Evaluator(const Expressions& expressions) : expressions_(expressions) {}

  /// From now on in this state; both must outlive its use.
  void enter(std::span<const std::uint64_t> variables, std::span<const std::uint64_t> inputs);
  [[nodiscard]] std::uint64_t value(ExprId id);

 private:
  const Expressions& expressions_;
  std::span<const std::uint64_t> variables_;
  std::span<const std::uint64_t> inputs_;
  std::vector<std::uint64_t> values_;
  std::vector<std::uint32_t> known_in_;  // the number of the state of the value
  std::uint32_t state_ = 0;
  std::vector<ExprId> stack_;

  [[nodiscard]] std::uint64_t compute(const Node& node) const;
};

}  // namespace hardbop::words
