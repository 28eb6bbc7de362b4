// SPDX-License-Identifier: MIT
// A C program and a property as Horn clauses, for other tools.
#pragma once

#include "c/verify/message.hpp"
#include "c/verify/property.hpp"
#include "c/verify/sources.hpp"

namespace hardbop::verify {

struct ClauseText {
  std::string text;   // empty where there are errors
  Messages problems;  // that keep it from being made
};

/// Over bit-vectors, or, as an approximation, over integers.
[[nodiscard]] ClauseText write_clauses(const Sources& sources, const c::Program& program,
                                       const Property& property, bool as_integers);

}  // namespace hardbop::verify
