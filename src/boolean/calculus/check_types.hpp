// SPDX-License-Identifier: MIT
// Types as they are declared and used. Private to the checker.
#pragma once

#include "base/util/diagnostic.hpp"
#include "boolean/calculus/system.hpp"

namespace hardbop::calculus {

class TypeChecker {
 public:
  TypeChecker(const Syntax& syntax, const Given& given, System& system, Diagnostics& diagnostics)
      : syntax_(syntax), given_(given), system_(system), diagnostics_(diagnostics) {}

  /// The item may declare a type.
  void declare(const ItemSyntax& item);
  /// A type where it is used; of one that is wrong, bool.
  [[nodiscard]] TypeId resolve(Index written);
  /// `order State.x, State.y[3];`
  void add_order(const ItemSyntax& item);

 private:
  const Syntax& syntax_;
  const Given& given_;
  System& system_;
  Diagnostics& diagnostics_;

  void declare_given(const Word& name);
  [[nodiscard]] Type written_type(const TypeSyntax& in);
  void add_fields(const TypeSyntax& in, Type& out);
  [[nodiscard]] std::optional<OrderHint> order_hint(const TermSyntax& path);
};

}  // namespace hardbop::calculus
