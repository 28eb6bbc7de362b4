// SPDX-License-Identifier: MIT
// Shrinking a program while a condition stays true.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include <hardbop/question.hpp>

namespace hardbop {

/// Whether to keep a candidate.
using ShrinkPredicate = std::function<bool(const std::string&)>;

struct ShrinkOptions {
  std::optional<double> timeout;              // in seconds, for the whole work
  const std::atomic<bool>* cancel = nullptr;  // set it to stop
  std::function<void(const ProgressReport&)> on_progress;
};

struct ShrinkResult {
  std::string text;         // the smallest program kept
  bool is_minimal = false;  // no single edit makes it smaller; else it was stopped early
  std::uint64_t tried = 0;  // number of candidates tested
  std::uint64_t kept = 0;
};

/// Shrinks a Boolean program while `keep` accepts it. `text` must have no errors, and `keep` must
/// accept it. Candidates have no errors.
[[nodiscard]] ShrinkResult shrink(std::string text, const ShrinkPredicate& keep,
                                  const ShrinkOptions& options = {});

/// Shrinks a C program, statement by statement, while `keep` accepts it. Candidates may have
/// errors.
[[nodiscard]] ShrinkResult shrink_c(std::string text, const ShrinkPredicate& keep,
                                    const ShrinkOptions& options = {});

/// Accepts a candidate if a shell command exits with 0 within that many seconds. Each {} in the
/// command is replaced by the path of a file with the candidate, whose name ends with `suffix`;
/// without {}, the path is appended.
[[nodiscard]] ShrinkPredicate kept_by_command(std::string command, double seconds,
                                              const std::atomic<bool>* cancel = nullptr,
                                              const std::string& suffix = ".bp");

}  // namespace hardbop
