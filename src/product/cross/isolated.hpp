// SPDX-License-Identifier: MIT
// Work in a process of its own, which is killed where it takes too long. Private to the layer.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace hardbop::cross_layer {

struct Isolated {
  enum class End : std::uint8_t {
    Fine,
    Killed,   // it took too long
    Crashed,  // or threw something
    NotRun,   // there was no process to be had
  };
  End end = End::NotRun;
  std::string result;  // of Fine: what the work returned
};

/// Does `work` in a copy of this process, in which no other thread may be running. It has so many
/// seconds of processor time, and some more of other time.
[[nodiscard]] Isolated isolated(const std::function<std::string()>& work, double seconds);

}  // namespace hardbop::cross_layer
