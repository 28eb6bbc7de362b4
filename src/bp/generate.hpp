// SPDX-License-Identifier: MIT
// Programs made to measure.
#pragma once

#include <cstdint>
#include <string>

namespace hardbop::bp {

/// T(N) of [ball00 §4, figure 4]: N procedures, each of which calls the next one twice or
/// counts to seven, and a label `reach` that is reached.
[[nodiscard]] std::string generate_tn(std::uint32_t n);

}  // namespace hardbop::bp
