// SPDX-License-Identifier: MIT
// Converts diagnostics and limits to public types. Private to the layer.
#pragma once

#include <functional>
#include <vector>

#include "base/util/budget.hpp"
#include "base/util/diagnostic.hpp"
#include "base/util/statistics.hpp"
#include <hardbop/program.hpp>
#include <hardbop/question.hpp>

namespace hardbop::api {

[[nodiscard]] Location locate(const SourceFile& file, SourceOffset offset);
[[nodiscard]] Message to_message(const Diagnostic& diagnostic, const SourceFile& file);
[[nodiscard]] std::vector<Message> to_messages(const Diagnostics& diagnostics,
                                               const SourceFile& file);
/// For a text that 32-bit offsets cannot address.
[[nodiscard]] Message too_large(const std::string& name);
template <typename Result>
[[nodiscard]] Result refused_as_too_large(const std::string& name) {
  Result result;
  result.messages.push_back(too_large(name));
  result.errors = 1;
  return result;
}

template <typename Options>
[[nodiscard]] Limits to_limits(const Options& options) {
  constexpr std::uint64_t bytes_per_megabyte = 1'000'000;
  Limits limits;
  limits.seconds = options.timeout;
  if (options.memory) limits.memory_bytes = *options.memory * bytes_per_megabyte;
  limits.cancel = options.cancel;
  return limits;
}

/// The options must outlive it.
template <typename Options>
[[nodiscard]] std::function<void(const Progress&)> to_listener(const Options& options) {
  if (!options.on_progress) return {};
  return [&options](const Progress& progress) {
    options.on_progress(
        {progress.phase, progress.seconds, progress.count, progress.unit, progress.stage});
  };
}

/// The options' limits. They must outlive it.
template <typename Options>
[[nodiscard]] Budget make_budget(const Options& options) {
  return Budget(to_limits(options), to_listener(options), options.on_phase);
}

/// All figures, with those of time and memory.
template <typename Answer>
void add_statistics(Statistics& statistics, const Budget& budget, Answer& answer) {
  statistics.set("time.total_s", budget.seconds());
  statistics.set("memory.peak_bytes", static_cast<std::uint64_t>(peak_resident_bytes()));
  for (const auto& [path, value] : statistics.entries())
    answer.statistics.emplace_back(path, value);
}

}  // namespace hardbop::api
