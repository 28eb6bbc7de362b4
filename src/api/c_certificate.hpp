// SPDX-License-Identifier: MIT
// Certificates of C programs: making them.
#pragma once

#include <string>
#include <vector>

#include "slam/loop.hpp"
#include <hardbop/c_check.hpp>

namespace hardbop::api {

/// What a certificate is about, as its first lines.
[[nodiscard]] std::string c_claim(const std::vector<CSource>& sources, const COptions& options,
                                  const CQuestion& question);

/// The proof in an abstraction that reaches no sink; where there is none, why not.
void certify_c(slam::Procedures& procedures, const slam::Abstraction& abstraction,
               const std::string& claim, Budget& budget, Answer& answer);

}  // namespace hardbop::api
