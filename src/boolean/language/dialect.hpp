// SPDX-License-Identifier: MIT
// How operators of one expression group: the one way in which dialects read the same text
// differently.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace hardbop::bp {

enum class Dialect : std::uint8_t {
  Standard,  // `=` and `!=` bind tighter than `&`, as in C
  Satabs,    // `=`, `!=` and `=>` bind loosest
};

struct DialectName {
  Dialect dialect = Dialect::Standard;
  std::string_view name;
};

/// All of them, the usual one first, in the order of the public OperatorDialect.
constexpr std::array dialect_names{DialectName{Dialect::Standard, "standard"},
                                   DialectName{Dialect::Satabs, "satabs"}};

[[nodiscard]] constexpr std::string_view name_of(Dialect dialect) {
  return std::ranges::find(dialect_names, dialect, &DialectName::dialect)->name;
}

[[nodiscard]] constexpr std::optional<Dialect> find_dialect(std::string_view name) {
  const auto found = std::ranges::find(dialect_names, name, &DialectName::name);
  if (found == dialect_names.end()) return std::nullopt;
  return found->dialect;
}

}  // namespace hardbop::bp
