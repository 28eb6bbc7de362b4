// SPDX-License-Identifier: MIT
// Guesses about watched elements, such as "if the twin is below i, the element is 7". Spacer needs
// long to find these, and most invariants of arrays are of that form.
#pragma once

#include <vector>

#include "c/verify/watched_arrays.hpp"
#include "words/analysis/guesses.hpp"

namespace hardbop::verify {

/// At every block: who takes them looks where they are of use.
[[nodiscard]] std::vector<words::Guess> guess_elements(ModelWithoutArrays& model);

}  // namespace hardbop::verify
