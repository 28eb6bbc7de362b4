// SPDX-License-Identifier: MIT
// Names and comments that every target language reads.
#pragma once

#include <string>
#include <string_view>

#include "boolean/export/problem.hpp"

namespace hardbop::exporting {

/// Letters, digits and underscores alone, different for different names: another byte is
/// `_x` and its two hexadecimal digits, and so is an underscore that comes before an x.
[[nodiscard]] std::string identifier(std::string_view name);

/// On one line and without an end of comment of C or Promela.
[[nodiscard]] std::string comment(std::string_view text);

/// What is at a vertex, as a comment: `7:3 h := !g;`.
[[nodiscard]] std::string place_comment(const bp::Graph& graph, bp::VertexId v);

/// Where a program's name is not what the identifier shows: that name as a comment, or nothing.
[[nodiscard]] std::string original(std::string_view name);

/// A comment of C or Promela.
[[nodiscard]] std::string heading(const Problem& problem);

}  // namespace hardbop::exporting
