// SPDX-License-Identifier: MIT
// The engines that decide Boolean programs, from all groups.
#pragma once

#include <vector>

#include "boolean/engine/registry.hpp"
#include "words/engine/image/bp_engine.hpp"

namespace hardbop::api {

/// In order of preference: `auto` takes the first.
[[nodiscard]] std::vector<engine::EngineInfo> boolean_engines(
    const image::BooleanOptions& image = {});

}  // namespace hardbop::api
