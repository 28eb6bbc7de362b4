// SPDX-License-Identifier: MIT
// What a reader of another format gives.
#pragma once

#include <string>

#include "base/util/diagnostic.hpp"

namespace hardbop::importing {

struct Imported {
  std::string text;  // a Boolean program; meaningless if there are errors
  Diagnostics diagnostics;
};

/// What is wrong, where a reader gives up: caught where it was called.
struct Refusal {
  SourceSpan at;
  std::string text;
  std::string hint{};
};

/// So deep may statements and expressions be nested.
constexpr unsigned deepest_nesting = 2000;

}  // namespace hardbop::importing
