// SPDX-License-Identifier: MIT
#include "base/util/spelling.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/util/diagnostic.hpp"

namespace hardbop {

namespace {

// Names longer than this are machine-made; guessing among them helps nobody.
constexpr std::size_t longest_name = 64;

char lower(char c) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

std::size_t replace_cost(char a, char b) {
  if (a == b) return 0;
  return lower(a) == lower(b) ? 1 : 2;
}

/// Optimal string alignment distance, counted in half edits.
std::size_t distance(std::string_view a, std::string_view b) {
  using Row = std::array<std::size_t, longest_name + 1>;
  Row rows[3];
  Row* before = &rows[0];
  Row* above = &rows[1];
  Row* row = &rows[2];
  for (std::size_t j = 0; j <= b.size(); ++j) (*above)[j] = 2 * j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    (*row)[0] = 2 * i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = (*above)[j - 1] + replace_cost(a[i - 1], b[j - 1]);
      (*row)[j] = std::min({(*above)[j] + 2, (*row)[j - 1] + 2, replaced});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) (*row)[j] = std::min((*row)[j], (*before)[j - 2] + 2);
    }
    Row* const oldest = before;
    before = above;
    above = row;
    row = oldest;
  }
  return (*above)[b.size()];
}

}  // namespace

SpellingHint::SpellingHint(std::string_view wanted)
    : wanted_(wanted), best_cost_(std::max<std::size_t>(2, 2 * (wanted.size() / 3)) + 1) {
  if (wanted.size() == 1) best_cost_ = 2;  // only a difference of case is near
}

void SpellingHint::offer(std::string_view candidate) {
  if (wanted_.size() > longest_name || candidate.size() > longest_name) return;
  if (candidate == wanted_) return;
  const std::size_t longer = std::max(wanted_.size(), candidate.size());
  const std::size_t shorter = std::min(wanted_.size(), candidate.size());
  if (2 * (longer - shorter) >= best_cost_) return;  // each missing character costs an edit
  const std::size_t cost = distance(wanted_, candidate);
  if (cost < best_cost_) {
    best_cost_ = cost;
    best_ = candidate;
  }
}

std::string SpellingHint::hint() const {
  return best_.empty() ? std::string() : "did you mean " + quote_name(best_) + "?";
}

}  // namespace hardbop
