// SPDX-License-Identifier: MIT
// Parameters of the definitions in a certificate. Private to the layer.
#pragma once

#include <optional>

#include "base/certificate/tokens.hpp"

namespace hardbop::words {

struct Parameter {
  char kind = 'v';
  std::uint32_t number = 0;
};

/// The next of `(v3 ...) (v7 ...)`. Its sort is not looked at: it follows from what it stands for.
inline std::optional<Parameter> next_parameter(certify::Tokens& tokens) {
  const std::string_view first = tokens.next();
  if (first.empty()) return std::nullopt;
  const std::string_view name = first == "(" ? tokens.next() : "";
  if (name.size() < 2) tokens.fail("a definition that a certificate cannot contain");
  const Parameter out{name.front(), tokens.number(name.substr(1))};
  tokens.skip(1);
  return out;
}

}  // namespace hardbop::words
