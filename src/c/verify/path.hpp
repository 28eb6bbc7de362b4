// SPDX-License-Identifier: MIT
// A path through a C program that was examined, in terms of C.
#pragma once

#include <string>
#include <vector>

#include "c/slam/path.hpp"
#include "c/slam/simulate.hpp"
#include "c/verify/sources.hpp"

namespace hardbop::verify {

/// A step, for who wants to see it.
struct ShownStep {
  c::Position at;
  std::string function;
  std::string text;  // the line
  std::string core;  // of a condition that cannot be true with the others of its kind: what it is
};

/// By step; those that stand for no statement have no line.
[[nodiscard]] std::vector<ShownStep> shown_steps(const Sources& sources,
                                                 const slam::Procedures& procedures,
                                                 const slam::Path& path,
                                                 const slam::Simulation* simulation);

/// A line for each statement, with what the Boolean program knows to be so before it where that
/// has changed.
[[nodiscard]] std::string path_text(const Sources& sources, const slam::Procedures& procedures,
                                    const slam::Path& path);

/// The numbers of its lines: "3, 4, 8, 4, 8"; the middle of a long one is left out.
[[nodiscard]] std::string path_lines(const slam::Procedures& procedures, const slam::Path& path);

}  // namespace hardbop::verify
