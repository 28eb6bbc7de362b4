// SPDX-License-Identifier: MIT
// Converts the image engine's options from a question.
#pragma once

#include <string>
#include <vector>

#include "words/engine/image/options.hpp"
#include <hardbop/question.hpp>

namespace hardbop::api {

[[nodiscard]] image::ImageOptions image_options(const ImageOptions& options);
/// What is wrong with them.
[[nodiscard]] std::vector<std::string> image_problems(const ImageOptions& options);

}  // namespace hardbop::api
