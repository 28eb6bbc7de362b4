// SPDX-License-Identifier: MIT
// C programs: abstracting them to Boolean programs over predicates.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <hardbop/c.hpp>

namespace hardbop {

/// A file of predicates: one predicate per line, as docs/manual/abstract.md describes.
struct CPredicates {
  std::string path;  // for messages
  std::string text;
};

struct CAbstraction {
  std::vector<CPredicates> predicates;
  std::size_t cube_length = 3;  // maximal length of conjunctions of predicates
  /// Treat all words as signed unbounded integers: the Boolean program then has every run without
  /// overflow.
  bool unbounded = false;
};

/// The text of a Boolean program that has every run of the C program; without predicates, only
/// its control flow. Errors become failing asserts. Never throws for bad input.
[[nodiscard]] FormatResult abstract_c(const std::vector<CSource>& sources, const COptions& options,
                                      const CAbstraction& abstraction);

}  // namespace hardbop
