// SPDX-License-Identifier: MIT
// The image engine for Boolean programs: calls inlined, recursion up to a bound.
#pragma once

#include <memory>

#include "boolean/engine/engine.hpp"
#include "words/engine/image/options.hpp"

namespace hardbop::image {

struct BooleanOptions {
  ImageOptions image;
  unsigned recursion_bound = 5;  // how deep calls of a recursion are followed
};

[[nodiscard]] std::unique_ptr<engine::Engine> make_image_engine(BooleanOptions options = {});

}  // namespace hardbop::image
