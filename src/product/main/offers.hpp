// SPDX-License-Identifier: MIT
// What a shell can offer for the value of an option.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace hardbop::cli {

/// Words, and files by their names: "*.bp" for those with that ending, "*" for any file, "*/" for
/// a folder.
using Offer = std::vector<std::string>;

/// Accepts any value. Shells offer these.
[[nodiscard]] CLI::Validator offering(const Offer& offer);
/// Accepts what `validator` does.
[[nodiscard]] CLI::Validator offering(const Offer& offer, CLI::Validator validator);

/// What is offered: what its validator says, or files and folders if the value is called so.
[[nodiscard]] Offer offer_of(CLI::Option& option);

}  // namespace hardbop::cli
