// SPDX-License-Identifier: MIT
#include "slam/z3/translator.hpp"

#include "ltg/bottom_up.hpp"

namespace hardbop::slam {

z3::expr Translator::translate(ltg::ExprId id) {
  if (terms_.size() < expressions_.size()) terms_.resize(expressions_.size());
  std::vector<ltg::ExprId> stack{id};
  ltg::bottom_up(
      expressions_, stack, [&](ltg::ExprId one) { return terms_[one].has_value(); },
      [&](ltg::ExprId one) { terms_[one] = make(one); });
  return *terms_[id];
}

}  // namespace hardbop::slam
