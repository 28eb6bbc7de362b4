// SPDX-License-Identifier: MIT
// The time that this thread has had of a processor: other than the time of the day, it does not
// depend on who else works.
#pragma once

#include <ctime>

namespace hardbop {

[[nodiscard]] inline double processor_seconds_of_thread() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

}  // namespace hardbop
