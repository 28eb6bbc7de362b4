// SPDX-License-Identifier: MIT
// Times one workload and prints what `run` reads.
#pragma once

#include <chrono>
#include <cstdio>

#include "workloads.hpp"

namespace hardbop::bench {

/// Peak resident memory of this program: unlike getrusage, without what the process that
/// started it had at the time.
inline std::size_t peak_bytes() {
  std::FILE* const file = std::fopen("/proc/self/status", "r");
  if (file == nullptr) return 0;
  char line[256];  // NOLINT(*-avoid-c-arrays)
  std::size_t kilobytes = 0;
  while (std::fgets(line, sizeof line, file) != nullptr)
    if (std::sscanf(line, "VmHWM: %zu", &kilobytes) == 1) break;
  std::fclose(file);
  return kilobytes * 1024;
}

/// `start` is when the library began to be set up.
template <class Lib>
int report(Lib& lib, const Workload& work, std::chrono::steady_clock::time_point start) {
  const double answer = run(lib, work);
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
  std::printf("{\"seconds\": %.6f, \"peak_bytes\": %zu, \"answer\": %.17g}\n", spent.count(),
              peak_bytes(), answer);
  return 0;
}

}  // namespace hardbop::bench
