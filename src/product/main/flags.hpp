// SPDX-License-Identifier: MIT
// What the library says, in the words of the command line. Its texts name options as its headers
// do, "Question::entries"; here that becomes "--entry".
#pragma once

#include <string>
#include <string_view>

#include <hardbop/answer.hpp>
#include <hardbop/cross.hpp>
#include <hardbop/program.hpp>

namespace hardbop::cli {

[[nodiscard]] std::string in_flags(std::string_view text);

/// Its text, hint and place.
[[nodiscard]] std::string in_flags(const Message& message);

/// What a message, an answer or a report says in words.
void put_in_flags(Message& message);
void put_in_flags(Answer& answer);
void put_in_flags(CrossReport& report);

}  // namespace hardbop::cli
