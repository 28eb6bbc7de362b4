// SPDX-License-Identifier: MIT
// How help and complaints about the command line look.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace hardbop::cli {

/// An option as help and the manual page write it: "--engine NAME [auto]".
[[nodiscard]] std::string option_heading(const CLI::Option& option);

/// Accept a number, or a whole one, that is not negative.
[[nodiscard]] CLI::Validator number();
[[nodiscard]] CLI::Validator whole_number();
/// Accept one of these words, which shells offer.
[[nodiscard]] CLI::Validator one_of(std::vector<std::string> words);

/// Gives the program's help our form, and its complaints that of other messages.
void set_style(CLI::App& app);

/// Reports a wrong use of a command; gives the exit status.
int complain(const std::string& command, const std::string& problem);

}  // namespace hardbop::cli
