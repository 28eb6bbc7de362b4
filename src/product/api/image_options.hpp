// SPDX-License-Identifier: MIT
// How the image engine is to search, as a question says.
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
