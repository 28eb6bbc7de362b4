// SPDX-License-Identifier: MIT
// Deciding a C program by the states that it reaches. Private to the layer.
#pragma once

#include "base/util/budget.hpp"
#include "base/util/statistics.hpp"
#include "product/api/c_report.hpp"
#include "words/engine/image/image_engine.hpp"

namespace hardbop::api {

void decide_by_images(const CReport& report, const CFormula& formula,
                      const image::ImageOptions& options, Budget& budget, Statistics& statistics,
                      CAnswer& out, PropertyResult& result);

}  // namespace hardbop::api
