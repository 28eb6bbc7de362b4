// SPDX-License-Identifier: MIT
// C's integer types, as far as conversions need them.
#pragma once

namespace hardbop::c {

struct WordType {
  unsigned bits = 32;
  bool is_signed = true;
  bool is_pointer = false;

  bool operator==(const WordType&) const = default;
};

/// C's integer promotion.
[[nodiscard]] WordType promoted(WordType type);
/// C's usual arithmetic conversions.
[[nodiscard]] WordType common_type(WordType a, WordType b);

}  // namespace hardbop::c
