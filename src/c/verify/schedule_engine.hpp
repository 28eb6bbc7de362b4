// SPDX-License-Identifier: MIT
// Looks for errors of programs with threads by executing them with random schedules.
#pragma once

#include <optional>

#include "c/verify/engine.hpp"

namespace hardbop::verify {

/// Of programs with threads. It never knows that something holds.
[[nodiscard]] EngineRow schedule_row(std::optional<std::uint32_t> switches);

}  // namespace hardbop::verify
