// SPDX-License-Identifier: MIT
// Looks at the limits while a solver works, which does not; nobody else may poll meanwhile.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>

#include "base/util/budget.hpp"

namespace hardbop::smt {

/// Calls `work`, and `interrupt` from another thread if the budget runs out, or the given time
/// does, before it is done: again and again, since `work` may ask the solver several questions, and
/// an interruption ends one of them or, between two, none. Whether there was a thread to be had;
/// else nothing was done.
template <typename Work>
bool work_within(Budget& budget, const Work& work, const std::function<void()>& interrupt,
                 std::optional<std::chrono::milliseconds> at_most = {}) {
  constexpr auto interval = std::chrono::milliseconds(20);
  const auto start = std::chrono::steady_clock::now();
  std::mutex mutex;
  std::condition_variable_any end;
  const auto watch = [&](const std::stop_token& stop) {
    std::unique_lock lock(mutex);
    while (!stop.stop_requested()) {
      const bool is_late = at_most && std::chrono::steady_clock::now() - start > *at_most;
      if (is_late || budget.poll() != StopReason::None) interrupt();
      end.wait_for(lock, stop, interval, [] { return false; });
    }
  };
  try {
    const std::jthread watcher(watch);
    work();
  } catch (const std::system_error&) {
    return false;
  }
  return true;
}

}  // namespace hardbop::smt
