// SPDX-License-Identifier: MIT
// The files of web/ that are built into the program. Private to the layer.
#pragma once

#include <span>
#include <string_view>

namespace hardbop::page {

struct File {
  std::string_view name;  // in web/: "viewer/trace.js"
  std::string_view text;
};

[[nodiscard]] std::span<const File> files();

}  // namespace hardbop::page
