// SPDX-License-Identifier: MIT
// A way through a C program that was looked at, in C's own terms. Private to the layer.
#pragma once

#include <string>

#include "c/slam/path.hpp"
#include "product/api/c_report.hpp"

namespace hardbop::api {

/// A line for each statement, with what the Boolean program knows to be so before it where that
/// has changed.
[[nodiscard]] std::string path_text(const CReport& report, const slam::Procedures& procedures,
                                    const slam::Path& path);

/// The numbers of its lines: "3, 4, 8, 4, 8"; the middle of a long one is left out.
[[nodiscard]] std::string path_lines(const slam::Procedures& procedures, const slam::Path& path);

}  // namespace hardbop::api
