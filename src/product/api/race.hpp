// SPDX-License-Identifier: MIT
// Several engines at once on one question: the first that knows the answer ends the others.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <hardbop/c_check.hpp>

namespace hardbop::api {

using Decide = std::function<CAnswer(const Question&)>;
using Tell = std::function<void(const CAnswer&)>;

/// Asks each engine, in a thread of its own. Where none knows, the answer is the first engine's,
/// with the reasons of all. A bug in one of them is thrown where no other knows. The first that
/// knows is told at once, for the others may be long in stopping.
[[nodiscard]] CAnswer race(const Question& question, const std::vector<std::string>& engines,
                           const Decide& decide, const Tell& tell);

}  // namespace hardbop::api
