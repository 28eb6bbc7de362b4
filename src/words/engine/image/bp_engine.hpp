// SPDX-License-Identifier: MIT
// The image engine for Boolean programs: calls inlined, recursion up to a bound.
#pragma once

#include <memory>

#include "boolean/engine/registry.hpp"
#include "words/engine/image/options.hpp"

namespace hardbop::image {

struct BooleanOptions {
  ImageOptions image{};
  unsigned recursion_bound = 5;     // how deep calls of a recursion are followed
  engine::SummaryOptions traces{};  // of the summary engine, which finds them
};

[[nodiscard]] std::unique_ptr<engine::Engine> make_image_engine(BooleanOptions options = {});

/// Its row among the engines for Boolean programs.
[[nodiscard]] engine::EngineRow boolean_row(const BooleanOptions& options = {});

}  // namespace hardbop::image
