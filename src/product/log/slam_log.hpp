// SPDX-License-Identifier: MIT
// The rounds of abstraction and refinement as events.
#pragma once

#include "c/verify/slam_engine.hpp"
#include "product/log/event.hpp"

namespace hardbop::log {

/// An event for what is new since the round was last told of; several threads must not call it at
/// the same time.
void write_round(const Sink& sink, const verify::SlamRound& round);

}  // namespace hardbop::log
