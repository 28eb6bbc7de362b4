// SPDX-License-Identifier: MIT
// Expressions over words as terms of Z3.
#pragma once

#include <memory>
#include <optional>
#include <vector>
#include <z3++.h>

#include "base/expression/expression.hpp"

namespace hardbop::smt {

class Translator {
 public:
  Translator(const words::Expressions& expressions, z3::context& context)
      : expressions_(expressions), context_(context) {}
  Translator(const Translator&) = delete;
  Translator& operator=(const Translator&) = delete;
  virtual ~Translator() = default;

  [[nodiscard]] z3::expr translate(words::ExprId id);
  /// A constraint of width 1.
  [[nodiscard]] virtual z3::expr truth(words::ExprId id) = 0;
  /// What else is true wherever the constraint is asked about.
  [[nodiscard]] virtual std::vector<z3::expr> about(words::ExprId constraint) = 0;
  /// The word that a term without variables is, which stands for this expression.
  [[nodiscard]] virtual std::uint64_t value(const z3::expr& term, words::ExprId word) const = 0;
  /// Of a constraint that was translated.
  [[nodiscard]] virtual bool has_arrays(words::ExprId constraint) const = 0;
  /// Whether it has numbers of IEEE 754.
  [[nodiscard]] virtual bool has_numbers(words::ExprId constraint) const = 0;

 protected:
  [[nodiscard]] const words::Expressions& expressions() const { return expressions_; }
  [[nodiscard]] z3::context& context() const { return context_; }
  /// Of an operand.
  [[nodiscard]] const z3::expr& term(words::ExprId id) const { return *terms_[id]; }

 private:
  const words::Expressions& expressions_;
  z3::context& context_;
  std::vector<std::optional<z3::expr>> terms_;

  /// Its operands are translated.
  [[nodiscard]] virtual z3::expr make(words::ExprId id) = 0;
};

/// As bit-vectors.
[[nodiscard]] std::unique_ptr<Translator> words(const words::Expressions& expressions,
                                                z3::context& context);
/// As Integers::Unbounded says.
[[nodiscard]] std::unique_ptr<Translator> unbounded(const words::Expressions& expressions,
                                                    z3::context& context);

}  // namespace hardbop::smt
