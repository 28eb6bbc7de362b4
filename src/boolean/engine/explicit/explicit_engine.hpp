// SPDX-License-Identifier: MIT
// The explicit engine: exact for every sequential program, and only as fast as the number
// of its points allows.
#pragma once

#include <memory>

#include "boolean/engine/engine.hpp"

namespace hardbop::engine {

[[nodiscard]] std::unique_ptr<Engine> make_explicit_engine();

}  // namespace hardbop::engine
