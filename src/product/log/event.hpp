// SPDX-License-Identifier: MIT
// An event, and where it goes.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

namespace hardbop::log {

using Json = nlohmann::ordered_json;

/// Takes the text of one event: a JSON object without a line break.
using Sink = std::function<void(const std::string&)>;

/// Names can hold any bytes; what is not UTF-8 is replaced.
inline void write(const Sink& sink, const Json& event) {
  sink(event.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace hardbop::log
