// SPDX-License-Identifier: MIT
// Deciding a C program by the states that it reaches. Private to the layer.
#pragma once

#include "api/c_report.hpp"
#include "engine/image/image_engine.hpp"
#include "util/budget.hpp"
#include "util/statistics.hpp"

namespace hardbop::api {

void decide_by_images(const CReport& report, const CFormula& formula,
                      const engine::ImageOptions& options, Budget& budget, Statistics& statistics,
                      CAnswer& out, PropertyResult& result);

}  // namespace hardbop::api
