// SPDX-License-Identifier: MIT
// Answers as hardbop check --json prints them, read back.
#pragma once

#include "product/suite/task.hpp"
#include <hardbop/answer.hpp>

namespace hardbop::suite {

/// What reports show of an answer: results, traces, warnings and assumptions. Throws Json's
/// exceptions if the object has another form.
[[nodiscard]] Answer answer_from(const Json& json);

}  // namespace hardbop::suite
