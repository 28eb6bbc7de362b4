// SPDX-License-Identifier: MIT
// JSON Schemas (draft 2020-12) of the documents that to_json() writes.
#pragma once

#include <span>
#include <string_view>

namespace hardbop {

/// The value of the key "schema" in each document. It grows by one if a key changes its meaning or
/// goes; a new key does not change it.
inline constexpr int json_schema_version = 1;

struct JsonSchema {
  std::string_view name;  // the command with --json: "check", "cross", "solve"
  std::string_view text;
};

/// In alphabetical order.
[[nodiscard]] std::span<const JsonSchema> json_schemas();

}  // namespace hardbop
