// SPDX-License-Identifier: MIT
// Expressions with their leaves replaced.
#pragma once

#include <array>
#include <functional>
#include <unordered_map>

#include "base/expression/expression.hpp"

namespace hardbop::words {

/// The same operator with other operands, simplified; not of leaves.
[[nodiscard]] ExprId remade(Expressions& expressions, const Node& node,
                            const std::array<ExprId, 3>& operands);

/// Replaces leaves by what `replace` says of them, all at once, and simplifies; what it leaves
/// alone stays. Remembers what it has done.
class Substituter {
 public:
  /// An expression for a variable, input or array, which may be the leaf itself.
  using Replace = std::function<ExprId(ExprId leaf)>;

  /// What to take instead of an expression whose operands were replaced: one that equals it.
  using Rewrite = std::function<ExprId(ExprId made)>;

  Substituter(Expressions& expressions, Replace replace, Rewrite rewrite = nullptr)
      : expressions_(expressions), replace_(std::move(replace)), rewrite_(std::move(rewrite)) {}

  [[nodiscard]] ExprId operator()(ExprId id);

 private:
  Expressions& expressions_;
  Replace replace_;
  Rewrite rewrite_;
  std::unordered_map<ExprId, ExprId> done_;

  [[nodiscard]] ExprId rebuild(ExprId id);
};

/// Calls `visit(id)` for an expression and all below it, once each, operands first.
void for_each_node(const Expressions& expressions, const std::vector<ExprId>& roots,
                   const std::function<void(ExprId)>& visit);

}  // namespace hardbop::words
