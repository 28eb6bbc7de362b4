// SPDX-License-Identifier: MIT
// A C file that makes a compiled program follow a run: it defines the functions without a body,
// which return the values of the run, and it reports that the error is reached, or leaves that to a
// sanitizer of the compiler.
#pragma once

#include <string>
#include <vector>

#include "c/front/front_end.hpp"
#include "c/lower/explain.hpp"

namespace hardbop::c {

/// What the compiled program is to show.
enum class Shown : std::uint8_t { Call, Overflow, Access, Arithmetic, Leak };

/// `sources`: the program's files.
[[nodiscard]] std::string harness(const Program& program, const Explanation& explanation,
                                  const std::vector<std::string>& sources, Shown shown);

}  // namespace hardbop::c
