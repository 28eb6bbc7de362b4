// SPDX-License-Identifier: MIT
// Random programs over the whole language, for comparing engines.
#pragma once

#include <cstdint>
#include <string>

namespace hardbop::bp {

/// How large a random program may be.
struct RandomProgramSize {
  std::uint32_t globals = 3;
  std::uint32_t procedures = 4;  // main among them
  std::uint32_t formals = 2;
  std::uint32_t locals = 2;  // besides formals
  std::uint32_t results = 2;
  std::uint32_t statements = 7;  // of a procedure's body, before nesting
  std::uint32_t depth = 2;       // of nested statements
  std::uint32_t threads = 0;     // kinds of threads; 0: a sequential program
};

/// A size for the program of a seed: some are small, some large, some have many procedures.
[[nodiscard]] RandomProgramSize varied_size(std::uint64_t seed);
/// A size of concurrent programs that leaves few enough configurations to look at all of them.
constexpr RandomProgramSize random_concurrent_size{2, 3, 1, 1, 1, 4, 1, 3};

/// The same seed and size always give the same text. The program is free of errors; it
/// has assertions, and labels L0, L1, … in each procedure.
[[nodiscard]] std::string generate_random(std::uint64_t seed, const RandomProgramSize& size = {});

}  // namespace hardbop::bp
