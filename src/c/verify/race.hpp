// SPDX-License-Identifier: MIT
// Runs several engines in parallel on one task: the first one that knows the answer stops the
// others.
#pragma once

#include <functional>
#include <vector>

#include "c/verify/allowance.hpp"
#include "c/verify/engine.hpp"

namespace hardbop::verify {

/// What one of several engines found.
struct Answered {
  std::string_view engine;  // its name
  Finding finding;
};
using Tell = std::function<void(const Answered&)>;

/// Asks each engine, in a thread of its own where there are several; so many work at once, by turns
/// that grow, those first that cost least. Where none knows, the answer is the first engine's, with
/// the reasons of all. A bug in one of them is thrown where no other knows. The first that knows is
/// told at once, for the others may be long in stopping. So is what blocks those that are done and
/// do not know: as Unknown, without a reason.
[[nodiscard]] Answered race(const std::vector<EngineRow>& engines, const Task& task,
                            const Allowance& allowance, std::size_t at_once, const Tell& tell);

/// Figures of what was used.
void add_usage(const Budget& budget, Statistics& statistics);

}  // namespace hardbop::verify
