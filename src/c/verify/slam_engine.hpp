// SPDX-License-Identifier: MIT
// Decides a C program by abstraction and refinement.
#pragma once

#include <optional>

#include "c/verify/engine.hpp"
#include "c/verify/predicates.hpp"

namespace hardbop::verify {

/// A round: as it begins, and, once it is known, what it found.
struct SlamRound {
  std::size_t number = 0;
  std::string program;     // the Boolean program
  std::string predicates;  // that it is made of, as a file of predicates
  std::string path;        // through the C program, as the Boolean program goes; empty at first
};

struct SlamOptions {
  std::vector<PredicateText> predicates{};  // to begin with
  std::optional<std::size_t> iterations{};  // to give up after; without it, as many as are usual
  std::function<void(const SlamRound&)> on_round{};
  /// Read all words as signed integers without bounds. What holds then does as long as no
  /// arithmetic overflows, and is bounded; a violation is one of machine words.
  bool unbounded = false;
};

[[nodiscard]] Finding decide_by_refinement(const Task& task, const SlamOptions& options,
                                           Budget& budget);

}  // namespace hardbop::verify
