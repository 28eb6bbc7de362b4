// SPDX-License-Identifier: MIT
// A run, from the values of inputs that a solver found: the visits whose conditions are true, one
// after the other, executed with words.
#pragma once

#include <optional>

#include "words/engine/bmc/completion.hpp"
#include "words/engine/bmc/unroll.hpp"

namespace hardbop::bmc {

/// The run to the first target on it, of complete inputs; nothing where it is too long to be kept.
[[nodiscard]] std::optional<words::Run> make_run(const Program& program,
                                                 const std::vector<bool>& is_target,
                                                 const Unrolling& unrolling, const Terms& terms,
                                                 const Arrays& arrays, const InputValues& inputs);

}  // namespace hardbop::bmc
