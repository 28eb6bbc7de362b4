// SPDX-License-Identifier: MIT
// Places that a run to an error passes, for other tools to follow it: what the environment chose,
// told as values of variables where a statement of C starts, and the error itself.
#pragma once

#include <string>
#include <vector>

#include "c/lower.hpp"

namespace hardbop::c {

struct Waypoint {
  Position at;  // where a statement of C starts
  FunctionId function = none;
  std::string assumption;  // an expression of C that is true just before it; of the error, empty
};

struct Way {
  std::vector<Waypoint> points;  // the last one is the error
  std::string error;             // what must not be: "call(reach_error())", "label(ERROR)"
};

/// Of a run that ends in a sink.
[[nodiscard]] Way waypoints(const Program& program, const Model& model, const ltg::Run& run,
                            const Sink& sink);

}  // namespace hardbop::c
