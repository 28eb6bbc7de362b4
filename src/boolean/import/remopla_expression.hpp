// SPDX-License-Identifier: MIT
// Expressions of Remopla as texts of bits. Private to the layer.
#pragma once

#include "boolean/import/remopla_scope.hpp"

namespace hardbop::importing {

struct RemoplaValue {
  bool is_bool = true;
  std::vector<std::string> bits;  // texts, the lowest first
  SourceSpan at;
};

class RemoplaExpressions {
 public:
  RemoplaExpressions(MopedTokens& tokens, const RemoplaScope& scope)
      : tokens_(tokens), scope_(scope) {}

  /// From now on, locals are looked up here.
  void enter(const RemoplaVariables& locals) { locals_ = &locals; }

  [[nodiscard]] RemoplaValue value();
  [[nodiscard]] std::string condition();
  [[nodiscard]] const RemoplaVariable& variable(const MopedToken& name) const;

 private:
  MopedTokens& tokens_;
  const RemoplaScope& scope_;
  const RemoplaVariables* locals_ = nullptr;
  unsigned depth_ = 0;

  [[nodiscard]] RemoplaValue binary(std::size_t level);
  [[nodiscard]] RemoplaValue operand();
  [[nodiscard]] RemoplaValue comparison(const MopedToken& symbol, const RemoplaValue& a,
                                        const RemoplaValue& b) const;
  [[nodiscard]] RemoplaValue leaf();
};

}  // namespace hardbop::importing
