// SPDX-License-Identifier: MIT
// Decides a C program by unrolling it for a SAT solver.
#pragma once

#include "c/verify/engine.hpp"
#include "words/engine/bmc/bmc_engine.hpp"

namespace hardbop::verify {

struct BmcOptions {
  bmc::Options search{};
};

[[nodiscard]] Finding decide_by_unrolling(const Task& task, const BmcOptions& options,
                                          Budget& budget);

}  // namespace hardbop::verify
