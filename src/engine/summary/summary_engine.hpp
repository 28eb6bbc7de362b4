// SPDX-License-Identifier: MIT
// The summary engine: interprocedural reachability with explicit control flow and BDDs.
#pragma once

#include <memory>

#include "engine/engine.hpp"

namespace hardbop::engine {

[[nodiscard]] std::unique_ptr<Engine> make_summary_engine();

}  // namespace hardbop::engine
