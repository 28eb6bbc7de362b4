// SPDX-License-Identifier: MIT
// Deciding a C program by abstraction and refinement. Private to the layer.
#pragma once

#include <string>

#include "base/certificate/claim.hpp"
#include "base/util/budget.hpp"
#include "base/util/statistics.hpp"
#include "product/api/c_report.hpp"

namespace hardbop::api {

/// The property, or the formula, which has no certificates. `claim`: of what one is to be one.
void decide_by_refinement(const CReport& report, const CFormula& formula,
                          const certify::Claim& claim, Budget& budget, Statistics& statistics,
                          CAnswer& out, PropertyResult& result);

}  // namespace hardbop::api
