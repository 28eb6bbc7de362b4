// SPDX-License-Identifier: MIT
// A C file that makes a compiled program follow a run: it defines the functions without a body,
// which return the values of the run, and it reports that the error is reached.
#pragma once

#include <string>
#include <vector>

#include "c/front/front_end.hpp"
#include "c/lower/explain.hpp"

namespace hardbop::c {

/// `sources`: the program's files.
[[nodiscard]] std::string harness(const Program& program, const Explanation& explanation,
                                  const std::vector<std::string>& sources, Errors errors);

}  // namespace hardbop::c
