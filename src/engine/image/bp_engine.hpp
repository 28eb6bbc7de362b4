// SPDX-License-Identifier: MIT
// The image engine for Boolean programs: calls inlined, recursion up to a bound.
#pragma once

#include <memory>

#include "engine/engine.hpp"

namespace hardbop::engine {

[[nodiscard]] std::unique_ptr<Engine> make_image_engine();

}  // namespace hardbop::engine
