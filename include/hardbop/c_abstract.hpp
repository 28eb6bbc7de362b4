// SPDX-License-Identifier: MIT
// C programs: their Boolean programs over predicates.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <hardbop/c.hpp>

namespace hardbop {

/// A file of predicates: one a line, as docs/manual/abstract.md describes.
struct CPredicates {
  std::string path;  // for messages
  std::string text;
};

struct CAbstraction {
  std::vector<CPredicates> predicates;
  std::size_t cube_length = 3;  // of conjunctions of predicates that are tried, at most
  /// Read all words as signed integers without bounds: the Boolean program then has every run on
  /// which no arithmetic overflows.
  bool unbounded = false;
};

/// The text of a Boolean program that has every run of the C program; without predicates, its
/// control flow alone. Errors are asserts that fail. Never throws for bad input.
[[nodiscard]] FormatResult abstract_c(const std::vector<CSource>& sources, const COptions& options,
                                      const CAbstraction& abstraction);

}  // namespace hardbop
