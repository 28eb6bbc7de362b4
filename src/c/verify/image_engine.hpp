// SPDX-License-Identifier: MIT
// Decides a C program by computing its reachable states.
#pragma once

#include <functional>
#include <optional>

#include "c/lower/lower.hpp"
#include "c/verify/engine.hpp"
#include "words/engine/image/options.hpp"

namespace hardbop::verify {

struct ImageOptions {
  image::ImageOptions search{};
  /// Changes no answer. If nobody says how, directly, and where several engines are asked, both
  /// ways.
  std::optional<c::Pointers> pointers{};
  /// Who is told of each model before it is searched.
  std::function<void(const Task&, const c::Model&)> on_model{};
};

[[nodiscard]] Finding decide_by_images(const Task& task, const ImageOptions& options,
                                       Budget& budget);
/// With variables for reads through pointers; where there are no such reads, it does not try.
[[nodiscard]] Finding decide_by_images_with_stars(const Task& task, const ImageOptions& options,
                                                  Budget& budget);

}  // namespace hardbop::verify
