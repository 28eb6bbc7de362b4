// SPDX-License-Identifier: MIT
// What both programs do about exceptions that nobody else expects.
#pragma once

#include <functional>
#include <string_view>

namespace hardbop::cli {

/// Runs a program of this name; its exit status. Lack of memory and bugs get a message and theirs.
[[nodiscard]] int run_guarded(std::string_view name, const std::function<int()>& run);

}  // namespace hardbop::cli
