// SPDX-License-Identifier: MIT
// Sets of words as intervals: the least and greatest value as an unsigned and as a signed number,
// either of which may say more. After [wang07 §4.2], where few of a C variable's bits are used.
#pragma once

#include <cstdint>
#include <span>

#include "base/expression/expression.hpp"

namespace hardbop::words {

struct Range {
  Width width = 1;
  std::uint64_t least = 0;
  std::uint64_t greatest = 0;
  std::int64_t least_signed = 0;
  std::int64_t greatest_signed = 0;

  [[nodiscard]] static Range all(Width width);
  [[nodiscard]] static Range just(Width width, std::uint64_t value);
  [[nodiscard]] static Range unsigned_between(Width width, std::uint64_t least,
                                              std::uint64_t greatest);
  [[nodiscard]] static Range signed_between(Width width, std::int64_t least, std::int64_t greatest);

  [[nodiscard]] bool is_empty() const { return least > greatest || least_signed > greatest_signed; }
  [[nodiscard]] bool is_one() const { return least == greatest; }
  [[nodiscard]] bool contains(std::uint64_t value) const;
  friend bool operator==(const Range&, const Range&) = default;

  /// Lets each view learn from the other.
  [[nodiscard]] Range tightened() const;
};

/// The smallest range with both, and one that has what both have.
[[nodiscard]] Range join(const Range& a, const Range& b);
[[nodiscard]] Range meet(const Range& a, const Range& b);

/// What an operator can make of such operands; of leaves, arrays and numbers of IEEE 754,
/// everything. `b` and `c` as far as there are operands.
[[nodiscard]] Range apply(const Node& node, const Range& a, const Range& b, const Range& c);

}  // namespace hardbop::words
