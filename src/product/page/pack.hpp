// SPDX-License-Identifier: MIT
// Traces in few bytes. Private to the layer.
#pragma once

#include <nlohmann/json.hpp>

#include "product/page/statement_text.hpp"

namespace hardbop::page {

using Json = nlohmann::ordered_json;

/// The trace of a JSON answer, its steps as docs/manual/report.md describes packed ones. A step
/// that is called after a whole line gets the part that it executes.
[[nodiscard]] Json pack_trace(Json trace, const Lines& lines);

}  // namespace hardbop::page
