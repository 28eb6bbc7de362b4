// SPDX-License-Identifier: MIT
// "Did you mean …": the nearest of a few known names.
#pragma once

#include <string>
#include <string_view>

namespace hardbop {

/// Offer candidates one by one; `hint()` names the nearest one, if any is near enough to
/// be a likely slip: one edit for short names, a third of the length for longer ones.
/// Edits are insertions, deletions, replacements, swaps of neighbours; case counts half.
class SpellingHint {
 public:
  explicit SpellingHint(std::string_view wanted);

  void offer(std::string_view candidate);
  /// "did you mean 'x'?", or empty.
  [[nodiscard]] std::string hint() const;

 private:
  std::string wanted_;
  std::string best_;
  std::size_t best_cost_;
};

}  // namespace hardbop
