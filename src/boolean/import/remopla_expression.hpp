// SPDX-License-Identifier: MIT
// Expressions of Remopla as texts of bits. Private to the layer.
#pragma once

#include "boolean/import/remopla_scope.hpp"

namespace hardbop::importing {

struct RemoplaValue {
  bool is_bool = true;
  std::vector<std::string> bits;  // texts, the lowest first
  SourceSpan at;
  std::optional<std::uint64_t> constant{};
  std::uint64_t values = 0;  // of a variable: how many it can have

  /// An error if it is a constant that is none of so many values: a run would end there, and what
  /// is behind it would seem to be safe.
  void expect_below(std::uint64_t bound) const;
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
