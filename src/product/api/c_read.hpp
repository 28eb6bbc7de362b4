// SPDX-License-Identifier: MIT
// Converts C programs and messages about them between the public API and our own types.
#pragma once

#include "c/front/front_end.hpp"
#include "c/verify/message.hpp"
#include <hardbop/c.hpp>

namespace hardbop::api {

[[nodiscard]] std::vector<c::Source> to_sources(const std::vector<CSource>& sources);
[[nodiscard]] c::ParseOptions to_reading(const COptions& options);

[[nodiscard]] Message to_message(const verify::Message& message);
/// The number of errors among them.
std::size_t add_messages(const verify::Messages& from, std::vector<Message>& to);

}  // namespace hardbop::api
