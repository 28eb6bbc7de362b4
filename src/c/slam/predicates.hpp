// SPDX-License-Identifier: MIT
// The predicates of an abstraction: conditions over a C program's variables. Each belongs to the
// whole program or to one function.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "c/slam/names.hpp"
#include "c/slam/procedures.hpp"

namespace hardbop::slam {

/// Without a negation on top.
[[nodiscard]] ExprId positive(const words::Expressions& expressions, ExprId condition);

/// The conditions that a condition is made of by and, or, not, and choices between truth values.
[[nodiscard]] std::vector<ExprId> atoms(const words::Expressions& expressions, ExprId condition);

class Predicates {
 public:
  explicit Predicates(const Procedures& procedures) : procedures_(procedures), names_(procedures) {}

  /// Whose a condition can be; nothing where it is about more than one function's variables, or
  /// about inputs.
  [[nodiscard]] std::optional<FunctionId> scope(ExprId condition) const;
  /// False where it is there already, says nothing, or has no scope.
  bool add(ExprId condition);
  void remove(ExprId predicate);

  /// Of everybody or of one function, oldest first.
  [[nodiscard]] const std::vector<ExprId>& of(FunctionId scope) const;
  [[nodiscard]] std::size_t size() const { return scopes_.size(); }
  [[nodiscard]] bool contains(ExprId predicate) const { return scopes_.contains(predicate); }

  /// About parameters and what is everybody's: known when the function is called.
  [[nodiscard]] bool is_formal(FunctionId f, ExprId predicate) const;
  /// About the result, parameters as they were passed, and what is everybody's: known to the
  /// caller.
  [[nodiscard]] bool is_result(FunctionId f, ExprId predicate) const;

  /// Whether what a function knew before a call may not be so when it goes on at the block b.
  [[nodiscard]] bool is_stale(ExprId predicate, BlockId b) const;

  /// As read_predicates reads it; a function's own variables without the function's name.
  [[nodiscard]] std::string text(ExprId condition) const;
  /// Of all: "f: x == 1"; everybody's without a function.
  [[nodiscard]] std::vector<std::string> texts() const;

 private:
  const Procedures& procedures_;
  VariableNames names_;
  std::map<FunctionId, std::vector<ExprId>> by_scope_;
  std::map<ExprId, FunctionId> scopes_;
};

}  // namespace hardbop::slam
