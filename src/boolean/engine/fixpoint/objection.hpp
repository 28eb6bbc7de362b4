// SPDX-License-Identifier: MIT
// Which algorithms can be asked about which programs.
#pragma once

#include "boolean/engine/registry.hpp"

namespace hardbop::engine {

[[nodiscard]] Objection algorithm_objection(const FixpointOptions& options,
                                            const Situation& situation);

}  // namespace hardbop::engine
