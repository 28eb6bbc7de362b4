// SPDX-License-Identifier: MIT
// Complete runs as JSON: runs without end of a sequential program, and runs of threads. Unlike a
// trace for people (read_run.hpp), they have the values of all variables, and a call that is made
// often is there once. What is read has the shape that trace::replay relies on; whether it is a run
// is for trace::replay to say.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "boolean/trace/interleaved.hpp"
#include "boolean/trace/lasso.hpp"

namespace hardbop::certify {

[[nodiscard]] nlohmann::ordered_json to_json(const bp::Graph& graph, const trace::Lasso& lasso);
[[nodiscard]] nlohmann::ordered_json to_json(const bp::Threads& threads,
                                             const trace::Interleaved& run);

template <typename Run>
struct FromJson {
  std::optional<Run> run;
  std::string error;  // where it is none
};
/// May throw nlohmann's exceptions where something is missing or of another type.
[[nodiscard]] FromJson<trace::Lasso> read_lasso(const bp::Graph& graph, const nlohmann::json& json);
[[nodiscard]] FromJson<trace::Interleaved> read_interleaved(const bp::Threads& threads,
                                                            const nlohmann::json& json);

}  // namespace hardbop::certify
