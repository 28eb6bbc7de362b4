// SPDX-License-Identifier: MIT
// Programs made small while something stays true of them.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include <hardbop/question.hpp>

namespace hardbop {

/// Whether a candidate still has what matters. Candidates are texts free of errors.
using ShrinkPredicate = std::function<bool(const std::string&)>;

struct ShrinkOptions {
  std::optional<double> timeout;              // in seconds, of it all
  const std::atomic<bool>* cancel = nullptr;  // set it to stop
  std::function<void(const ProgressReport&)> on_progress;
};

struct ShrinkResult {
  std::string text;         // the smallest kept
  bool is_minimal = false;  // no single edit makes it smaller; else it was stopped before
  std::uint64_t tried = 0;  // candidates the predicate was asked about
  std::uint64_t kept = 0;
};

/// Makes a program smaller, as long as `keep` is true of it. `text` must be free of errors,
/// and `keep` true of it.
[[nodiscard]] ShrinkResult shrink(std::string text, const ShrinkPredicate& keep,
                                  const ShrinkOptions& options = {});

/// True where a command of the shell ends with status 0 within that many seconds. The path of a
/// file with the candidate stands in it for each {}, or at its end where there is none.
[[nodiscard]] ShrinkPredicate kept_by_command(std::string command, double seconds,
                                              const std::atomic<bool>* cancel = nullptr);

}  // namespace hardbop
