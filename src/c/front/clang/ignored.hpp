// SPDX-License-Identifier: MIT
// What Clang reads over.
#pragma once

#include <clang/Basic/SourceLocation.h>
#include <string>

namespace hardbop::c {

/// By the words of its warning.
struct Ignored {
  clang::SourceLocation at;
  std::string text;
};

}  // namespace hardbop::c
