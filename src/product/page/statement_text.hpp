// SPDX-License-Identifier: MIT
// Lines of programs, and the parts of them that statements take. Private to the layer.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <hardbop/page.hpp>

namespace hardbop::page {

/// By path.
using Lines = std::map<std::string, std::vector<std::string_view>, std::less<>>;
[[nodiscard]] Lines split_lines(const std::vector<PageSource>& sources);

/// Without what is around it.
[[nodiscard]] std::string_view trimmed(std::string_view text);

/// The statements of C or of a Boolean program from the one that has something at the first column
/// to the one at the last, without those around them: "locked = 1;". Columns count from one.
[[nodiscard]] std::string_view statement_text(std::string_view line, std::uint32_t first_column,
                                              std::uint32_t last_column);

/// What a run does on a line from a column on: "a = 1; b = 2;" of `void f(void) { a = 1; b = 2; }`.
[[nodiscard]] std::string_view rest_of_line(std::string_view line, std::uint32_t column);

/// Likewise, of all that a block executes of a line: what a `for` does behind its body is shown
/// there.
[[nodiscard]] std::string block_text(std::string_view line, std::uint32_t first_column,
                                     std::uint32_t last_column);

}  // namespace hardbop::page
