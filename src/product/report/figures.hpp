// SPDX-License-Identifier: MIT
// Parts that all kinds of answers share. Private to the layer.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <hardbop/answer.hpp>

namespace hardbop::report {

using Json = nlohmann::ordered_json;

/// "label", "assert", …
[[nodiscard]] const char* kind_text(PropertyResult::Kind kind);
/// What the verdict means: "can fail at lock.c:6:15 in lock".
[[nodiscard]] std::string explanation(const PropertyResult& result, bool is_of_others = false);
/// "11 steps; not all are listed".
[[nodiscard]] std::string trace_heading(const Trace& trace);
[[nodiscard]] Json location_json(const Location& at);
/// What every document begins with: the tool, its version, that of the schema, and the inputs.
[[nodiscard]] Json head_json(const std::vector<InputFile>& inputs);
/// An integer in decimal: a number if every reader of JSON keeps it exactly, which is certain up to
/// 53 bits; else its digits as a string.
[[nodiscard]] Json integer_json(const std::string& digits);
[[nodiscard]] Json statistics_json(const std::vector<Statistic>& statistics);
/// One per line.
[[nodiscard]] std::string statistics_text(const std::vector<Statistic>& statistics);
/// The document with a line break. Names can hold any bytes; what is not UTF-8 is replaced rather
/// than refused.
[[nodiscard]] std::string dump(const Json& document);

}  // namespace hardbop::report
