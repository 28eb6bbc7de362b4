// SPDX-License-Identifier: MIT
// Converts findings about a C program to the public API. Private to the layer.
#pragma once

#include "c/verify/inquiry.hpp"
#include <hardbop/c_check.hpp>

namespace hardbop::api {

/// What an answer shows, besides what was found.
struct AnswerStyle {
  verify::Wanted wanted{};
  std::uint64_t trace_limit = 0;
  bool is_unbounded = false;  // integers were read so
};

/// The results, and what they rest on.
[[nodiscard]] Answer to_answer(const verify::Sources& sources, const verify::Report& report,
                               const AnswerStyle& style);
/// With all that was wanted, or why it is not there.
[[nodiscard]] CAnswer to_c_answer(const verify::Sources& sources, const verify::Report& report,
                                  const AnswerStyle& style);

}  // namespace hardbop::api
