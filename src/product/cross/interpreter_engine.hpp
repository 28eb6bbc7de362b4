// SPDX-License-Identifier: MIT
// An engine that does nothing but execute C programs: with all inputs, or by all schedules of their
// threads. What it says needs no trust in models. Private to the layer.
#pragma once

#include <string_view>

#include "c/verify/engine.hpp"

namespace hardbop::cross_layer {

constexpr std::string_view interpreter_name = "interpreter";
/// A figure of what it finds about threads.
constexpr std::string_view least_switches = "interpreter.switches";

[[nodiscard]] verify::EngineRow interpreter_row();

}  // namespace hardbop::cross_layer
