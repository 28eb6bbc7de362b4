// SPDX-License-Identifier: MIT
// Times one workload and prints what `run` reads.
#pragma once

#include <cstdio>
#include <ctime>

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

/// Processor time of this program so far. Both programs have one thread, and on a shared
/// machine the time they wait for a processor says nothing about them.
inline double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// `start` is cpu_seconds() before the library was set up.
template <class Lib>
int report(Lib& lib, const Workload& work, double start) {
  const double answer = run(lib, work);
  const double spent = cpu_seconds() - start;
  std::printf("{\"seconds\": %.6f, \"peak_bytes\": %zu, \"answer\": %.17g}\n", spent, peak_bytes(),
              answer);
  return 0;
}

}  // namespace hardbop::bench
