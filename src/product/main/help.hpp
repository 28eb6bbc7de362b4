// SPDX-License-Identifier: MIT
// The format of help texts and of usage errors.
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
[[nodiscard]] CLI::Validator not_empty();
/// Accepts one of these words, which shells offer; a complaint about another names the nearest one.
[[nodiscard]] CLI::Validator one_of(std::vector<std::string> words);
/// Accepts a name of a file: "-" would be standard output.
[[nodiscard]] CLI::Validator named_file();

/// Gives the program's help our form, and its complaints that of other messages.
void set_style(CLI::App& app);

/// Reports a wrong use of a command; gives the exit status. Without a hint, help is the hint.
int complain(const std::string& command, const std::string& problem, const std::string& hint = "");

/// The same where a word is none of the program's commands, or of a command's.
int complain_of_command(const std::string& word, const CLI::App& app);

}  // namespace hardbop::cli
