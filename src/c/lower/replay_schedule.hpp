// SPDX-License-Identifier: MIT
// Executes a program with threads by the schedule and the choices of a run of what it was made
// into.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "c/il/interpreter.hpp"
#include "c/lower/lower.hpp"

namespace hardbop::c {

/// `objection`: why the program with threads does not follow the run to the sink; empty where it
/// does.
/// `attach` may let others watch; `copies`: by thread that is executed, which one of the run it is.
struct ReplayedSchedule {
  std::string objection;
  std::map<std::size_t, std::uint32_t> copies;
};
[[nodiscard]] ReplayedSchedule replay_schedule(
    const Program& program, const Model& model, const words::Run& run, const Sink& sink,
    const std::function<void(InterpreterOptions&)>& attach = {});

}  // namespace hardbop::c
