// SPDX-License-Identifier: MIT
// Certificates of C programs: making them.
#pragma once

#include <string>
#include <vector>

#include "base/certificate/claim.hpp"
#include "boolean/engine/summary/proof.hpp"
#include "c/slam/boolean_program.hpp"
#include "c/slam/procedures.hpp"
#include "product/api/c_property.hpp"
#include <hardbop/c_check.hpp>

namespace hardbop::api {

/// What a certificate is about.
[[nodiscard]] certify::Claim c_claim(const std::vector<CSource>& sources, const COptions& options,
                                     const CQuestion& question, const CProperty* property);

/// The proof in an abstraction that reaches no sink; where there is none, why not.
void certify_c(const slam::Procedures& procedures, const slam::Abstraction& abstraction,
               const slam::BooleanProgram& program, const engine::Proof& proof,
               const certify::Claim& claim, Answer& answer);

}  // namespace hardbop::api
