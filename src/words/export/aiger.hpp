// SPDX-License-Identifier: MIT
// Transition systems as and-inverter graphs in the format AIGER 1.9, which ABC and the model
// checkers of the hardware competition read. Each bit of a variable is a latch that is zero at
// first. Numbers of IEEE 754 are circuits as others.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "words/export/transition_system.hpp"

namespace hardbop::words {

enum class AigerForm : std::uint8_t { Binary, Ascii };

/// `about`: lines of the comment at its end.
[[nodiscard]] std::string to_aiger(TransitionSystem system, AigerForm form,
                                   const std::vector<std::string>& about);

}  // namespace hardbop::words
