// SPDX-License-Identifier: MIT
// A C file that makes a compiled program follow a run: it answers the calls of functions without a
// body with the values of the run, and tells when the error is reached.
#pragma once

#include <string>

#include "c/explain.hpp"

namespace hardbop::c {

[[nodiscard]] std::string harness(const Program& program, const Explanation& explanation);

}  // namespace hardbop::c
