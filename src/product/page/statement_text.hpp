// SPDX-License-Identifier: MIT
// The part of a line that statements take. Private to the layer.
#pragma once

#include <cstdint>
#include <string_view>

namespace hardbop::page {

/// The statements of C or of a Boolean program from the one that has something at the first column
/// to the one at the last, without those around them: "locked = 1;". Columns count from one.
[[nodiscard]] std::string_view statement_text(std::string_view line, std::uint32_t first_column,
                                              std::uint32_t last_column);

}  // namespace hardbop::page
