// SPDX-License-Identifier: MIT
// Ranges of addresses on the command line: 0x40000000-0x5fffffff, or 0x40000000+0x20000000.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include <hardbop/c.hpp>

namespace hardbop::cli {

/// Nothing where it is none.
[[nodiscard]] std::optional<CAddressRange> read_address_range(const std::string& text);

[[nodiscard]] CLI::Validator address_range();

}  // namespace hardbop::cli
