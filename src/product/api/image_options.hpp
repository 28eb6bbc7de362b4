// SPDX-License-Identifier: MIT
// How the image engine is to search, as a question says.
#pragma once

#include <string>
#include <vector>

#include "words/engine/image/options.hpp"
#include <hardbop/question.hpp>

namespace hardbop::api {

/// What is wrong with the options goes to `problems`.
[[nodiscard]] image::ImageOptions image_options(const Question& question,
                                                std::vector<std::string>& problems);

}  // namespace hardbop::api
