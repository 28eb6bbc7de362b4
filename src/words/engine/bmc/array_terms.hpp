// SPDX-License-Identifier: MIT
// Arrays of an unrolled program as expressions, for a solver that knows arrays.
#pragma once

#include <unordered_map>

#include "words/engine/bmc/arrays.hpp"

namespace hardbop::bmc {

class ArrayTerms {
 public:
  ArrayTerms(Terms& terms, const Arrays& arrays) : terms_(terms), arrays_(arrays) {}

  /// That the word is the element that it stands for. The input arrays are named by their bases.
  [[nodiscard]] ExprId definition(const Placeholder& placeholder);

 private:
  Terms& terms_;
  const Arrays& arrays_;
  std::unordered_map<BaseId, ExprId> bases_;
  std::unordered_map<ArrayRef, ExprId> arrays_made_;

  [[nodiscard]] ExprId below(BaseId id);
  [[nodiscard]] ExprId make(BaseId id);
  [[nodiscard]] ExprId array(const ArrayRef& array);
};

}  // namespace hardbop::bmc
