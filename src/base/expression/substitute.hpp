// SPDX-License-Identifier: MIT
// Expressions with their leaves replaced.
#pragma once

#include <functional>
#include <unordered_map>

#include "base/expression/expression.hpp"

namespace hardbop::words {

/// Replaces leaves by what `replace` says of them, all at once, and simplifies; what it leaves
/// alone stays. Remembers what it has done.
class Substituter {
 public:
  /// An expression for a variable, input or array, which may be the leaf itself.
  using Replace = std::function<ExprId(ExprId leaf)>;

  Substituter(Expressions& expressions, Replace replace)
      : expressions_(expressions), replace_(std::move(replace)) {}

  [[nodiscard]] ExprId operator()(ExprId id);

 private:
  Expressions& expressions_;
  Replace replace_;
  std::unordered_map<ExprId, ExprId> done_;

  [[nodiscard]] ExprId rebuild(ExprId id);
};

/// Calls `visit(id)` for an expression and all below it, once each, operands first.
void for_each_node(const Expressions& expressions, const std::vector<ExprId>& roots,
                   const std::function<void(ExprId)>& visit);

}  // namespace hardbop::words
