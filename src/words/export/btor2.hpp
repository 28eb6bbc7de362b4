// SPDX-License-Identifier: MIT
// Transition systems in the format BTOR2 [niemetz18], which keeps words; AVR, Pono and btormc read
// it. It has no numbers of IEEE 754.
#pragma once

#include <string>
#include <vector>

#include "words/export/transition_system.hpp"

namespace hardbop::words {

/// `about`: lines of the comment that the text opens with. There must be no operations of IEEE 754.
[[nodiscard]] std::string to_btor2(const TransitionSystem& system,
                                   const std::vector<std::string>& about);

}  // namespace hardbop::words
