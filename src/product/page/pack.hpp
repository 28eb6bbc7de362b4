// SPDX-License-Identifier: MIT
// Traces in few bytes. Private to the layer.
#pragma once

#include <nlohmann/json.hpp>

namespace hardbop::page {

using Json = nlohmann::ordered_json;

/// The trace of a JSON answer, its steps as docs/manual/report.md describes packed ones.
[[nodiscard]] Json pack_trace(Json trace);

}  // namespace hardbop::page
