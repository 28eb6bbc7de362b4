// SPDX-License-Identifier: MIT
#include "base/smt/z3/translator.hpp"

#include "base/expression/bottom_up.hpp"

namespace hardbop::smt {

z3::expr Translator::translate(words::ExprId id) {
  if (terms_.size() < expressions_.size()) terms_.resize(expressions_.size());
  std::vector<words::ExprId> stack{id};
  words::bottom_up(
      expressions_, stack, [&](words::ExprId one) { return terms_[one].has_value(); },
      [&](words::ExprId one) { terms_[one] = make(one); });
  return *terms_[id];
}

}  // namespace hardbop::smt
