// SPDX-License-Identifier: MIT
// The library names options in its messages as its headers do, "Question::entries". A front end
// says them in its own words: "--entry", "'entries'".
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include <hardbop/answer.hpp>
#include <hardbop/program.hpp>

namespace hardbop {

/// What an option is called there; empty if the name is not one of an option.
using OptionWord = std::function<std::string(std::string_view name)>;

[[nodiscard]] std::string reword(std::string_view text, const OptionWord& word);
/// Its text, hint and place.
void reword(Message& message, const OptionWord& word);
/// All that it says in words, but for its errors.
void reword(Answer& answer, const OptionWord& word);

}  // namespace hardbop
