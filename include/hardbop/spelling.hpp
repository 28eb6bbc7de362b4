// SPDX-License-Identifier: MIT
// "Did you mean …" for words that are not known.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hardbop {

/// "did you mean 'check'?": the nearest of the known words; empty if none is near enough to be a
/// likely slip.
[[nodiscard]] std::string spelling_hint(std::string_view word,
                                        const std::vector<std::string>& known);

}  // namespace hardbop
