// SPDX-License-Identifier: MIT
// The engines there are.
#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "boolean/engine/engine.hpp"

namespace hardbop::engine {

struct EngineInfo {
  std::string_view name;
  std::string_view description;
  std::function<std::unique_ptr<Engine>()> make;
};

/// In order of preference: `auto` takes the first.
[[nodiscard]] const std::vector<EngineInfo>& engines();
/// Null where there is none of that name.
[[nodiscard]] const EngineInfo* find_engine(std::string_view name);

}  // namespace hardbop::engine
