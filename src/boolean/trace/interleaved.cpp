// SPDX-License-Identifier: MIT
#include "boolean/trace/interleaved.hpp"

namespace hardbop::trace {

std::uint64_t Interleaved::context_switches() const {
  std::uint64_t switches = 0;
  std::uint32_t active = init_thread;
  const auto run = [&](std::uint32_t thread) {
    if (active != init_thread && thread != active) ++switches;
    active = thread;
  };
  for (const InterleavedStep& step : steps) run(step.thread);
  run(last_thread);
  return switches;
}

}  // namespace hardbop::trace
