// SPDX-License-Identifier: MIT
// Clang and our translator recurse as deeply as a text nests, and LLVM ends the program if memory
// is exhausted. Neither must end the caller's process.
#pragma once

#include <cstdint>
#include <functional>

namespace hardbop::c {

/// Runs it in a thread with a large stack, or as large a one as there is memory for; exceptions
/// come through. False where it crashed: out of stack or memory, or a bug of Clang's.
[[nodiscard]] bool run_guarded(std::function<void()> work);

/// Whether the current thread has used most of its stack.
class StackGauge {
 public:
  StackGauge();
  [[nodiscard]] bool is_nearly_full() const;

 private:
  std::uintptr_t limit_ = 0;
};

}  // namespace hardbop::c
