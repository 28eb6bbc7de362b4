// SPDX-License-Identifier: MIT
// A graph like another one, with smaller numbers. Its runs are no runs of the other, but they get
// behind a loop of a million rounds in a few dozen steps, and relations between variables that are
// true of one are often true of the other.
#pragma once

#include "words/graph/graph.hpp"

namespace hardbop::words {

/// Large constants that words are compared with become smaller. Which is the larger of two of them
/// stays as it is, and so do small differences.
[[nodiscard]] Graph shrunk(const Graph& graph);

}  // namespace hardbop::words
