// SPDX-License-Identifier: MIT
// What variables hold while a program is unrolled: numbers where they are known, else expressions
// over the inputs of the whole unrolling. Numbers are no expressions, so that a program without
// inputs is executed and not built.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "base/expression/expression.hpp"

namespace hardbop::bmc {

using words::ExprId;
using words::InputId;
using words::Width;

struct Value {
  static constexpr ExprId none = ~ExprId{0};

  ExprId id = none;            // of an expression, or
  std::uint64_t constant = 0;  // the number

  [[nodiscard]] bool is_constant() const { return id == none; }
  [[nodiscard]] bool is(std::uint64_t number) const { return is_constant() && constant == number; }
  bool operator==(const Value&) const = default;
};

[[nodiscard]] constexpr Value number(std::uint64_t word) {
  return {Value::none, word};
}
inline constexpr Value yes{Value::none, 1};
inline constexpr Value no{Value::none, 0};

class Terms {
 public:
  [[nodiscard]] words::Expressions& expressions() { return expressions_; }
  [[nodiscard]] const words::Expressions& expressions() const { return expressions_; }

  [[nodiscard]] ExprId id(const Value& value, Width width) {
    return value.is_constant() ? expressions_.constant(width, value.constant) : value.id;
  }
  [[nodiscard]] Value value(ExprId id) const {
    const words::Node& node = expressions_.node(id);
    return node.op == words::Op::Constant ? number(node.value) : Value{id, 0};
  }

  /// The input of that name; the same one for the same name.
  [[nodiscard]] Value input(std::uint64_t name, Width width);
  [[nodiscard]] std::optional<InputId> find_input(std::uint64_t name) const;
  [[nodiscard]] const std::vector<Width>& inputs() const { return inputs_; }

  // Of words of width 1
  [[nodiscard]] Value negation(const Value& a);
  [[nodiscard]] Value conjunction(const Value& a, const Value& b);
  [[nodiscard]] Value disjunction(const Value& a, const Value& b);
  [[nodiscard]] bool are_opposite(const Value& a, const Value& b);

  [[nodiscard]] Value conditional(const Value& condition, const Value& a, const Value& b,
                                  Width width);
  [[nodiscard]] Value equal(const Value& a, const Value& b, Width width);

 private:
  words::Expressions expressions_;
  std::vector<Width> inputs_;
  std::unordered_map<std::uint64_t, InputId> by_name_;
};

}  // namespace hardbop::bmc
