// SPDX-License-Identifier: MIT
// The engines for Boolean programs, from all groups, with the options of a question.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "boolean/engine/registry.hpp"
#include "product/log/engine_log.hpp"
#include <hardbop/engines.hpp>
#include <hardbop/question.hpp>

namespace hardbop::api {

constexpr std::string_view any_engine = "auto";

struct BooleanEngine {
  engine::EngineRow row;
  decltype(EngineDescription::options) options;  // as the question has them
};

/// In order of preference: `auto` takes the first that can. They tell the log what they do.
[[nodiscard]] std::vector<BooleanEngine> boolean_engines(const Question& question,
                                                         log::EngineLog* log = nullptr);
/// What is wrong with their options, before a program is known.
[[nodiscard]] std::vector<std::string> engine_problems(const Question& question);

/// The one that the question names, or the first that can; none where there is no such.
[[nodiscard]] std::optional<engine::EngineRow> choose_engine(const Question& question,
                                                             bool concurrent,
                                                             log::EngineLog* log = nullptr);

/// What the summary engine, and those that stand on it, may use to be fast.
[[nodiscard]] engine::Economies economies_of(const Question& question);

}  // namespace hardbop::api
