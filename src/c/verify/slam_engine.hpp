// SPDX-License-Identifier: MIT
// Decides a C program by abstraction and refinement.
#pragma once

#include <memory>
#include <optional>

#include "base/util/file_store.hpp"
#include "c/verify/engine.hpp"
#include "c/verify/predicates.hpp"

namespace hardbop::verify {

/// A step of the path of a round.
struct SlamStep {
  std::string file;
  std::uint32_t line = 0;  // 0: it stands for no statement
  std::string function;
  std::string text;
  std::string core;  // of a condition that cannot be true with the others of its kind: what it is
};

/// A predicate that was found, and the step of the path before which it has to be known.
struct SlamPredicate {
  std::string text;  // "f: x == 1"
  std::optional<std::size_t> step;
};

/// A round: as it begins, once it is known what it found, and when that has been excluded.
struct SlamRound {
  std::size_t number = 0;
  std::string property;    // what is asked
  std::string program;     // the Boolean program
  std::string predicates;  // that it is made of, as a file of predicates
  std::string path;        // through the C program, as the Boolean program goes; empty at first
  std::vector<std::string> texts{};  // of the predicates
  std::vector<SlamStep> steps{};     // of the path
  std::optional<bool> is_run{};      // of the path: whether C can go it, if that is known
  bool is_excluded = false;
  std::vector<SlamPredicate> found{};  // then: what is new
};

struct SlamOptions {
  std::vector<PredicateText> predicates{};  // to begin with
  std::optional<std::size_t> iterations{};  // to give up after; without it, as many as are usual
  std::function<void(const SlamRound&)> on_round{};
  /// Read all words as signed integers without bounds. What holds then does as long as no
  /// arithmetic overflows, and is bounded; a violation is one of machine words.
  bool unbounded = false;
  /// Where given, what is found out is kept there for later runs, and theirs is used.
  std::shared_ptr<FileStore> files{};
  /// What rounds share is forgotten before each: to measure what sharing saves.
  bool forgets = false;
};

[[nodiscard]] Finding decide_by_refinement(const Task& task, const SlamOptions& options,
                                           Budget& budget);

}  // namespace hardbop::verify
