// SPDX-License-Identifier: MIT
// Decides a C program by computing its reachable states.
#pragma once

#include "c/lower/lower.hpp"
#include "c/verify/engine.hpp"
#include "words/engine/image/options.hpp"

namespace hardbop::verify {

struct ImageOptions {
  image::ImageOptions search{};
  c::Pointers pointers = c::Pointers::Direct;  // changes no answer
};

[[nodiscard]] Finding decide_by_images(const Task& task, const ImageOptions& options,
                                       Budget& budget);

}  // namespace hardbop::verify
