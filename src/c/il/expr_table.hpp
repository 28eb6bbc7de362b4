// SPDX-License-Identifier: MIT
// Finds equal expressions among those of a program. Large programs have millions of expressions,
// and most are looked up more often than they are made: a slot has a part of the hash and the
// expression's number, so that few lookups leave the table, and none allocates.
#pragma once

#include <vector>

#include "c/il/il.hpp"

namespace hardbop::c {

class ExprTable {
 public:
  /// The equal expression, or else the new one's number, which is then in the table.
  [[nodiscard]] ExprId find_or_add(const std::vector<Expr>& all, const Expr& expr, ExprId fresh);

 private:
  struct Slot {
    std::uint32_t hash = 0;
    ExprId id = none;
  };
  std::vector<Slot> slots_;  // a power of two of them, at least a third free
  std::size_t used_ = 0;

  void grow();
};

}  // namespace hardbop::c
